// The kernels' code on this host (fake_libraries.cpp), beside what the host itself does.
#include "workers/nccl/kernels.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/workers/nccl/fake_libraries.h"
#include "workers/layout.h"
#include "workers/nccl/nccl_call.h"

namespace treering::workers::nccl {
namespace kernels_test {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using testing::HasSubstr;
using tuner::measure::Configuration;

/// Rank `kRank` of `kRanks`.
constexpr int kRank = 1;
constexpr int kRanks = 3;

class KernelsOnHost : public testing::Test {
 protected:
  const Cuda cuda_ = fake::cuda();
  const DeviceStream stream_{cuda_};
};

class KernelsOfTypes : public KernelsOnHost, public testing::WithParamInterface<DataType> {};

// More elements than one round of all threads takes, and no multiple of their number: 4,096 blocks
// of 256.
TEST_P(KernelsOfTypes, FillAndCheckAsTheHost) {
  auto kernels = Kernels::load(cuda_, fake::driver(), "ptx", stream_);
  ASSERT_TRUE(kernels.has_value()) << kernels.error().message();
  const std::size_t width = core::size_of(GetParam()).count();
  const std::size_t count = 4096 * 256 + 77;
  const Configuration call{.call = {.bytes = count * width, .type = GetParam()}};
  std::vector<std::byte> expected(call.call.bytes);
  fill_input(call, kRank, kRanks, expected.data());
  std::vector<std::byte> found(call.call.bytes);
  const Elements there{call.call.type, found.data(), count};
  (*kernels)->fill(there, inputs_of(call, kRanks), kRank);
  EXPECT_EQ(found, expected);
  Configuration gathered = call;  // of one rank, whose output is its input
  gathered.call.collective = Collective::Broadcast;
  const Pattern pattern = pattern_of(gathered, 0, 1);
  (*kernels)->fill(there, inputs_of(gathered, 1), 0);
  EXPECT_EQ((*kernels)->wrong(there, pattern), 0);
  for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
    found[place * width] = std::byte{kSpoiledByte};
  }
  EXPECT_EQ((*kernels)->wrong(there, pattern), 3);
}

INSTANTIATE_TEST_SUITE_P(Types, KernelsOfTypes, testing::ValuesIn(core::all_data_types()),
                         [](const auto& param) { return std::string(name_of(param.param)); });

TEST_F(KernelsOnHost, AreLeftOutWhereNobodyCompiledThem) {
  const auto kernels = Kernels::load(cuda_, fake::driver(), "", stream_);
  ASSERT_FALSE(kernels.has_value());
  EXPECT_THAT(kernels.error().message(), HasSubstr("built without a CUDA compiler"));
}

TEST_F(KernelsOnHost, AreLeftOutWhereTheDriverIsTooOld) {
  const auto kernels = Kernels::load(cuda_, fake::old_driver(), "ptx", stream_);
  ASSERT_FALSE(kernels.has_value());
  EXPECT_THAT(kernels.error().message(), HasSubstr("unsupported toolchain. (error 222"));
}

TEST_F(KernelsOnHost, AreLeftOutWhereTheyDifferFromTheHost) {
  const auto kernels = Kernels::load(cuda_, fake::broken_driver(), "ptx", stream_);
  ASSERT_FALSE(kernels.has_value());
  EXPECT_THAT(kernels.error().message(), HasSubstr("they differ from the host for int8"));
}

TEST(EmbeddedPtx, HasAKernelOfEveryTypeOrNone) {
  const std::string_view ptx = embedded_ptx();
  if (ptx.empty()) GTEST_SKIP() << "built without a CUDA compiler";
  for (const DataType type : core::all_data_types()) {
    for (const char* const what : {"fill_", "check_"}) {
      EXPECT_THAT(ptx, HasSubstr(".entry " + (what + std::string(name_of(type))) + "("));
    }
  }
}

/// A call of one rank whose buffers the kernels fill and check; it has no copy on the host.
class CallWithKernels : public KernelsOnHost, public testing::WithParamInterface<bool> {};

TEST_P(CallWithKernels, FindsWhatIsWrong) {
  fake::forget();
  auto kernels = Kernels::load(cuda_, fake::driver(), "ptx", stream_);
  ASSERT_TRUE(kernels.has_value()) << kernels.error().message();
  const Libraries libraries{cuda_, fake::nccl()};
  const CallPlace place{libraries, stream_, kernels->get(), 0, 1};
  const Configuration asked{.call = {.bytes = 4000}, .is_in_place = GetParam()};
  NcclCall call(place, asked, {});
  call.fill(asked, 0, 1);
  EXPECT_EQ(call.wrong_elements(asked, 0, 1), asked.is_in_place ? 0 : 1000);
  call.use(&fake::noted(), "");
  call.run();
  EXPECT_EQ(call.wrong_elements(asked, 0, 1), 0);
}

INSTANTIATE_TEST_SUITE_P(Places, CallWithKernels, testing::Bool(), [](const auto& param) {
  return std::string(param.param ? "InPlace" : "OutOfPlace");
});

}  // namespace kernels_test
}  // namespace treering::workers::nccl
