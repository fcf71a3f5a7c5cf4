#include "app/setup/calls.h"

#include <gtest/gtest.h>

namespace treering::app::setup {
namespace calls_test {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

core::Result<Calls> with(const SizesRequest& sizes) {
  return calls_of({.sizes = sizes});
}

TEST(Calls, DefaultsAreThoseOfAnNcclTestsSweep) {
  const auto calls = calls_of({});
  ASSERT_TRUE(calls);
  // 8 B to 8 GiB by factors of 2: 2^3 to 2^33.
  EXPECT_EQ(calls->sizes.size(), 31U);
  EXPECT_EQ(calls->sizes.front(), 8U);
  EXPECT_EQ(calls->sizes.back(), std::uint64_t{1} << 33U);
  EXPECT_EQ(calls->collectives, std::vector{core::Collective::AllReduce});
  EXPECT_TRUE(calls->filter.allows_all());
}

TEST(Calls, StepsAddOrMultiply) {
  EXPECT_EQ(with({.minbytes = 1024, .maxbytes = 4096, .stepbytes = 1024})->sizes,
            (std::vector<std::uint64_t>{1024, 2048, 3072, 4096}));
  EXPECT_EQ(with({.minbytes = 1, .maxbytes = 30, .stepfactor = 3})->sizes,
            (std::vector<std::uint64_t>{1, 3, 9, 27}));
}

TEST(Calls, TooManySizesAreRefusedWithTheirNumber) {
  // 1 MiB to 4 GiB by 1 MiB: 4096 sizes; to 4 GiB + 1 MiB one more.
  EXPECT_EQ(with({.minbytes = kMiB, .maxbytes = 4096 * kMiB, .stepbytes = kMiB})->sizes.size(),
            4096U);
  const auto refused = with({.minbytes = kMiB, .maxbytes = 4097 * kMiB, .stepbytes = kMiB});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "⟨stepbytes⟩: asks for 4,097 sizes, expected at most 4,096; take larger steps, or "
            "multiply with ⟨stepfactor⟩ 2");
  EXPECT_FALSE(with({.minbytes = 1, .maxbytes = ~std::uint64_t{0}, .stepbytes = 1}));
}

TEST(Calls, SizesEndWhereNoGpuHasTheMemory) {
  EXPECT_EQ(*parse_call_size("16384G", "maxbytes"), std::uint64_t{1} << 44U);
  const auto refused = parse_call_size("18446744073709551615", "minbytes");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "⟨minbytes⟩: found 18446744073709551615, expected at most 16384 GiB");
}

TEST(Calls, ABeginBeyondTheDefaultEndIsOneSize) {
  EXPECT_EQ(with({.minbytes = std::uint64_t{16} << 30U})->sizes,
            std::vector{std::uint64_t{16} << 30U});
}

TEST(Calls, CollectivesByEitherNameOnce) {
  EXPECT_EQ(*parse_collectives("all_reduce,AllReduce,ALLTOALL"),
            (std::vector{core::Collective::AllReduce, core::Collective::AllToAll}));
  EXPECT_EQ(parse_collectives("all")->size(), 9U);
  EXPECT_EQ(parse_collectives("tuned")->size(), 5U);
  EXPECT_EQ(parse_collectives("tuned,alltoall")->size(), 6U);
  EXPECT_EQ(parse_collectives("alltoall,all")->size(), 9U);
  EXPECT_FALSE(parse_collectives("all_reduce,"));
}

}  // namespace calls_test
}  // namespace treering::app::setup
