#include "core/text/error_codes.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::core {
namespace error_codes_test {

int cuda_number_in(std::string_view line) {
  const auto* const error = cuda_error_in(line);
  return error == nullptr ? 0 : error->number;
}

// The frames of nccl-tests, PyTorch, gpu_burn, CuPy, JAX, Julia's CUDA.jl, nvbandwidth, CUDA's
// samples and TensorFlow.
TEST(ErrorCodes, OneErrorOfCudaInManyFrames) {
  for (const char* const line : {
           "Cuda failure common.cu:891 'system not yet initialized'",
           "n1: Test CUDA failure common.cu:941 'system not yet initialized'",
           "RuntimeError: CUDA error: system not yet initialized",
           "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet "
           "initialized",
           "  what():  Error (gpu_burn-drv.cpp:298): system not yet initialized",
           "CUDARuntimeError: cudaErrorSystemNotReady: system not yet initialized",
           "INTERNAL: failed call to cuInit: CUDA_ERROR_SYSTEM_NOT_READY",
           "ERROR: CUDA error: system not yet initialized (code 802, ERROR_SYSTEM_NOT_READY)",
           "CUDA error at bandwidthTest.cu:256 code=802(cudaErrorSystemNotReady) \"x\"",
           "cudaGetDeviceProperties returned 802",
           "Cuda failure 802",
       }) {
    EXPECT_EQ(cuda_number_in(line), 802) << line;
    EXPECT_EQ(codes_in_words(line), " Cuda failure 802 'system not yet initialized'") << line;
  }
}

TEST(ErrorCodes, WordsOfSeveralLibrariesNeedTheNameOfCuda) {
  EXPECT_EQ(cuda_number_in("cudaMalloc failed: out of memory"), 2);
  EXPECT_EQ(cuda_number_in("[CUDA_ERROR_NOT_PERMITTED] operation not permitted in cuMemCreate"),
            800);
  EXPECT_EQ(cuda_number_in("Call to cuMemCreate(&h, n, &p, 0) failed: operation not permitted"),
            800);
  EXPECT_EQ(cuda_number_in("a.cc:113 (Cu failure: operation not permitted)"), 800);
  EXPECT_EQ(cuda_number_in("the kernel is out of memory"), 0);
  EXPECT_EQ(cuda_number_in("open: operation not permitted"), 0);
}

TEST(ErrorCodes, TheLongestMessageCounts) {
  EXPECT_EQ(cuda_number_in("CUDA error: operation not permitted when stream is capturing"), 900);
  EXPECT_EQ(cuda_number_in("CUDA error: operation not permitted"), 800);
}

TEST(ErrorCodes, NumbersAndNamesThatAreNoErrors) {
  for (const char* const line : {
           "CUDA version 12.8, driver 570.86",
           "CUDA error 802.5",
           "if (err == cudaErrorMemoryAllocation) retry();",
           "CUDA_VISIBLE_DEVICES=0,1",
           "returned 802",  // of what?
           "CUDA error 7",
       }) {
    EXPECT_EQ(cuda_number_in(line), 0) << line;
  }
}

// Its numbers are those of errno, or its own.
TEST(ErrorCodes, LibfabricsNumbersAreNotCudas) {
  for (const char* const line : {
           "NET/OFI Request completed with error. RC: 21. Error: unknown error (cuda)",
           "fi_av_insert failed for cuda: error 101 network unreachable",
           "libfabric:1:2::core:mr:cuda_dev_register():100<warn> failure 700",
       }) {
    EXPECT_TRUE(is_of_libfabric(line)) << line;
    EXPECT_EQ(cuda_number_in(line), 0) << line;
  }
  // A symbol of CUDA's is CUDA's.
  EXPECT_EQ(cuda_number_in("NET/OFI cudaErrorIllegalAddress"), 700);
  EXPECT_FALSE(is_of_libfabric("wifi_scan failed"));
}

// UCX, perftest, libibverbs; vendor errors are hexadecimal in all of them.
TEST(ErrorCodes, OneCompletionInManyFrames) {
  for (const char* const line : {
           "Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)",
           "Failed status 12: wr_id 0 syndrom 0x81",
           "wc status: transport retry counter exceeded, vendor_err 0x81",
           "IBV_WC_RETRY_EXC_ERR vendor err 0x81",
       }) {
    EXPECT_EQ(codes_in_words(line), " Completion status=12 vendor err 81 ") << line;
  }
  EXPECT_EQ(codes_in_words("Local protection on mlx5_1:1/IB"), " Completion status=4 ");
  EXPECT_EQ(completion_error_in("IBV_WC_SUCCESS"), nullptr);
  EXPECT_EQ(completion_error_in("Replay Retry: 12"), nullptr);
}

TEST(ErrorCodes, NoNumberOrSymbolOfCudaTwice) {
  std::set<int> numbers;
  std::set<std::string_view> symbols;
  for (const CudaError& error : kCudaErrors) {
    EXPECT_TRUE(numbers.insert(error.number).second) << error.number;
    EXPECT_TRUE(symbols.insert(error.symbol).second) << error.symbol;
    EXPECT_EQ(cuda_number_in("cudaError" + std::string(error.symbol)), error.number);
    EXPECT_EQ(cuda_number_in("CUDA: " + std::string(error.message)), error.number);
  }
}

}  // namespace error_codes_test
}  // namespace treering::core
