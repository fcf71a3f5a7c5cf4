// Codes of errors in a line, whatever frame a program puts around them: errors of CUDA ("Cuda
// failure 802", "code=802(cudaErrorSystemNotReady)", "CUDA_ERROR_SYSTEM_NOT_READY", "Error
// (a.cpp:9): system not yet initialized") and completions of libibverbs ("status 12",
// "IBV_WC_RETRY_EXC_ERR", "Transport retry count exceeded"). One form stands for all of them, so
// that who looks for an error has to know only that.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace treering::core {

/// An error of CUDA's runtime; those of its driver have the same number and another symbol.
struct CudaError {
  int number;
  std::string_view symbol;         // of cudaError_t, without "cudaError"
  std::string_view driver_symbol;  // of CUresult, without "CUDA_ERROR_"; empty for none
  std::string_view message;        // of cudaGetErrorString()
  bool is_of_cuda_alone;           // no other library says these words
};

// CUDA Toolkit documentation 12.8: Runtime API, cudaError_t; Driver API, CUresult. Left out are
// errors that nobody meets in a job of several GPUs, and results that are none (600, not ready).
inline constexpr auto kCudaErrors = std::to_array<CudaError>({
    {1, "InvalidValue", "INVALID_VALUE", "invalid argument", false},
    {2, "MemoryAllocation", "OUT_OF_MEMORY", "out of memory", false},
    {3, "InitializationError", "NOT_INITIALIZED", "initialization error", false},
    {34, "StubLibrary", "STUB_LIBRARY", "CUDA driver is a stub library", true},
    {35, "InsufficientDriver", "", "CUDA driver version is insufficient for CUDA runtime version",
     true},
    {36, "CallRequiresNewerDriver", "", "API call is not supported in the installed CUDA driver",
     true},
    {46, "DevicesUnavailable", "DEVICE_UNAVAILABLE",
     "CUDA-capable device(s) is/are busy or unavailable", true},
    {98, "InvalidDeviceFunction", "", "invalid device function", true},
    {100, "NoDevice", "NO_DEVICE", "no CUDA-capable device is detected", true},
    {101, "InvalidDevice", "INVALID_DEVICE", "invalid device ordinal", true},
    {200, "InvalidKernelImage", "INVALID_IMAGE", "device kernel image is invalid", true},
    {201, "DeviceUninitialized", "INVALID_CONTEXT", "invalid device context", true},
    {205, "MapBufferObjectFailed", "MAP_FAILED", "mapping of buffer object failed", true},
    {209, "NoKernelImageForDevice", "NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device", true},
    {214, "ECCUncorrectable", "ECC_UNCORRECTABLE", "uncorrectable ECC error encountered", true},
    {217, "PeerAccessUnsupported", "PEER_ACCESS_UNSUPPORTED",
     "peer access is not supported between these two devices", true},
    {218, "InvalidPtx", "INVALID_PTX", "a PTX JIT compilation failed", true},
    {220, "NvlinkUncorrectable", "NVLINK_UNCORRECTABLE", "uncorrectable NVLink error", true},
    {222, "UnsupportedPtxVersion", "UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain", true},
    {304, "OperatingSystem", "OPERATING_SYSTEM",
     "OS call failed or operation not supported on this OS", true},
    {400, "InvalidResourceHandle", "INVALID_HANDLE", "invalid resource handle", true},
    {401, "IllegalState", "ILLEGAL_STATE", "the operation cannot be performed in the present state",
     true},
    {500, "SymbolNotFound", "NOT_FOUND", "named symbol not found", true},
    {700, "IllegalAddress", "ILLEGAL_ADDRESS", "an illegal memory access was encountered", true},
    {702, "LaunchTimeout", "LAUNCH_TIMEOUT", "the launch timed out and was terminated", true},
    {710, "Assert", "ASSERT", "device-side assert triggered", true},
    {711, "TooManyPeers", "TOO_MANY_PEERS", "peer mapping resources exhausted", true},
    {714, "HardwareStackError", "HARDWARE_STACK_ERROR", "hardware stack error", true},
    {715, "IllegalInstruction", "ILLEGAL_INSTRUCTION", "an illegal instruction was encountered",
     true},
    {716, "MisalignedAddress", "MISALIGNED_ADDRESS", "misaligned address", false},
    {719, "LaunchFailure", "LAUNCH_FAILED", "unspecified launch failure", true},
    {721, "Contained", "CONTAINED", "Invalid access of peer GPU memory over nvlink", true},
    {800, "NotPermitted", "NOT_PERMITTED", "operation not permitted", false},
    {801, "NotSupported", "NOT_SUPPORTED", "operation not supported", false},
    {802, "SystemNotReady", "SYSTEM_NOT_READY", "system not yet initialized", true},
    {803, "SystemDriverMismatch", "SYSTEM_DRIVER_MISMATCH",
     "system has unsupported display driver / cuda driver combination", true},
    {804, "CompatNotSupportedOnDevice", "COMPAT_NOT_SUPPORTED_ON_DEVICE",
     "forward compatibility was attempted on non supported HW", true},
    {805, "MpsConnectionFailed", "MPS_CONNECTION_FAILED",
     "MPS client failed to connect to the MPS control daemon or the MPS server", true},
    {807, "MpsServerNotReady", "MPS_SERVER_NOT_READY",
     "MPS server is not ready to accept new MPS client requests", true},
    {900, "StreamCaptureUnsupported", "STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted when stream is capturing", true},
    {901, "StreamCaptureInvalidated", "STREAM_CAPTURE_INVALIDATED",
     "operation failed due to a previous error during capture", true},
    {999, "Unknown", "UNKNOWN", "unknown error", false},
});

/// Whether libfabric, or NCCL's plugin for it (EFA, Slingshot), says the line. Its numbers (FI_E..,
/// mostly those of errno) and texts are not CUDA's, even where it speaks of CUDA's memory.
bool is_of_libfabric(std::string_view line);

/// The error of CUDA that a line has: by its symbol, by its message, or by its number behind the
/// word CUDA. Null for none. Messages that other libraries have as well ("out of memory") count
/// where the line names CUDA. Of a line of libfabric only the symbol counts.
const CudaError* cuda_error_in(std::string_view line);

/// A completion of libibverbs with an error (infiniband/verbs.h, enum ibv_wc_status).
struct CompletionError {
  int number;
  std::string_view symbol;   // "RETRY_EXC_ERR", behind "IBV_WC_"
  std::string_view message;  // of ibv_wc_status_str(), lower-case
};

/// Null for none. NCCL's own lines have the number in forms of their own, and are none here.
const CompletionError* completion_error_in(std::string_view line);

/// What the codes in a line say, with a blank before each: " Cuda failure 802 'system not yet
/// initialized'", " Completion status=12 vendor err 81 ". Empty for most lines.
std::string codes_in_words(std::string_view line);

}  // namespace treering::core
