#include "app/measurements/texts_of_rows.h"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/measurements/rows.h"
#include "tests/support/temporary_folder.h"

namespace treering::app::measurements {
namespace texts_of_rows_test {

tuner::Measurement row_of(int ranks, tuner::RankRange possible = {}) {
  tuner::Measurement row;
  row.ranks = ranks;
  row.possible_ranks = possible;
  return row;
}

setup::JobRequest on(const std::string& topology) {
  setup::JobRequest job;
  job.topology = topology;
  return job;
}

/// The nodes of a job on eight GPUs a node whose rows are in a file with this text; 0: left open.
int nodes_with(const std::string& text, const std::vector<tuner::Measurement>& rows) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/paste.txt";
  std::ofstream(path) << text;
  const hw::io::RealFiles files;
  const setup::NamedMachine machine("dgx-a100", files);
  const auto shown = on_shown_nodes(on("dgx-a100"), rows, {path}, machine);
  EXPECT_EQ(shown.job.nodes.has_value(), !shown.note.empty());
  return shown.job.nodes.value_or(0);
}

TEST(TextsOfRows, NodesOfTheWordsHoldOnAGivenMachine) {
  EXPECT_EQ(nodes_with("measured on 8 nodes\n", {row_of(64)}), 8);
  EXPECT_EQ(nodes_with("measured on 2 nodes\n", {row_of(0, {9, 23})}), 2);
  // Half of each node's GPUs.
  EXPECT_EQ(nodes_with("measured on 8 nodes\n", {row_of(32)}), 8);
}

TEST(TextsOfRows, NodesThatTheRanksDoNotFitAreOfSomethingElse) {
  EXPECT_EQ(nodes_with("we own 32 nodes\n", {row_of(16)}), 0);
  EXPECT_EQ(nodes_with("we own 3 nodes\n", {row_of(0, {16, 16})}), 0);
  EXPECT_EQ(nodes_with("no word on them\n", {row_of(16)}), 0);
}

TEST(TextsOfRows, NodesOfTheRowsOrTheQuestionAreKept) {
  auto row = row_of(16);
  row.nodes = 4;
  EXPECT_EQ(nodes_with("measured on 2 nodes\n", {row}), 0);
}

TEST(TextsOfRows, RowsThatDoNotKnowTheirRanksMayHaveThoseOfOthers) {
  EXPECT_EQ(common_ranks({row_of(64), row_of(0, {59, 80})}), 64);
  EXPECT_EQ(common_ranks({row_of(16), row_of(0, {59, 80})}), 0);
  EXPECT_EQ(common_ranks({row_of(16), row_of(0)}), 0);
  EXPECT_EQ(common_ranks({row_of(16), row_of(8)}), 0);
  EXPECT_EQ(possible_ranks({row_of(0, {9, 23}), row_of(0, {15, 40})}), (tuner::RankRange{15, 23}));
  EXPECT_FALSE(possible_ranks({row_of(0, {9, 10}), row_of(0, {15, 40})}).is_known());
}

TEST(TextsOfRows, AVariableThatForcedTheRowsIsNamed) {
  tuner::MeasurementSet set;
  auto row = row_of(16);
  row.way.algorithm = "Ring";
  set.rows = {row};
  set.variables = {{"NCCL_ALGO", "RING"}, {"NCCL_PROTO", "^LL"}};
  const hw::io::RealFiles files;
  const auto job = with_variables_of(set, on("dgx-h100"), setup::NamedMachine("dgx-h100", files));
  EXPECT_EQ(job.not_followed,
            std::vector<std::string>{
                "deduced: NCCL_ALGO=RING, as the text of the run sets it, which forced its rows"});
}

/// As the list of devices says in a file with these lines.
std::string shared_in(const std::string& text) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/paste.txt";
  std::ofstream(path) << text;
  return shared_gpu_text({path}, hw::io::RealFiles());
}

TEST(TextsOfRows, RanksOnOneGpuAreNamed) {
  const std::string first = "#  Rank  0 Group  0 Pid 10 on lab device  0 [0000:02:00] NVIDIA L4\n";
  const std::string second = "#  Rank  1 Group  0 Pid 11 on lab device  0 [0000:02:00] NVIDIA L4\n";
  EXPECT_EQ(shared_in(first + second),
            "ranks 0 and 1 share one GPU, 0000:02:00 of lab, by the list of devices, so their "
            "times measure no link; unless two hosts have that name");
  // Another host, another run, another domain of PCI.
  EXPECT_EQ(
      shared_in(first + "#  Rank  1 Group  0 Pid 11 on den device  0 [0000:02:00] NVIDIA L4\n"),
      "");
  EXPECT_EQ(shared_in(first + first), "");
  EXPECT_EQ(shared_in("#  Rank  0 Group  0 Pid 10 on lab device  0 [0x02] NVIDIA L4\n"
                      "#  Rank  1 Group  0 Pid 11 on lab device  0 [0x02] NVIDIA L4\n"),
            "");
}

TEST(TextsOfRows, AJobWithoutNvlsChannelsRanWithoutNvls) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/run.log";
  std::ofstream(path) << "n:1:2 [0] NCCL INFO 24 coll channels, 0 collnet channels\n";
  const hw::io::RealFiles files;
  const setup::NamedMachine machine("dgx-h100", files);
  EXPECT_EQ(without_unseen_nvls(on("dgx-h100"), {path}, machine).note, "");
  setup::JobRequest given = on("dgx-h100");
  given.variables.env = {"NCCL_NVLS_ENABLE=1"};
  EXPECT_EQ(without_unseen_nvls(given, {path}, machine).job.variables.env, given.variables.env);
}

/// The adapters that a list of NCCL_IB_HCA leaves a job on DGX H100 of so many nodes: its own are
/// mlx5_0, 3 to 6 and 9 to 11.
std::string adapters_of(const std::string& list, int nodes) {
  tuner::MeasurementSet set;
  auto row = row_of(8 * nodes);
  row.nodes = nodes;
  set.rows = {row};
  set.variables = {{"NCCL_IB_HCA", list}};
  const hw::io::RealFiles files;
  return with_variables_of(set, on("dgx-h100"), setup::NamedMachine("dgx-h100", files))
      .job.adapters.nics.value_or("all");
}

TEST(TextsOfRows, AdaptersThatAreNamedOtherwiseAreCounted) {
  EXPECT_EQ(adapters_of("mlx5_0,mlx5_1,mlx5_4,mlx5_5", 2), "4");
  EXPECT_EQ(adapters_of("mlx5_2:1", 2), "1");
  EXPECT_EQ(adapters_of("mlx5_0,mlx5_3", 2), "all");  // its own names, which the list itself keeps
  EXPECT_EQ(adapters_of("^mlx5_1", 2), "all");
  EXPECT_EQ(adapters_of("mlx5", 2), "all");
  EXPECT_EQ(adapters_of("mlx5_0,mlx5_1", 1), "all");
}

// Of 9 to 23 ranks only 16 fill nodes of eight; of 59 to 80 three numbers do.
TEST(TextsOfRows, TheOnlyPossibleNumberOfRanksIsTaken) {
  const hw::io::RealFiles files;
  const setup::NamedMachine machine("dgx-a100", files);
  EXPECT_EQ(completed(on("dgx-a100"), {row_of(0, {9, 23})}, machine).job.nodes, 2);
  EXPECT_FALSE(completed(on("dgx-a100"), {row_of(0, {59, 80})}, machine).job.nodes);
}

}  // namespace texts_of_rows_test
}  // namespace treering::app::measurements
