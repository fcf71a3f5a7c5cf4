#include "cli/options/requests.h"

#include <gtest/gtest.h>

namespace treering::cli {
namespace {

Arguments with(std::map<std::string, std::string, std::less<>> values) {
  return {"predict", {"dgx-h100"}, std::move(values)};
}

core::Result<app::setup::Calls> read_calls(const Arguments& arguments, std::string_view usual) {
  return calls_request(arguments, usual).and_then(app::setup::calls_of);
}

TEST(CallsRequest, DefaultsAreThoseOfAnNcclTestsSweep) {
  const auto calls = read_calls(with({}), "all_reduce");
  ASSERT_TRUE(calls);
  // 8 B to 8 GiB by factors of 2: 2^3 to 2^33.
  EXPECT_EQ(calls->sizes.size(), 31U);
  EXPECT_EQ(calls->sizes.front(), 8U);
  EXPECT_EQ(calls->sizes.back(), std::uint64_t{1} << 33U);
  EXPECT_EQ(calls->collectives, std::vector{core::Collective::AllReduce});
  EXPECT_TRUE(calls->filter.allows_all());
}

TEST(CallsRequest, StepsAddOrMultiply) {
  EXPECT_EQ(
      read_calls(with({{"minbytes", "1K"}, {"maxbytes", "4K"}, {"stepbytes", "1K"}}), "all")->sizes,
      (std::vector<std::uint64_t>{1024, 2048, 3072, 4096}));
  EXPECT_EQ(
      read_calls(with({{"minbytes", "1"}, {"maxbytes", "30"}, {"stepfactor", "3"}}), "all")->sizes,
      (std::vector<std::uint64_t>{1, 3, 9, 27}));
}

TEST(CallsRequest, TooManySizesAreRefusedWithTheirNumber) {
  // 1 MiB to 4 GiB by 1 MiB: 4096 sizes; to 4 GiB + 1 MiB one more.
  EXPECT_EQ(read_calls(with({{"minbytes", "1M"}, {"maxbytes", "4G"}, {"stepbytes", "1M"}}), "all")
                ->sizes.size(),
            4096U);
  const auto refused =
      read_calls(with({{"minbytes", "1M"}, {"maxbytes", "4097M"}, {"stepbytes", "1M"}}), "all");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "⟨stepbytes⟩: asks for 4,097 sizes, expected at most 4,096; take larger steps, or "
            "multiply with ⟨stepfactor⟩ 2");
  EXPECT_FALSE(read_calls(
      with({{"minbytes", "1"}, {"maxbytes", "18446744073709551615"}, {"stepbytes", "1"}}), "all"));
}

TEST(CallsRequest, SizesEndWhereNoGpuHasTheMemory) {
  const auto calls = read_calls(with({{"minbytes", "8192G"}, {"maxbytes", "16384G"}}), "all");
  EXPECT_EQ(calls->sizes, (std::vector{std::uint64_t{1} << 43U, std::uint64_t{1} << 44U}));
  const auto refused = read_calls(with({{"minbytes", "18446744073709551615"}}), "all");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "⟨minbytes⟩: found 18446744073709551615, expected at most 16384 GiB");
}

TEST(CallsRequest, ABeginBeyondTheDefaultEndIsOneSize) {
  EXPECT_EQ(read_calls(with({{"minbytes", "16G"}}), "all")->sizes,
            std::vector{std::uint64_t{16} << 30U});
}

TEST(CallsRequest, CollectivesByEitherNameOnce) {
  EXPECT_EQ(*app::setup::parse_collectives("all_reduce,AllReduce,ALLTOALL"),
            (std::vector{core::Collective::AllReduce, core::Collective::AllToAll}));
  EXPECT_EQ(app::setup::parse_collectives("all")->size(), 9U);
  EXPECT_EQ(app::setup::parse_collectives("tuned")->size(), 5U);
  EXPECT_EQ(app::setup::parse_collectives("tuned,alltoall")->size(), 6U);
  EXPECT_EQ(app::setup::parse_collectives("alltoall,all")->size(), 9U);
  EXPECT_FALSE(app::setup::parse_collectives("all_reduce,"));
}

TEST(CallsRequest, AlgorithmsInAnySpelling) {
  const auto filter = filter_of(with({{"algo", "nvls_tree,RING"}, {"proto", "ll128"}}));
  EXPECT_EQ(filter->algorithms, (std::vector<std::string>{"NVLSTree", "Ring"}));
  EXPECT_EQ(filter->protocols, std::vector<std::string>{"LL128"});
  EXPECT_TRUE(filter_of(with({{"algo", "all"}}))->allows_all());
  EXPECT_TRUE(filter_of(with({{"proto", "ll,all"}}))->allows_all());
  EXPECT_FALSE(filter_of(with({{"algo", "all,rng"}})));
}

}  // namespace
}  // namespace treering::cli
