// topologies/corpus.csv: which machine a published measurement was made on.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "tests/support/csv.h"

namespace treering::hw {
namespace {

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

TEST(CorpusTable, CoversTheMeasurements) {
  if (!std::filesystem::exists(kMeasurements)) GTEST_SKIP() << kMeasurements << " is not here";
  std::map<std::string, Row> table;
  for (const Row& row : read(kTable)) table[row.at("id")] = row;
  std::set<std::string> measured;
  for (const Row& row : read(kMeasurements)) {
    const std::string& id = row.at("id");
    measured.insert(id);
    ASSERT_TRUE(table.contains(id)) << id << ": not in " << kTable;
    if (!is_known(table[id])) continue;
    ASSERT_EQ(ranks_of(table[id]), std::stoi(row.at("ranks"))) << id;
    ASSERT_EQ(table[id].at("nodes"), row.at("nodes")) << id;
  }
  for (const auto& [id, row] : table) EXPECT_TRUE(measured.contains(id)) << id << ": not measured";
}

}  // namespace
}  // namespace treering::hw
