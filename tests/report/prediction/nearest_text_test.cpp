#include "report/prediction/nearest_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::report::prediction {
namespace nearest_text_test {

using ::testing::HasSubstr;

tuner::reference::NearRun near_run() {
  tuner::reference::NearRun run;
  run.figure.run.name = "some-run";
  run.figure.run.gpu = "H100 SXM5";
  run.figure.run.nodes = 12;
  run.figure.run.gpus_per_node = 8;
  run.figure.run.network = "InfiniBand";
  run.figure.bytes = core::Bytes::from_gib(8);
  run.distance.nodes = 2;
  run.least = core::Bandwidth::from_gb_per_s(365);
  run.greatest = core::Bandwidth::from_gb_per_s(386);
  run.runs = 3;
  return run;
}

app::PredictReport report_of(tuner::reference::Nearest nearest) {
  app::PredictReport report;
  report.calls.collectives = {core::Collective::AllReduce};
  report.time_model.kind = sim::cost::terms::MachineKind{"hopper", "nvswitch", "roce", "400G"};
  report.nearest = {std::move(nearest)};
  return report;
}

TEST(NearestText, SaysHowFarARunIs) {
  tuner::reference::Distance distance;
  EXPECT_EQ(distance_text(distance), "same machine");
  distance.bytes = 8;
  EXPECT_EQ(distance_text(distance), "same machine, 8 x in size");
  EXPECT_EQ(distance_text({24, 1.5, 1, true, true}),
            "24 x in nodes, 1.5 x in GPUs a node, another GPU, another network");
}

TEST(NearestText, HasALineForEachRun) {
  tuner::reference::Nearest nearest{{near_run()}, {}, true};
  EXPECT_EQ(
      nearest_text(report_of(nearest), 0, 100),
      "#\n"
      "# Is that normal? The nearest published runs of all_reduce, busbw in GB/s:\n"
      "#   365..386 at 8 GiB on 12 nodes x 8 H100 SXM5 over InfiniBand (some-run and 2 more): "
      "2 x in nodes\n");
}

TEST(NearestText, SaysWhereTheAnswerIsBeyondAllRuns) {
  tuner::reference::Nearest nearest{{}, tuner::reference::Beyond{24, true, "some-run"}, true};
  EXPECT_THAT(
      nearest_text(report_of(nearest), 0, 100),
      HasSubstr("Beyond all published runs on such machines: extrapolated 24 x in nodes from "
                "some-run."));
  EXPECT_EQ(beyond_runs_text({1.125, false, "a"}), "extrapolated 1.1 x in GPUs from a");
}

TEST(NearestText, SaysWhereThereIsNone) {
  EXPECT_THAT(nearest_text(report_of({}), 0, 200),
              HasSubstr("No run on this kind of machine (hopper, nvswitch, roce) is among"));
  EXPECT_EQ(nearest_text({}, 0, 100), "");
}

}  // namespace nearest_text_test
}  // namespace treering::report::prediction
