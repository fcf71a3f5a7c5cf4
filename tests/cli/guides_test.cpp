// The tables of docs/guides/ring-or-tree.md are what the program predicts and what
// docs/guides/ring-or-tree.csv has of published runs.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/units.h"
#include "tests/cli/run.h"
#include "tests/support/csv.h"

namespace treering::cli {
namespace guides_test {

const std::string kGuide = "docs/guides/ring-or-tree.md";
const std::string kRuns = "docs/guides/ring-or-tree.csv";

using Row = std::vector<std::string>;

Row split(const std::string& line, char mark) {
  Row fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, mark);) fields.push_back(field);
  return fields;
}

std::string text_of(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// "| a | b |": "a", "b".
Row cells_of(const std::string& line) {
  Row cells;
  for (const std::string& field : split(line.substr(1), '|')) {
    const auto begin = field.find_first_not_of(' ');
    const auto end = field.find_last_not_of(' ');
    cells.push_back(begin == std::string::npos ? "" : field.substr(begin, end - begin + 1));
  }
  return cells;
}

struct Table {
  Row head;
  std::vector<Row> rows;
};

/// The table of the guide whose head begins with these cells.
Table table_of(const Row& begin) {
  const Row lines = split(text_of(kGuide), '\n');
  Table table;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("| ")) continue;
    const Row head = cells_of(lines[i]);
    if (head.size() < begin.size() || !std::equal(begin.begin(), begin.end(), head.begin())) {
      continue;
    }
    table.head = head;
    for (i += 2; i < lines.size() && lines[i].starts_with("| "); ++i) {
      table.rows.push_back(cells_of(lines[i]));
    }
  }
  EXPECT_FALSE(table.rows.empty()) << "no such table in " << kGuide;
  for (const Row& row : table.rows) EXPECT_EQ(row.size(), table.head.size());
  return table;
}

/// "64 KiB".
std::uint64_t bytes_of(const std::string& text) {
  for (unsigned octave = 3; octave < 40; ++octave) {
    const std::uint64_t bytes = std::uint64_t{1} << octave;
    if (core::format_size(bytes) == text) return bytes;
  }
  ADD_FAILURE() << text;
  return 0;
}

using Times = std::map<std::string, std::map<std::uint64_t, double>>;  // us by algorithm and size

/// The fastest protocol of each algorithm. \param words what `predict` is given
Times predicted(const std::string& words) {
  const Outcome outcome = run("predict " + words + " -c all_reduce --format csv");
  EXPECT_EQ(outcome.exit_code, 0) << words << ": " << outcome.err;
  Times times;
  for (const auto& row : testing::read_csv(outcome.out)) {
    const std::uint64_t bytes = std::stoull(row.at("bytes"));
    const double us = std::stod(row.at("time_us"));
    const auto [place, is_new] = times[row.at("algorithm")].emplace(bytes, us);
    if (!is_new) place->second = std::min(place->second, us);
  }
  return times;
}

struct PublishedRun {
  std::string topology;
  int nodes = 0;
  int gpus_per_node = 0;
  std::string algorithm;
  std::uint64_t bytes = 0;
  double us = 0;
};

std::vector<PublishedRun> published() {
  std::vector<PublishedRun> runs;
  for (const auto& row : testing::read_csv(text_of(kRuns))) {
    const auto topology = row.find("topology");
    runs.push_back({topology == row.end() ? "" : topology->second, std::stoi(row.at("nodes")),
                    std::stoi(row.at("gpus_per_node")), row.at("algorithm"),
                    std::stoull(row.at("bytes")), std::stod(row.at("time_us"))});
  }
  return runs;
}

/// Ring / `other`; nothing where one is missing.
std::optional<double> measured(const std::string& topology, int gpus, std::uint64_t bytes,
                               const std::string& other) {
  std::map<std::string, double> us;
  for (const PublishedRun& one : published()) {
    const bool is_it = one.topology == topology && one.nodes * one.gpus_per_node == gpus;
    if (is_it && one.bytes == bytes) us[one.algorithm] = one.us;
  }
  if (!us.contains("Ring") || !us.contains(other)) return std::nullopt;
  return us["Ring"] / us[other];
}

/// Figures of the guide have three digits at least, and the program's times too.
void expect_near(double value, const std::string& cell) {
  const double shown = std::stod(cell);
  EXPECT_NEAR(value, shown, std::max(0.0056, 0.006 * shown));
}

double us_of(const Times& times, const std::string& algorithm, std::uint64_t bytes) {
  return times.at(algorithm).at(bytes);
}

double least_of(const Times& times, const Row& algorithms, std::uint64_t bytes) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::string& one : algorithms) {
    const auto of_algorithm = times.find(one);
    if (of_algorithm == times.end()) continue;
    const auto at = of_algorithm->second.find(bytes);
    if (at != of_algorithm->second.end()) least = std::min(least, at->second);
  }
  return least;
}

/// At which sizes Ring is faster than Tree: up to the largest, or in stretches.
std::string faster_at(const Times& times) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> stretches;
  bool is_faster = false;
  for (const auto& [bytes, us] : times.at("Ring")) {
    const bool was_faster = std::exchange(is_faster, us < us_of(times, "Tree", bytes));
    if (is_faster && !was_faster) stretches.emplace_back(bytes, bytes);
    if (is_faster) stretches.back().second = bytes;
  }
  if (stretches.empty()) return "never";
  const std::uint64_t from = stretches.back().first;
  if (is_faster && from == times.at("Ring").begin()->first) return "always";
  if (is_faster) return fmt::format("from {} on", core::format_size(from));
  std::string text = "only ";
  for (const auto& [first, last] : stretches) {
    if (first != stretches.front().first) text += ", ";
    text += core::format_size(first);
    if (last != first) text += " to " + core::format_size(last);
  }
  return text;
}

