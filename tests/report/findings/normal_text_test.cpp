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
app::Loss loss(double measured) {
  app::Loss result;
  result.ceiling.bytes = core::Bytes::from_gib(1);
  result.ceiling.algorithm = "Ring";
  result.ceiling.protocol = "Simple";
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

TEST(NormalText, StepsEndWithWhatWasMeasured) {
  const auto lines = loss_lines(loss(180));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines.back().busbw, gb(180));
  EXPECT_EQ(lines.back().text, "measured: 50 % of what is expected");
}

TEST(NormalText, SaysWhereMostIsLost) {
  EXPECT_THAT(loss_sentence(loss(180)),
              ::testing::AllOf(HasSubstr("all_reduce by Ring/Simple at 1 GiB reaches 45 % of"),
                               HasSubstr("180 GB/s is lost between what is expected and what was "
                                         "measured"),
                               HasSubstr("40 above the expectation")));
  EXPECT_THAT(loss_sentence(loss(359)), HasSubstr(". 1 GB/s is lost between"));
  // What the model takes for lost was won back in part.
  EXPECT_THAT(
      loss_sentence(loss(370)),
      HasSubstr("no less than is expected. What is lost, 30 GB/s, other machines lose too."));
  EXPECT_THAT(loss_sentence(loss(410)), HasSubstr("as much busbw as the wires allow"));
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

TEST(NormalText, SourcesAreNamedByTheirRepository) {
  EXPECT_EQ(repository_of("github.com/NVIDIA/nccl/blob/HEAD/docs/x.md"), "github.com/NVIDIA/nccl");
  EXPECT_EQ(repository_of("example.org"), "example.org");
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
