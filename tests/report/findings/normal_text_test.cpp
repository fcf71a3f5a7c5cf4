#include "report/findings/normal_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::report::findings {
namespace normal_text_test {

using app::CeilingKind;
using core::Bandwidth;
using ::testing::HasSubstr;

Bandwidth gb(double value) {
  return Bandwidth::from_gb_per_s(value);
}

/// Wires that carry 400 GB/s, of which machines reach 380, the model expects 360.
app::MeasuredLoss loss(double measured) {
  app::MeasuredLoss result;
  result.ceiling.bytes = core::Bytes::from_gib(1);
  result.ceiling.way.algorithm = "Ring";
  result.ceiling.way.protocol = "Simple";
  result.ceiling.wires = "links of a GPU";
  result.ceiling.wire_rate = gb(400);
  result.ceiling.traffic = 1;
  result.ceiling.steps = {{CeilingKind::Wires, "links of a GPU", gb(400)},
                          {CeilingKind::Reached, "links of a GPU", gb(380)},
                          {CeilingKind::Predicted, "", gb(360)}};
  result.measured = gb(measured);
  return result;
}

app::PublishedBeside published(double busbw, std::optional<double> measured) {
  app::PublishedBeside one;
  one.figure.run.name = "some-run";
  one.figure.run.network = "EFA";
  one.figure.busbw = gb(busbw);
  one.expected = gb(300);
  one.low = gb(250);
  one.high = gb(350);
  if (measured) one.measured = gb(*measured);
  return one;
}

TEST(NormalText, RunsThatWereForcedSaySo) {
  tuner::reference::PublishedRun run;
  run.name = "mn5";
  run.network = "InfiniBand";
  EXPECT_EQ(run_text(run), "mn5 (InfiniBand)");
  run.way.algorithm = "Ring";
  EXPECT_EQ(run_text(run), "mn5 (InfiniBand), forced to Ring");
  run.way.protocol = "LL";
  EXPECT_EQ(run_text(run), "mn5 (InfiniBand), forced to Ring/LL");
}

TEST(NormalText, BetweenNodesAPortCarriesSoMuch) {
  app::MeasuredLoss between = loss(180);
  EXPECT_EQ(port_sentence(between), "");
  between.port = app::PortShare{gb(22.5), gb(50), 1, 4};
  between.gpus = 1;
  EXPECT_EQ(port_sentence(between),
            "Measured at 1 GiB: 22.5 of 50 GB/s a port; 1 GPU uses 1 of 4 ports, 3 idle.");
}

TEST(NormalText, StepsEndWithWhatWasMeasured) {
  const auto lines = loss_lines(loss(180));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines.back().busbw, gb(180));
  EXPECT_EQ(lines.back().text, "measured: 50 % of what is expected");
}

TEST(NormalText, SaysWhereMostIsLost) {
  EXPECT_THAT(loss_sentence(loss(180)),
              ::testing::AllOf(
                  HasSubstr("all_reduce by Ring/Simple at 1 GiB reaches 45 % of what the links "
                            "of a GPU allow Ring."),
                  // Of 1/180: 1/180 - 1/360, and 1/360 - 1/400.
                  HasSubstr("50 % of its time is lost between what is expected and "
                            "what was measured"),
                  HasSubstr("5 % above the expectation")));
  EXPECT_THAT(loss_sentence(loss(359)), HasSubstr(". 0.3 % of its time is lost between"));
  // What the model takes for lost was won back in part.
  EXPECT_THAT(
      loss_sentence(loss(372)),
      // 1 - 372/400.
      HasSubstr("no less than is expected. What is lost, 7 % of its time, other machines lose "
                "too."));
  EXPECT_THAT(loss_sentence(loss(410)),
              HasSubstr("reaches all of what the links of a GPU allow Ring"));
}

// From 400 to 200 GB/s is the larger fall, from 2 to 0.1 GB/s the longer time.
TEST(NormalText, StepsAreWeighedByTime) {
  app::MeasuredLoss small = loss(9);
  small.ceiling.steps = {{CeilingKind::Wires, "links of a GPU", gb(400)},
                         {CeilingKind::Flags, "", gb(200)},
                         {CeilingKind::Transfer, "", gb(40)},
                         {CeilingKind::Predicted, "", gb(10)}};
  // Of 1/9: 1/9 - 1/10 = 10 %, and 1/10 - 1/400 = 88 %.
  EXPECT_THAT(
      loss_sentence(small),
      ::testing::AllOf(
          HasSubstr("reaches 2 % of what the links of a GPU allow Ring. 10 % of its time is lost"),
          HasSubstr("; 88 % above the expectation"),
          HasSubstr("most of it by this: latency and pipeline fill.")));
}

// Rates explain nothing of a call that is next to all latency.
TEST(NormalText, SmallCallsAreComparedByTime) {
  app::MeasuredLoss small = loss(0.08);
  EXPECT_TRUE(has_steps(small));
  small.ceiling.steps = {{CeilingKind::Wires, "links of a GPU", gb(400)},
                         {CeilingKind::Predicted, "", gb(0.1)}};
  EXPECT_FALSE(has_steps(small));
  EXPECT_THAT(loss_sentence(small), HasSubstr("is next to all latency, which rates of links do not "
                                              "explain; it took 1.25 times as long as expected."));
}

TEST(NormalText, AnotherSizeIsNamed) {
  auto one = published(300, 290);
  one.figure.bytes = one.measured_at = core::Bytes::from_gib(8);
  EXPECT_EQ(measured_beside(one), "290");
  one.figure.bytes = core::Bytes::from_gib(16);
  EXPECT_EQ(measured_beside(one), "290 at 8 GiB");
  EXPECT_EQ(measured_beside(published(300, {})), "-");
}

TEST(NormalText, PublishedFiguresAreCounted) {
  EXPECT_EQ(published_sentence({}), "");
  EXPECT_THAT(published_sentence({published(300, {}), published(200, {})}),
              HasSubstr("1 of 2 published figures of this kind of machine and network lie within"));
  EXPECT_THAT(published_sentence({published(300, 290), published(300, 200)}),
              HasSubstr("reaches 95 % or more of 1 of the 2 beside it."));
}

TEST(NormalText, RunsOverAnotherNetworkDoNotCount) {
  auto other = published(300, {});
  other.is_same_network = false;
  EXPECT_EQ(published_sentence({other}), "");
}

TEST(NormalText, RunsAreNamed) {
  tuner::reference::PublishedRun run;
  run.name = "nvidia-h100-nvl8";
  run.kernels = "legacy";
  EXPECT_EQ(run_text(run), "NVIDIA's reference");
  run.kernels = "ce";
  EXPECT_EQ(run_text(run), "NVIDIA's reference, registered buffers (copy engines)");
  run = published(1, {}).figure.run;
  EXPECT_EQ(run_text(run), "some-run (EFA)");
}

}  // namespace normal_text_test
}  // namespace treering::report::findings
