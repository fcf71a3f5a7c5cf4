#include "app/advice/recommend.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tuner/advice/recommend.h"

namespace treering::app::advice {
namespace recommend_test {

using core::Bytes;
using core::Collective;

PredictReport predicted(const std::string& topology, int nodes, PredictRequest request = {}) {
  request.job.topology = topology;
  request.job.nodes = nodes;
  return answer(request).value();
}

sim::Prediction row(std::string algorithm, std::string protocol, double us) {
  sim::Prediction result;
  result.asked = result.bytes = Bytes::of(1024);
  result.count = 256;
  result.way.algorithm = std::move(algorithm);
  result.way.protocol = std::move(protocol);
  result.estimate.emplace();
  result.estimate->time = core::Duration::from_us(us);
  return result;
}

/// Of one size, by hand: NCCL takes the first, the last is the fastest.
PredictReport report_of(std::vector<sim::Prediction> rows) {
  PredictReport report;
  report.job.cluster = predicted("dgx-h100", 1).job.cluster;
  report.ranks = 8;
  rows.front().is_nccl_default = true;
  rows.back().is_best = true;
  report.rows = std::move(rows);
  return report;
}

TEST(Recommend, KeepsNcclsChoiceWhereTheGainIsSmall) {
  const auto report = report_of({row("Tree", "LL", 109), row("Ring", "LL", 100)});
  const auto one = recommended(report, Collective::AllReduce, Bytes::of(1024));
  ASSERT_TRUE(one);
  EXPECT_TRUE(one->is_usual());
  EXPECT_EQ(one->gain, 1);
  ASSERT_TRUE(one->rival);
  EXPECT_EQ(one->rival->way.algorithm, "Ring");
  EXPECT_FALSE(one->confidence);
}

TEST(Recommend, AdvisesTheFastestWhereItGainsEnough) {
  const auto report = report_of({row("Tree", "LL", 150), row("Ring", "LL", 100)});
  const auto one = recommended(report, Collective::AllReduce, Bytes::of(1024));
  ASSERT_TRUE(one);
  EXPECT_FALSE(one->is_usual());
  EXPECT_EQ(one->advised.way.algorithm, "Ring");
  EXPECT_DOUBLE_EQ(one->gain, 1.5);
  EXPECT_FALSE(one->confidence);  // without intervals
}

// Spreads of 0.3 and 0.4 make one of 0.5 for the ratio; ln 1.5 = 0.4055 is 0.811 of it, below
// which 79.13 % of a normal distribution lie; exp(1.2816 x 0.5) = 1.898.
TEST(Recommend, ConfidenceTakesTheErrorsAsIndependent) {
  auto rows = std::vector{row("Tree", "LL", 150), row("Ring", "LL", 100)};
  sim::estimates::set_spread(*rows[0].estimate, 0.3);
  sim::estimates::set_spread(*rows[1].estimate, 0.4);
  const auto one = recommended(report_of(rows), Collective::AllReduce, Bytes::of(1024));
  ASSERT_TRUE(one && one->confidence);
  EXPECT_NEAR(one->confidence->low, 1.5 / 1.898, 0.001);
  EXPECT_NEAR(one->confidence->high, 1.5 * 1.898, 0.002);
  EXPECT_NEAR(one->confidence->chance, 0.7913, 0.0005);
}

TEST(Recommend, TheRivalIsOfAnotherAlgorithmElseOfAnotherProtocol) {
  const auto both = report_of({row("Ring", "LL", 130), row("Ring", "LL128", 110),
                               row("Tree", "LL", 120), row("Tree", "LL128", 100)});
  EXPECT_EQ(recommended(both, Collective::AllReduce, Bytes::of(1024))->rival->way.protocol,
            "LL128");
  EXPECT_EQ(recommended(both, Collective::AllReduce, Bytes::of(1024))->rival->way.algorithm,
            "Ring");
  const auto one = report_of({row("Ring", "LL", 130), row("Ring", "LL128", 100)});
  EXPECT_EQ(recommended(one, Collective::AllReduce, Bytes::of(1024))->rival->way.protocol, "LL");
}

TEST(Recommend, NothingForOtherSizesCollectivesAndRestrictedJobs) {
  const auto report = predicted("dgx-h100", 2);
  EXPECT_TRUE(recommended(report, Collective::AllReduce, Bytes::of(1024)));
  EXPECT_FALSE(recommended(report, Collective::AllReduce, Bytes::of(1023)));
  EXPECT_FALSE(recommended(report, Collective::AllGather, Bytes::of(1024)));
  PredictRequest request;
  request.job.variables.env = {"NCCL_ALGO=ring"};
  EXPECT_FALSE(
      recommended(predicted("dgx-h100", 2, request), Collective::AllReduce, Bytes::of(1024)));
}

TEST(Recommend, NoAdviceOnAGuess) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/topo.txt";
  std::ofstream(path) << "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n";  // of no model
  const auto report = predicted(path, 1);
  EXPECT_FALSE(report.rows.empty());
  EXPECT_TRUE(recommended_ranges(report, Collective::AllReduce).empty());
}

TEST(Recommend, RangesCoverAllSizesOnceAndGainsAreTheirs) {
  const auto report = predicted("dgx-h100", 4);
  const auto ranges = recommended_ranges(report, Collective::AllReduce);
  ASSERT_FALSE(ranges.empty());
  EXPECT_EQ(ranges.front().first, Bytes::of(8));
  EXPECT_EQ(ranges.back().last, Bytes::from_gib(8));
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    EXPECT_EQ(ranges[i].first, 2 * ranges[i - 1].last);
    EXPECT_FALSE(ranges[i].usual == ranges[i - 1].usual &&
                 ranges[i].advised == ranges[i - 1].advised);
  }
  for (const RecommendedRange& range : ranges) {
    EXPECT_LE(range.least_gain, range.greatest_gain);
    if (range.usual != range.advised) {
      EXPECT_GE(range.least_gain, tuner::advice::kLeastGain);
    }
  }
}

