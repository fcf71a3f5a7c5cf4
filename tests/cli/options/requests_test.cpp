#include "cli/options/requests.h"

#include <gtest/gtest.h>

namespace treering::cli {
namespace requests_test {

Arguments with(std::map<std::string, std::string, std::less<>> values) {
  return {"predict", {"dgx-h100"}, std::move(values), {}};
}

TEST(Requests, SizesAreTextsWithUnits) {
  const auto calls = calls_request(
      with({{"minbytes", "1K"}, {"maxbytes", "4K"}, {"stepbytes", "1K"}}), "all_reduce");
  ASSERT_TRUE(calls);
  EXPECT_EQ(calls->sizes.minbytes, 1024U);
  EXPECT_EQ(calls->sizes.maxbytes, 4096U);
  EXPECT_EQ(calls->sizes.stepbytes, 1024U);
  EXPECT_EQ(calls->sizes.stepfactor, std::nullopt);
}

TEST(Requests, WhatIsNotGivenStaysOpen) {
  const auto calls = calls_request(with({}), "all");
  ASSERT_TRUE(calls);
  EXPECT_EQ(calls->sizes.minbytes, std::nullopt);
  EXPECT_EQ(calls->collectives.size(), 9U);
  const auto job = job_request(with({}));
  ASSERT_TRUE(job);
  EXPECT_EQ(job->topology, "dgx-h100");
  EXPECT_EQ(job->nodes, std::nullopt);
}

TEST(Requests, AlgorithmsInAnySpelling) {
  const auto filter = filter_of(with({{"algo", "nvls_tree,RING"}, {"proto", "ll128"}}));
  EXPECT_EQ(filter->algorithms, (std::vector<std::string>{"NVLSTree", "Ring"}));
  EXPECT_EQ(filter->protocols, std::vector<std::string>{"LL128"});
  EXPECT_TRUE(filter_of(with({{"algo", "all"}}))->allows_all());
  EXPECT_TRUE(filter_of(with({{"proto", "ll,all"}}))->allows_all());
  EXPECT_FALSE(filter_of(with({{"algo", "all,rng"}})));
}

}  // namespace requests_test
}  // namespace treering::cli
