// Scores, replicates and picks, on rows made by hand.
#include "tuner/calibration/validation.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::calibration {
namespace validation_test {

constexpr double kMiB = 1024.0 * 1024;

Observation row_of(const std::string& id, double bytes, double measured_us,
                   const std::string& forced = {}) {
  Observation row;
  row.id = id;
  row.system = "cluster";
  row.bytes = bytes;
  row.measured_us = measured_us;
  row.forced.algorithm = forced;
  row.way.algorithm = forced.empty() ? "Tree" : forced;
  return row;
}

TEST(Validation, ScoresAreOfEachModel) {
  const Observation first = row_of("a", 8, 10);
  const Observation second = row_of("a", 2 * kMiB, 10);
  const std::vector<Compared> rows{{{&first, 11, 9, 12}, 20}, {{&second, 13, 12, 14}, 0}};
  const ModelScores scores = scores_of(rows);
  EXPECT_NEAR(scores.cost.median, 0.2, 1e-12);  // between 0.1 and 0.3
  EXPECT_EQ(scores.cost.covered, 0.5);
  EXPECT_EQ(scores.nccl.rows, 0U);  // it has no figure for the second
}

TEST(Validation, ModelsAreComparedOnTheSameRows) {
  const Observation first = row_of("a", 8, 10);
  const Observation second = row_of("a", 8, 10);
  const Observation third = row_of("a", 8, 10);
  // Of NCCL, of the event model: 20 and 15; none and 5; 30 and none.
  const std::vector<Compared> rows{
      {{&first, 11}, 20, 15}, {{&second, 12}, 0, 5}, {{&third, 13}, 30, 0}};
  const auto parts = by_models(rows);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].models, (Answering{true, true}));
  EXPECT_NEAR(parts[0].scores.all.cost.median, 0.1, 1e-12);
  EXPECT_NEAR(parts[0].scores.all.nccl.median, 1, 1e-12);
  EXPECT_NEAR(parts[0].scores.all.event.median, 0.5, 1e-12);
  EXPECT_EQ(parts[1].models, (Answering{true, false}));
  EXPECT_NEAR(parts[1].scores.all.nccl.median, 2, 1e-12);
  EXPECT_EQ(parts[1].scores.all.event.rows, 0U);
  EXPECT_EQ(parts[2].models, (Answering{false, true}));
  EXPECT_EQ(by_group(rows).size(), 3U);
}

// Twenty rows of two systems, the event model at 0.1 from each and the cost model at 0.2.
TEST(Validation, TheEventModelIsNearerOnEnoughRowsOfSeveralSystems) {
  std::vector<Observation> seen(20, row_of("a", 8, 10));
  seen.back().system = "other";
  std::vector<Compared> rows;
  for (const Observation& one : seen) rows.push_back({{&one, 12}, 0, 11});
  const auto kinds = by_kind(rows);
  ASSERT_EQ(kinds.size(), 1U);
  EXPECT_EQ(kinds[0].systems, 2U);
  EXPECT_EQ(kinds[0].kind.algorithm, "Tree");
  EXPECT_TRUE(is_event_nearer(kinds[0]));
  rows.pop_back();
  EXPECT_FALSE(is_event_nearer(by_kind(rows)[0]));  // one system
  for (Compared& row : rows) row.event_us = 0;
  EXPECT_TRUE(by_kind(rows).empty());  // nothing was simulated
}

TEST(Validation, GroupsAreBySystemCollectiveAlgorithmAndSize) {
  const Observation small = row_of("a", 8, 10);
  const Observation large = row_of("a", 64 * kMiB, 10);
  const Observation ring = row_of("b", 8, 10, "Ring");
  const std::vector<Compared> rows{{{&small, 1}, 0}, {{&large, 1}, 0}, {{&ring, 1}, 0}};
  const auto groups = by_group(rows);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].algorithm, "Ring");
  EXPECT_EQ(groups[1].algorithm, "Tree");
  EXPECT_EQ(groups[1].size_class, 0U);
  EXPECT_EQ(groups[2].size_class, 2U);
  EXPECT_EQ(by_id(rows).at("a").cost.rows, 2U);
}

TEST(Validation, ScoresAreOfAllSizesAndOfEach) {
  const Observation small = row_of("a", 8, 10);
  const Observation large = row_of("a", 64 * kMiB, 10);
  const std::vector<Compared> rows{{{&small, 11}, 20}, {{&large, 13}, 0}};
  const BySize<ModelScores> scores = scores_by_size(rows);
  EXPECT_EQ(scores.all.cost.rows, 2U);
  EXPECT_NEAR(scores.by_size_class[0].cost.median, 0.1, 1e-12);
  EXPECT_EQ(scores.by_size_class[0].nccl.rows, 1U);
  EXPECT_EQ(scores.by_size_class[1].cost.rows, 0U);
  EXPECT_NEAR(scores.by_size_class[2].cost.median, 0.3, 1e-12);
  EXPECT_EQ(scores.by_size_class[2].nccl.rows, 0U);
  EXPECT_EQ(scores.all.nccl.rows, 0U);  // it has no answer for all of them
  const std::vector<Scored> alone{rows[0].cost, rows[1].cost};
  EXPECT_EQ(scores_by_size(alone).by_size_class[2].rows, 1U);
}

TEST(Replicates, AreTheSameOnTheSameClusterUnderAnotherName) {
  const std::vector<Observation> rows{row_of("a", 8, 10), row_of("b", 8, 40), row_of("c", 8, 10),
                                      row_of("a", 16, 5), row_of("b", 8, 7, "Ring")};
  const auto replicates = predicted_by_replicates(pointers_to(rows));
  ASSERT_EQ(replicates.size(), 3U);
  EXPECT_NEAR(replicates[0].predicted_us, 20, 1e-9);  // of 40 and 10, the mean of logarithms
  EXPECT_NEAR(replicates[1].predicted_us, 10, 1e-9);
}

TEST(Replicates, RepeatedRowsOfOneRunAreNone) {
  const std::vector<Observation> rows{row_of("a", 8, 10), row_of("a", 8, 12)};
  EXPECT_TRUE(predicted_by_replicates(pointers_to(rows)).empty());
}

TEST(Picks, CountWhereRingAndTreeDiffer) {
  const Observation ring = row_of("a-ring", 8, 20, "Ring");
  const Observation tree = row_of("a-tree", 8, 10, "Tree");
  const Observation ring_large = row_of("a-ring", 16, 100, "Ring");
  const Observation tree_large = row_of("a-tree", 16, 150, "Tree");
  const Observation ring_same = row_of("a-ring", 32, 100, "Ring");
  const Observation tree_same = row_of("a-tree", 32, 105, "Tree");
  const std::vector<Scored> rows{{&ring, 5},       {&tree, 4},        // right
                                 {&ring_large, 9}, {&tree_large, 8},  // wrong: 150 for 100
                                 {&ring_same, 9},  {&tree_same, 8}};  // less than 10 % apart
  const Picks picks = picks_of(rows);
  EXPECT_EQ(picks.questions, 2U);
  EXPECT_EQ(picks.right, 1U);
  EXPECT_NEAR(picks.regret, 0.25, 1e-9);
  EXPECT_EQ(picks.share_right(), 0.5);
}

TEST(Picks, OneOfTheTwoIsNoQuestion) {
  const Observation ring = row_of("a", 8, 20, "Ring");
  const std::vector<Scored> rows{{&ring, 5}};
  EXPECT_EQ(picks_of(rows).questions, 0U);
  EXPECT_EQ(Picks().share_right(), 0);
}

}  // namespace validation_test
}  // namespace treering::tuner::calibration
