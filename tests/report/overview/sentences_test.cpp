#include "report/overview/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::report::overview {
namespace sentences_test {

using app::overview::CollectivePart;
using app::overview::Curve;
using app::overview::CurvePoint;
using app::overview::MeasuredPoint;
using core::Bandwidth;
using core::Bytes;
using core::Duration;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

CurvePoint point(Bytes bytes, const std::string& algorithm, double us, double spread) {
  CurvePoint one;
  one.bytes = bytes;
  one.time = Duration::from_us(us);
  one.within =
      sim::estimates::Interval{Duration::from_us(us / spread), Duration::from_us(us * spread)};
  one.busbw = bytes / one.time;
  one.way.algorithm = algorithm;
  one.way.protocol = "Simple";
  return one;
}

/// Tree takes 10, 20 and 300 us, Ring 20, 25 and 100 at 1, 2 and 4 MiB; NCCL always takes Tree.
CollectivePart part(double spread) {
  CollectivePart result;
  const std::vector<double> tree{10, 20, 300};
  const std::vector<double> ring{20, 25, 100};
  Curve trees{"Tree", {}};
  Curve rings{"Ring", {}};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Bytes bytes = Bytes::from_mib(std::uint64_t{1} << i);
    trees.points.push_back(point(bytes, "Tree", tree[i], spread));
    rings.points.push_back(point(bytes, "Ring", ring[i], spread));
    result.curves.usual.push_back(trees.points.back());
    result.curves.best.push_back(tree[i] < ring[i] ? trees.points.back() : rings.points.back());
    result.curves.bound.push_back({bytes, Duration::from_us(5), bytes / Duration::from_us(5)});
  }
  result.curves.candidates = {trees, rings};
  return result;
}

TEST(Sentences, SayWhichIsTheFastestWhere) {
  EXPECT_THAT(
      time_sentence(part(1.01)),
      AllOf(
          HasSubstr("By the model Tree is the fastest at 1 MiB to below 4 MiB and Ring at 4 MiB."),
          HasSubstr("NCCL's own choice is the fastest at 2 of 3 sizes; elsewhere it takes "
                    "up to 3.00 times as long (at 4 MiB)."),
          HasSubstr("never overlap")));
}

TEST(Sentences, SayWhereBandsOverlap) {
  // 20 x 1.2 = 24 is above 25 / 1.2 = 20.8; 10 x 1.2 = 12 is below 20 / 1.2 = 16.7.
  EXPECT_THAT(time_sentence(part(1.2)), HasSubstr("At 1 of 3 sizes"));
}

TEST(Sentences, AnAlgorithmThatIsAlwaysTheFastestIsNamedOnce) {
  CollectivePart one = part(1.01);
  one.curves.best = one.curves.candidates.front().points;
  EXPECT_THAT(time_sentence(one),
              AllOf(HasSubstr("By the model Tree is the fastest at all 3 sizes."),
                    HasSubstr("NCCL's own choice is the fastest everywhere.")));
}

TEST(Sentences, MeasuredPointsAreCounted) {
  CollectivePart one = part(1.01);
  EXPECT_THAT(time_sentence(one), Not(HasSubstr("Measured")));
  MeasuredPoint measured;
  measured.bytes = Bytes::from_mib(1);
  measured.time = Duration::from_us(30);
  measured.expected = Duration::from_us(10);
  measured.busbw = Bandwidth::from_gb_per_s(34.95);
  measured.place = tuner::check::Place::Slow;
  measured.rows = {1, 1, 0};
  one.measured = {{"run.log", "", {measured}}};
  EXPECT_THAT(time_sentence(one),
              HasSubstr("Measured: 1 row, of which none within the 80 % band of what was expected, "
                        "1 slower and none faster; the middle one takes 3.00 times"));
  EXPECT_THAT(busbw_sentence(one), HasSubstr("The highest measured busbw is 35 GB/s, at 1 MiB."));
}

// Two rows as expected and one that is slow are one point as expected.
TEST(Sentences, RowsAreCountedAsTheCheckJudgesThem) {
  CollectivePart one = part(1.01);
  MeasuredPoint measured;
  measured.bytes = Bytes::from_mib(1);
  measured.time = measured.expected = Duration::from_us(10);
  measured.busbw = Bandwidth::from_gb_per_s(104.9);
  measured.rows = {3, 1, 0};
  one.measured = {{"run.log", "", {measured}}};
  EXPECT_THAT(time_sentence(one),
              HasSubstr("Measured: 3 rows, of which 2 within the 80 % band of what was expected, "
                        "1 slower and none faster. They are 1 point, each the median of its "
                        "rows: the middle one takes 1.00 times the expected time."));
}

TEST(Sentences, MoreThanTheBoundIsNotPassedOver) {
  CollectivePart one = part(1.01);
  MeasuredPoint measured;
  measured.bytes = Bytes::from_mib(1);
  measured.time = Duration::from_us(4);
  measured.expected = Duration::from_us(10);
  measured.busbw = Bandwidth::from_gb_per_s(262);
  one.measured = {{"run.log", "", {measured}}};
  EXPECT_THAT(busbw_sentence(one),
              AllOf(HasSubstr("The highest measured busbw is 262 GB/s, at 1 MiB, above the bound "
                              "of the wires there, 210 GB/s. Either the wires carry a call"),
                    HasSubstr(" or this machine's description gives them too low a rate.")));
}

TEST(Sentences, BusbwIsLaidBesideTheBound) {
  // 2 MiB in 20 us are 104.9 GB/s, in 5 us four times as much; 4 MiB in 100 us are 41.9 GB/s.
  EXPECT_THAT(
      busbw_sentence(part(1.01)),
      AllOf(HasSubstr("The highest predicted busbw is 105 GB/s, of Tree/Simple at 1 MiB, 50 % "
                      "of the wires, whose bound is 210 GB/s."),
            HasSubstr("Half of the highest is reached from 4 MiB on.")));
}

}  // namespace sentences_test
}  // namespace treering::report::overview
