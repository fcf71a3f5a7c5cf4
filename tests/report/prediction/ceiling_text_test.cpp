#include "report/prediction/ceiling_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::report::prediction {
namespace ceiling_text_test {

using app::CeilingKind;
using ::testing::HasSubstr;
using ::testing::Not;

core::Bandwidth rate(double gb_per_s) {
  return core::Bandwidth::from_gb_per_s(gb_per_s);
}

app::Ceiling ring() {
  app::Ceiling ceiling;
  ceiling.bytes = core::Bytes::of(1U << 30U);
  ceiling.way.algorithm = "Ring";
  ceiling.way.protocol = "Simple";
  ceiling.wires = "links of a GPU";
  ceiling.wire_rate = rate(450);
  ceiling.traffic = 1.75;
  ceiling.steps = {{CeilingKind::Wires, "links of a GPU", rate(450)},
                   {CeilingKind::Reached, "links of a GPU", rate(370)},
                   {CeilingKind::Transfer, "links of a GPU", rate(369)},
                   {CeilingKind::Predicted, "", rate(337)}};
  return ceiling;
}

const CeilingContext kEightRanks{core::Collective::AllReduce, 8, 100};

TEST(CeilingText, NamesEachStepThatChangesAnything) {
  EXPECT_EQ(ceiling_text(ring(), {"links of a GPU", 0.9, {}}, kEightRanks),
            "# busbw of Ring/Simple at 1 GiB, in GB/s, from the wires down:\n"
            "#   450.00  links of a GPU, 450 GB/s each way\n"
            "#   370.00  what measured machines reach of that\n"
            "#   337.00  predicted; the rest is latency and pipeline fill\n");
  EXPECT_THAT(ceiling_text(ring(), {"14 hops inside nodes", 0.33, {}}, kEightRanks),
              HasSubstr("most of it 14 hops inside nodes (33 %"));
}

TEST(CeilingText, SaysWhichKindsOfLinksCountTogether) {
  app::Ceiling ceiling = ring();
  ceiling.wire_rate = rate(1188);
  ceiling.wire_kinds = {{core::LinkKind::NvLink, rate(900)},
                        {core::LinkKind::C2C, rate(225)},
                        {core::LinkKind::Pcie, rate(63.02)}};
  EXPECT_THAT(ceiling_text(ceiling, {}, kEightRanks),
              HasSubstr("links of a GPU, all together: NVLink 900 + C2C 225 + PCIe 63.02 = 1188 "
                        "GB/s each way"));
}

// The names of cuts have an article.
TEST(CeilingText, SaysOfWhatTheStepsAreShares) {
  app::Ceiling ceiling = ring();
  EXPECT_EQ(allowed_text(ceiling), "what the links of a GPU allow Ring");
  ceiling.wires = "the links of the slowest GPU";
  ceiling.way.algorithm.clear();
  EXPECT_EQ(allowed_text(ceiling), "what the links of the slowest GPU allow it");
}

TEST(CeilingText, FollowsTheWidth) {
  CeilingContext narrow = kEightRanks;
  narrow.width = 59;
  EXPECT_THAT(ceiling_text(ring(), {}, narrow),
              HasSubstr("#   337.00  predicted; the rest is latency and pipeline\n"
                        "#           fill\n"));
}

TEST(CeilingText, WiresDoNotMatterToSmallCalls) {
  app::Ceiling small = ring();
  small.steps.back().busbw = rate(0.01);
  EXPECT_EQ(
      ceiling_text(small, {"14 hops inside nodes", 0.33, {}}, kEightRanks),
      "# At 1 GiB nearly all of the time of Ring/Simple is latency, mostly 14 hops inside nodes "
      "(33 %).\n");
}

// 480 / 1.75 x 1.125 = 308.57
TEST(CeilingText, BusbwAboveTheWiresIsExplainedByWhatIsSent) {
  app::Ceiling nvls = ring();
  nvls.way.algorithm = "NVLS";
  nvls.wires = "NVLinks of a GPU";
  nvls.traffic = 1.125;
  nvls.steps = {{CeilingKind::Wires, "NVLinks of a GPU", rate(700)},
                {CeilingKind::Predicted, "", rate(480)}};
  EXPECT_EQ(above_wires_text(nvls, kEightRanks),
            "NVLS's busbw of 480.00 at 1 GiB is above the 450 GB/s of the NVLinks of a GPU. That "
            "is right: nccl-tests defines busbw as algbw x 1.75 (2(n-1)/n), a ring's traffic; NVLS "
            "sends 1.125 x the size, 308.57 GB/s.");
  EXPECT_THAT(
      ceiling_text(nvls, {}, kEightRanks),
      HasSubstr("700.00  NVLinks of a GPU, 450 GB/s each way, which carry 1.125 x the size"));
  EXPECT_THAT(ceiling_text(nvls, {}, kEightRanks), Not(HasSubstr("measured machines")));
}

}  // namespace ceiling_text_test
}  // namespace treering::report::prediction