// From `treering predict dgx-h100 --nodes 4`: Tree/LL at 128 KiB, Tree/LL128 from 256 KiB to 8 MiB,
// NVLSTree/Simple at 16 to 64 MiB, and then Ring/Simple.
TEST(Recommend, CrossoversAreWhereTheFastestChanges) {
  const auto found = crossovers(predicted("dgx-h100", 4), Collective::AllReduce);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0],
            (Crossover{Bytes::from_kib(128), Bytes::from_kib(256), "Tree/LL", "Tree/LL128"}));
  EXPECT_EQ(found[1],
            (Crossover{Bytes::from_mib(8), Bytes::from_mib(16), "Tree/LL128", "NVLSTree/Simple"}));
}

TEST(Recommend, SharesOfOneKindStandTogetherAndSmallOnesLast) {
  const auto us = core::Duration::from_us;
  sim::Estimate first;
  first.time = us(100);
  first.shares = {{{"{} hops inside nodes", 14}, us(60)},
                  {{"submitting"}, us(1)},
                  {{"first chunks over {} hops", 3}, us(39)}};
  sim::Estimate second;
  second.time = us(80);
  second.shares = {{{"{} hops inside nodes", 55}, us(79.5)},
                   {{"first chunks over {} hops", 5}, us(0.5)}};
  const auto pairs = compared_shares(first, second);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(pairs[0], (SharePair{"hops inside nodes", us(60), us(79.5)}));
  EXPECT_EQ(pairs[1], (SharePair{"first chunks over hops", us(39), us(0.5)}));
  EXPECT_EQ(pairs[2], (SharePair{"all else", us(1), us(0)}));
}

// The slower has 20 us more on links, which carry twice as much, and 5 us more hops.
TEST(Recommend, TheSlowerPartIsTheOneThatTakesMostMore) {
  const auto us = core::Duration::from_us;
  sim::Estimate fast;
  fast.shares = {{{"{} hops", 8}, us(10)}, {{"links"}, us(20), 100, 5}};
  sim::Estimate slow;
  slow.shares = {{{"{} hops", 12}, us(15)}, {{"links"}, us(40), 200, 5, "all of it"}};
  EXPECT_EQ(slower_part(slow, fast), (SlowerPart{slow.shares[1], fast.shares[1]}));
  EXPECT_EQ(slower_part(fast, slow), std::nullopt);
}

}  // namespace recommend_test
}  // namespace treering::app::advice
