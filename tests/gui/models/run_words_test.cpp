#include <gtest/gtest.h>

#include "gui/models/words.h"

namespace treering::gui::models {
namespace run_words_test {

app::SimulateReport run_of(const char* algorithm, double us, std::optional<double> cost_us) {
  app::SimulateReport run;
  run.way.algorithm = algorithm;
  run.way.protocol = "Simple";
  run.time = run.single = core::Duration::from_us(us);
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
  app::SimulateReport tree = run_of("NVLSTree", 20, 25);
  tree.what_it_is = "two trees";
  tree.hops = app::Hops{14, 4};
  EXPECT_EQ(contrast(tree, ring).toStdString(),
            "NVLSTree: two trees; 18 hops one after another. Ring: a ring; 62 hops.");
  tree.hops.reset();
  EXPECT_EQ(contrast(tree, ring).toStdString(),
            "NVLSTree: two trees. Ring: a ring; 62 hops one after another.");
  tree.hops = app::Hops{1, 0};
  EXPECT_EQ(contrast(tree, ring).toStdString(),
            "NVLSTree: two trees; 1 hop. Ring: a ring; 62 hops one after another.");
  tree.shape.nodes = 2;
  tree.shape.ranks_per_node = 8;
  tree.hops = app::Hops{0, 2};
  EXPECT_EQ(
      contrast(tree, ring).toStdString(),
      "NVLSTree: two trees; 2 hops between nodes one after another. Ring: a ring; 62 hops one "
      "after another.");
  EXPECT_TRUE(contrast(ring, ring).isEmpty());
  tree.what_it_is.clear();  // a schedule of the user's own
  EXPECT_TRUE(contrast(tree, ring).isEmpty());
}

// As in the CLI: who reads a name must know that no variable of NCCL sets it.
TEST(RunWords, SayWhatIsNotInNccl) {
  app::SimulateReport run = run_of("ring_2d", 4, {});
  run.is_in_nccl = false;
  run.what_it_is = "rings";
  EXPECT_EQ(times_text(run).toStdString(), "ring_2d/Simple (not in NCCL): 4.00 us simulated");
  app::SimulateReport ring = run_of("Ring", 10, {});
  ring.what_it_is = "a ring";
  EXPECT_EQ(contrast(ring, run).toStdString(), "Ring: a ring. ring_2d, not in NCCL: rings.");
  EXPECT_TRUE(stand_in_text(run).isEmpty());  // NCCL has others for an all_reduce
  run.way.algorithm = "pairwise";
  run.call.collective = core::Collective::AllToAll;
  EXPECT_EQ(stand_in_text(run).toStdString(),
            "NCCL's own alltoall is p2p, all peers at once. The picture has pairwise for "
            "comparison.");
}

TEST(RunWords, SayWhereASimulationIsOutsideTheInterval) {
  app::SimulateReport run = run_of("Tree", 2648, 1269.5);
  EXPECT_TRUE(outside_text(run).isEmpty());
  run.cost_interval = {core::Duration::from_us(731), core::Duration::from_us(2205)};
  EXPECT_EQ(outside_text(run).toStdString(),
            "The simulation takes longer than the cost model expects of 4 of 5 runs. It gives each "
            "message its part of every link; the formulas take all as alike: rather believe the "
            "simulation.");
  run.time = core::Duration::from_us(246);
  EXPECT_TRUE(outside_text(run).contains("takes less time than"));
  run.time = core::Duration::from_us(800);
  EXPECT_TRUE(outside_text(run).isEmpty());
}

// In both orders; half of the data in each tree, if both are used.
TEST(RunWords, SayWhatATreeAndARingAreGoodFor) {
  app::SimulateReport ring = run_of("Ring", 10, 30);
  ring.what_it_is = "a ring";
  ring.hops = app::Hops{55, 7};
  ring.shape.nodes = 4;
  app::SimulateReport tree = run_of("Tree", 20, 25);
  tree.what_it_is = "two trees";
  tree.hops = app::Hops{14, 4};
  tree.shape.nodes = 4;
  EXPECT_EQ(contrast(tree, ring).toStdString(),
            "Tree: two trees; each tree sums half of the data up to its root and spreads it down "
            "again; 18 hops one after another, good for little data. Ring: a ring; 62 hops, but "
            "all its links carry the same all the time, good for much data.");
  EXPECT_EQ(contrast(ring, tree, 1).toStdString(),
            "Ring: a ring; 62 hops one after another, but all its links carry the same all the "
            "time, good for much data. Tree: the first of two binary trees between nodes, chain "
            "inside a node; it sums the data up to its root and spreads them down again; 18 hops, "
            "good for little data.");
  EXPECT_TRUE(contrast(tree, ring, 8.0 / 12)
                  .contains("; tree 1 sums 67 % of the data up to its root and spreads them down "
                            "again, tree 2 the "
                            "others; 18 hops"));
  tree.hops = ring.hops = app::Hops{14, 0};
  tree.shape.nodes = ring.shape.nodes = 1;
  EXPECT_EQ(
      contrast(tree, ring).toStdString(),
      "Tree: a chain through all GPUs of the node, there and back; 14 hops one after another. "
      "Ring: a ring; 14 hops.");
}

TEST(RunWords, SayWhyHopsAreNotCounted) {
  app::SimulateReport ring = run_of("Ring", 10, {});
  ring.what_it_is = "a ring";
  ring.faults = {"0/mlx5_0=down"};
  app::SimulateReport other = run_of("NVLSTree", 20, {});
  other.what_it_is = "switches";
  other.faults = ring.faults;
  EXPECT_TRUE(contrast(other, ring)
                  .endsWith(" Hops are counted by the cost model, which knows no faults."));
}

// NCCL's own model takes LL for a ring over 16 GPUs, which the cost model knows to be slow.
TEST(RunWords, SayThatAnotherProtocolIsFaster) {
  app::SimulateReport ring = run_of("Ring", 10, {});
  EXPECT_TRUE(faster_protocol_text(ring).isEmpty());
  ring.way.protocol = "LL";
  ring.faster_protocol = {"LL128", core::Duration::from_us(255)};
  EXPECT_EQ(faster_protocol_text(ring),
            "With NCCL_ALGO=Ring alone NCCL takes LL. With NCCL_PROTO=LL128 too the cost model "
            "says 255.00 us.");
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
