#include <gtest/gtest.h>

#include "core/units.h"
#include "report/prediction/recommend_text.h"

namespace treering::report::prediction {
namespace headline_test {

using app::advice::Recommended;
using app::advice::RecommendedOverSizes;
using app::advice::RecommendedRange;
using core::Bytes;

sim::Prediction row(const std::string& algorithm, const std::string& protocol, Bytes bytes) {
  sim::Prediction row;
  row.way.algorithm = algorithm;
  row.way.protocol = protocol;
  row.bytes = bytes;
  row.asked = bytes;
  return row;
}

Recommended kept(Bytes bytes) {
  return {row("Tree", "LL128", bytes), row("Tree", "LL128", bytes), {}, 1, {}};
}

/// \param chance that it is a gain at all
Recommended gaining(Bytes bytes, double gain, double chance = 0.99) {
  return {row("Ring", "Simple", bytes),
          row("NVLSTree", "Simple", bytes),
          {},
          gain,
          app::advice::Confidence{1, 1, chance}};
}

const Bytes kMib = Bytes::from_mib(1);

/// Nothing to gain below 512 MiB; up to 2.64 times as fast from there to 8 GiB, whatever NCCL
/// takes.
std::vector<RecommendedRange> gain_at_large() {
  return {
      {Bytes::of(8), Bytes::from_mib(256), "Tree/LL128", "Tree/LL128", 1, 1, Bytes::from_mib(512)},
      {Bytes::from_mib(512), Bytes::from_mib(512), "Ring/LL128", "NVLSTree/Simple", 1.2, 1.2,
       Bytes::from_gib(1)},
      {Bytes::from_gib(1), Bytes::from_gib(8), "Ring/Simple", "NVLSTree/Simple", 2, 2.64, {}}};
}

const Bytes kMost = Bytes::from_gib(8);

TEST(Headline, CoversAllSizes) {
  const RecommendedOverSizes advice{kept(kMib), gaining(kMost, 2.64), gain_at_large()};
  EXPECT_EQ(headline(advice),
            "At 1 MiB leave NCCL alone; from 512 MiB on NVLSTree/Simple: up to 2.64 times as fast");
}

TEST(Headline, SaysWhatIsInDoubt) {
  const RecommendedOverSizes advice{kept(kMib), gaining(kMost, 2.64, 0.8), gain_at_large()};
  EXPECT_EQ(
      headline(advice),
      "At 1 MiB leave NCCL alone; from 512 MiB on NVLSTree/Simple: perhaps up to 2.64 times as "
      "fast");
}

TEST(Headline, IsOneWhereTheSizeIsAmongThoseThatGainMost) {
  RecommendedOverSizes advice{gaining(Bytes::from_gib(1), 2), gaining(kMost, 2.64),
                              gain_at_large()};
  EXPECT_EQ(headline(advice),
            "Make NCCL take NVLSTree/Simple from 512 MiB on: up to 2.64 times as fast as its own "
            "choices");
  advice.asked.reset();
  EXPECT_EQ(headline(advice),
            "Make NCCL take NVLSTree/Simple from 512 MiB on: up to 2.64 times as fast as its own "
            "choices");
  advice.most.confidence->chance = 0.8;
  EXPECT_EQ(
      headline(advice),
      "Worth measuring: NVLSTree/Simple from 512 MiB on is perhaps up to 2.64 times as fast as "
      "NCCL's own choices");
}

TEST(Headline, NamesBothWhereTheSizeGainsOtherwise) {
  std::vector<RecommendedRange> ranges = gain_at_large();
  ranges.insert(ranges.begin() + 1, {kMib, Bytes::from_mib(256), "Tree/LL128", "Ring/LL", 1.3, 1.3,
                                     Bytes::from_mib(512)});
  ranges.front().below = kMib;
  Recommended here = gaining(kMib, 1.3);
  here.advised = row("Ring", "LL", kMib);
  EXPECT_EQ(
      headline({here, gaining(kMost, 2.64), ranges}),
      "Make NCCL take Ring/LL at 1 MiB: 1.30 times as fast as its own Ring/Simple; from 512 MiB "
      "on NVLSTree/Simple: up to 2.64 times as fast");
}

TEST(Headline, NamesTheSizesBelowAndBetween) {
  const RecommendedRange small{Bytes::of(8), Bytes::from_kib(4), "Tree/LL", "Ring/LL", 1.1,
                               1.4,          Bytes::from_kib(8)};
  const RecommendedRange rest{Bytes::from_kib(8), kMost, "Tree/LL", "Tree/LL", 1, 1, {}};
  Recommended most = gaining(Bytes::from_kib(4), 1.4);
  EXPECT_EQ(headline({kept(kMib), most, {small, rest}}),
            "At 1 MiB leave NCCL alone; below 8 KiB Ring/LL: up to 1.40 times as fast");
  RecommendedRange first = rest;
  first.last = Bytes::of(512);
  first.below = Bytes::from_kib(1);
  RecommendedRange middle = small;
  middle.first = Bytes::from_kib(1);
  EXPECT_EQ(
      headline({kept(kMib), most, {first, middle, rest}}),
      "At 1 MiB leave NCCL alone; from 1 KiB to below 8 KiB Ring/LL: up to 1.40 times as fast");
}

TEST(Headline, OfOneSizeNamesNone) {
  const RecommendedRange one{kMib, kMib, "Tree/LL128", "Tree/LL128", 1, 1, {}};
  EXPECT_EQ(headline({kept(kMib), kept(kMib), {one}}),
            "Leave NCCL alone: it takes Tree/LL128 by itself, which is right");
  const RecommendedRange gains{kMib, kMib, "Ring/Simple", "NVLSTree/Simple", 2, 2, {}};
  EXPECT_EQ(headline({gaining(kMib, 2), gaining(kMib, 2), {gains}}),
            "Make NCCL take NVLSTree/Simple: 2.00 times as fast as its own Ring/Simple");
}

TEST(Headline, LeavesNcclAloneWhereItIsRightAtEverySize) {
  const RecommendedRange all{Bytes::of(8), kMost, "Tree/LL128", "Tree/LL128", 1, 1, {}};
  EXPECT_EQ(
      headline({kept(kMib), kept(kMost), {all}}),
      "Leave NCCL alone: nothing is clearly faster than its own choices, Tree/LL128 at 1 MiB");
  EXPECT_EQ(headline({{}, kept(kMost), {all}}),
            "Leave NCCL alone: nothing clearly beats its own choices");
}

}  // namespace headline_test
}  // namespace treering::report::prediction
