// topologies/corpus.csv: which machine a published measurement was made on.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "tests/support/csv.h"

namespace treering::hw {
namespace corpus_table_test {

using Row = std::map<std::string, std::string>;

constexpr const char* kTable = "topologies/corpus.csv";
// Not part of the repository.
constexpr const char* kMeasurements = "../shared/corpus/measurements.csv";

std::vector<Row> read(const char* path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return treering::testing::read_csv(std::string(std::istreambuf_iterator<char>(file), {}));
}

bool is_known(const Row& row) {
  return !row.at("topology").empty();
}

int ranks_of(const Row& row) {
  return std::stoi(row.at("nodes")) * std::stoi(row.at("gpus_per_node"));
}

TEST(CorpusTable, HasEachIdOnce) {
  std::set<std::string> ids;
  for (const Row& row : read(kTable)) EXPECT_TRUE(ids.insert(row.at("id")).second) << row.at("id");
  EXPECT_GT(ids.size(), 100U);
}

TEST(CorpusTable, NamesBuiltInTopologiesThatAreLargeEnough) {
  for (const Row& row : read(kTable)) {
    if (!is_known(row)) continue;
    const auto topology = load_builtin(row.at("topology"));
    ASSERT_TRUE(topology) << row.at("id") << ": " << topology.error().message();
    EXPECT_LE(std::stoi(row.at("gpus_per_node")), topology->gpu_count()) << row.at("id");
    EXPECT_FALSE(row.at("network").empty()) << row.at("id");
    const std::string& devices = row.at("devices");
    if (devices.empty()) continue;
    EXPECT_EQ(std::ranges::count(devices, ',') + 1, std::stoi(row.at("gpus_per_node")))
        << row.at("id");
  }
}

TEST(CorpusTable, SaysWhyAMachineIsNotKnown) {
  for (const Row& row : read(kTable)) {
    if (is_known(row)) continue;
    EXPECT_GT(row.at("remarks").size(), 10U) << row.at("id");
    EXPECT_EQ(row.at("nodes") + row.at("gpus_per_node"), "") << row.at("id");
  }
}

/// Whether `id` is what `pattern` says, with '*' for any text.
bool matches(std::string_view pattern, std::string_view id) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == id;
  if (!id.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t rest = star; rest <= id.size(); ++rest) {
    if (matches(pattern.substr(star + 1), id.substr(rest))) return true;
  }
  return false;
}

/// The row of an id: the one that has it in full, else the first whose pattern it matches.
const Row* row_of(const std::vector<Row>& table, const std::string& id) {
  for (const Row& row : table) {
    if (row.at("id") == id) return &row;
  }
  const auto found =
      std::ranges::find_if(table, [&](const Row& row) { return matches(row.at("id"), id); });
  return found == table.end() ? nullptr : &*found;
}

TEST(CorpusTable, HasPatternsAtItsEnd) {
  const std::vector<Row> table = read(kTable);
  const auto is_pattern = [](const Row& row) {
    return row.at("id").find('*') != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::is_partitioned(table, std::not_fn(is_pattern)));
}

TEST(CorpusTable, AnswersPatternsInTheirOrder) {
  const std::vector<Row> table = read(kTable);
  const auto network = [&](const std::string& id) {
    const Row* row = row_of(table, id);
    return row == nullptr ? "none found" : row->at("nodes") + " x " + row->at("network");
  };
  EXPECT_EQ(network("polaris-a100-540n-nccl2.21-setup1"), "540 x TCP sockets over Slingshot-11");
  EXPECT_EQ(network("polaris-a100-540n-nccl2.21-setup4"), "540 x Slingshot-11");
  EXPECT_EQ(network("summit-768g-tree"), "128 x InfiniBand EDR");
  EXPECT_EQ(network("alps-gh200-4n-aws1.9.2"), "4 x Slingshot-11");
  EXPECT_EQ(network("xxr-h100-10n-2g"), "10 x 400 Gb/s, InfiniBand or RoCE");
  EXPECT_EQ(network("neither"), "none found");
}

TEST(CorpusTable, CoversTheMeasurements) {
  if (!std::filesystem::exists(kMeasurements)) GTEST_SKIP() << kMeasurements << " is not here";
  const std::vector<Row> table = read(kTable);
  for (const Row& row : read(kMeasurements)) {
    const std::string& id = row.at("id");
    const Row* machine = row_of(table, id);
    ASSERT_NE(machine, nullptr) << id << ": not in " << kTable;
    if (!is_known(*machine)) continue;
    ASSERT_EQ(ranks_of(*machine), std::stoi(row.at("ranks"))) << id;
    ASSERT_EQ(machine->at("nodes"), row.at("nodes")) << id;
  }
}

}  // namespace corpus_table_test
}  // namespace treering::hw
