#include "gui/models/run_words.h"

#include <gtest/gtest.h>

namespace treering::gui::models {
namespace run_words_test {

app::SimulateReport run_of(const char* algorithm, double us, std::optional<double> cost_us) {
  app::SimulateReport run;
  run.algorithm = algorithm;
  run.protocol = "Simple";
  run.time = core::Duration::from_us(us);
  run.before_messages = core::Duration::from_us(8.25);
  if (cost_us) run.cost = core::Duration::from_us(*cost_us);
  return run;
}

TEST(RunWords, NameBothModels) {
  app::SimulateReport run = run_of("Ring", 474.6, 722.9);
  EXPECT_EQ(times_text(run).toStdString(),
            "Ring/Simple: 474.60 us simulated; cost model 722.90 us");
  run.cost_interval = {core::Duration::from_us(569), core::Duration::from_us(919)};
  EXPECT_EQ(times_text(run).toStdString(),
            "Ring/Simple: 474.60 us simulated; cost model 722.90 us (4 of 5 runs 569.00 us to "
            "919.00 us)");
  EXPECT_EQ(times_text(run_of("ring_2d", 4, {})).toStdString(),
            "ring_2d/Simple: 4.00 us simulated");
  EXPECT_EQ(parts_text(run).toStdString(), "8.25 us before the first message + 466.35 us");
}

TEST(RunWords, SayWhereTheModelsDisagree) {
  const app::SimulateReport ring = run_of("Ring", 10, 30);
  const app::SimulateReport tree = run_of("Tree", 20, 25);
  const std::string words = disagreement(ring, tree).toStdString();
  EXPECT_EQ(words,
            "Simulated, Ring/Simple is the faster; the cost model, which is fitted to published "
            "measurements, says Tree/Simple: see Recommendation.");
  EXPECT_EQ(disagreement(tree, ring).toStdString(), words);
  EXPECT_TRUE(disagreement(ring, run_of("Tree", 20, 40)).isEmpty());
  EXPECT_TRUE(disagreement(ring, run_of("Tree", 20, {})).isEmpty());
  EXPECT_TRUE(disagreement(ring, ring).isEmpty());
}

TEST(RunWords, SayHowTwoRunsDiffer) {
  app::SimulateReport ring = run_of("Ring", 10, 30);
  ring.what_it_is = "a ring";
  ring.hops = app::Hops{55, 7};
  app::SimulateReport tree = run_of("Tree", 20, 25);
  tree.what_it_is = "two trees";
  tree.hops = app::Hops{14, 4};
  EXPECT_EQ(contrast(tree, ring).toStdString(),
            "Tree: two trees; 18 hops one after another. Ring: a ring; 62 hops.");
  tree.hops.reset();
  EXPECT_EQ(contrast(tree, ring).toStdString(),
            "Tree: two trees. Ring: a ring; 62 hops one after another.");
  EXPECT_TRUE(contrast(ring, ring).isEmpty());
  tree.what_it_is.clear();  // a schedule of the user's own
  EXPECT_TRUE(contrast(tree, ring).isEmpty());
}

// The clock of a run ends with its last message.
TEST(RunWords, PartsOfATimeAddUp) {
  app::SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 2;
  request.is_recorded = true;
  const auto run = app::answer(request);
  ASSERT_TRUE(run);
  EXPECT_NEAR((run->time - run->before_messages).in_us(), run->recorded->timeline->end_us(), 1e-6);
  EXPECT_GT(run->before_messages.in_us(), 0);
  EXPECT_TRUE(run->cost_interval.has_value());
}

}  // namespace run_words_test
}  // namespace treering::gui::models