TEST(RingOrTree, RingIsFasterAt) {
  const Table table = table_of({"machine", "1 node"});
  for (const Row& row : table.rows) {
    const std::string machine = row[0].substr(0, row[0].find(' '));
    for (std::size_t i = 1; i < row.size(); ++i) {
      const std::string nodes = table.head[i].substr(0, table.head[i].find(' '));
      const Times times = predicted(fmt::format("{} --nodes {} -b 8 -e 8G -f 2", machine, nodes));
      EXPECT_EQ(faster_at(times), row[i]) << machine << " " << nodes;
    }
  }
}

TEST(RingOrTree, MeasuredOnMareNostrum) {
  const Table table = table_of({"GPUs", "256 B"});
  for (const Row& row : table.rows) {
    for (std::size_t i = 1; i < row.size(); ++i) {
      const auto ratio =
          measured("marenostrum5", std::stoi(row[0]), bytes_of(table.head[i]), "Tree");
      ASSERT_TRUE(ratio) << row[0] << " " << table.head[i];
      expect_near(*ratio, row[i]);
    }
  }
}

TEST(RingOrTree, OverTheSizeOfSummit) {
  constexpr int kGpusPerNode = 6;
  const Table table = table_of({"GPUs", "96"});
  for (const Row& row : table.rows) {
    const std::uint64_t bytes = bytes_of(row[0].substr(0, row[0].find(',')));
    for (std::size_t i = 1; i < row.size(); ++i) {
      std::string text = table.head[i];
      std::erase(text, ',');
      const int gpus = std::stoi(text);
      SCOPED_TRACE(fmt::format("{}: {} GPUs", row[0], gpus));
      if (row[0].ends_with("measured")) {
        expect_near(measured("summit", gpus, bytes, "Tree").value_or(0), row[i]);
        continue;
      }
      const Times times =
          predicted(fmt::format("summit --nodes {0} -b {1} -e {1}", gpus / kGpusPerNode, bytes));
      expect_near(us_of(times, "Ring", bytes) / us_of(times, "Tree", bytes), row[i]);
    }
  }
}

TEST(RingOrTree, TwoNodesAreSpecial) {
  const Table table = table_of({"machine", "nodes", "model"});
  for (const Row& row : table.rows) {
    const Times times = predicted(
        fmt::format("{} --nodes {} --model {} -b 64K -e 1G -f 2", row[0], row[1], row[2]));
    for (std::size_t i = 3; i < row.size(); ++i) {
      SCOPED_TRACE(fmt::format("{} {} {} {}", row[0], row[1], row[2], table.head[i]));
      const std::uint64_t bytes = bytes_of(table.head[i]);
      expect_near(us_of(times, "Ring", bytes) / us_of(times, "Tree", bytes), row[i]);
    }
  }
}

TEST(RingOrTree, NvlsBesideRingAndTree) {
  const Table table = table_of({"machine", "nodes", "8 B"});
  for (const Row& row : table.rows) {
    const Times times = predicted(fmt::format("{} --nodes {} -b 8 -e 8G -f 2", row[0], row[1]));
    for (std::size_t i = 2; i < row.size(); ++i) {
      SCOPED_TRACE(fmt::format("{} {} {}", row[0], row[1], table.head[i]));
      const std::uint64_t bytes = bytes_of(table.head[i]);
      expect_near(
          least_of(times, {"NVLS", "NVLSTree"}, bytes) / least_of(times, {"Ring", "Tree"}, bytes),
          row[i]);
    }
  }
}

TEST(RingOrTree, NvlsOnOneMachine) {
  constexpr std::uint64_t kBytes = std::uint64_t{8} << 30U;
  const Table table = table_of({"GPUs", "4"});
  for (const Row& row : table.rows) {
    const std::string machine = row[0].starts_with("H200") ? "dgx-h200" : "dgx-b200";
    for (std::size_t i = 1; i < row.size(); ++i) {
      SCOPED_TRACE(row[0] + " " + table.head[i]);
      if (row[0].ends_with("measured")) {
        expect_near(measured(machine, std::stoi(table.head[i]), kBytes, "NVLS").value_or(0),
                    row[i]);
        continue;
      }
      const Times times =
          predicted(fmt::format("{} --gpus-per-node {} -b 8G -e 8G", machine, table.head[i]));
      expect_near(us_of(times, "Ring", kBytes) / us_of(times, "NVLS", kBytes), row[i]);
    }
  }
}

// "In all the pairs above whose times differ by 10 % or more, ..."
TEST(RingOrTree, TheModelNamesTheFasterOne) {
  int judged = 0;
  int right = 0;
  for (const PublishedRun& one : published()) {
    if (one.algorithm == "Ring" || one.topology.empty()) continue;
    const auto ratio =
        measured(one.topology, one.nodes * one.gpus_per_node, one.bytes, one.algorithm);
    if (!ratio || std::abs(std::log(*ratio)) < std::log(1.1)) continue;
    const Times times =
        predicted(fmt::format("{0} --nodes {1} --gpus-per-node {2} -b {3} -e {3}", one.topology,
                              one.nodes, one.gpus_per_node, one.bytes));
    ++judged;
    const bool is_ring_slower =
        us_of(times, "Ring", one.bytes) > us_of(times, one.algorithm, one.bytes);
    if (is_ring_slower == (*ratio > 1)) ++right;
  }
  const std::string sentence = fmt::format("in {} of {} cases", right, judged);
  EXPECT_NE(text_of(kGuide).find(sentence), std::string::npos) << sentence;
}

}  // namespace guides_test
}  // namespace treering::cli
