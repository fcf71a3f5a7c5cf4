// `treering tune` over published runs of NCCL with forced algorithms, which nothing here made: the
// runs of MareNostrum 5 in docs/guides/ring-or-tree.csv. Each was published once; launches are made
// of it that lie 2 % apart.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/csv.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/record.h"

namespace treering::cli {
namespace published_test {

using nlohmann::json;

constexpr int kLaunches = 3;
constexpr int kGpusPerNode = 4;

/// us by size and algorithm: "ring", "tree".
using Truth = std::map<std::uint64_t, std::map<std::string, double>>;

Truth published(int nodes) {
  std::ifstream stream("docs/guides/ring-or-tree.csv");
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  Truth truth;
  for (const auto& row : testing::read_csv(text)) {
    const auto topology = row.find("topology");
    if (topology == row.end() || topology->second != "marenostrum5") continue;
    if (std::stoi(row.at("nodes")) != nodes) continue;
    const std::string algorithm = row.at("algorithm") == "Ring" ? "ring" : "tree";
    truth[std::stoull(row.at("bytes"))][algorithm] = std::stod(row.at("time_us"));
  }
  return truth;
}

struct Recording {
  std::string path;
  int nodes = 0;
};

tuner::measure::Record record_of(const Recording& recording, int launch, double us) {
  tuner::measure::Record record;
  record.runner = "nccl";
  record.trial.launch = launch;
  record.ranks = recording.nodes * kGpusPerNode;
  record.nodes = recording.nodes;
  record.start = fmt::format("2026-11-26T00:00:0{}.000Z", launch);
  for (int sample = 0; sample < 40; ++sample) {
    const double off =
        0.02 * std::sin(2.1 * launch + std::log(us)) + 0.005 * std::sin(1.7 * sample);
    record.samples_us.push_back(us * (1 + off));
  }
  return record;
}

void write(const Recording& recording, const Truth& truth) {
  std::ofstream file(recording.path);
  for (int launch = 0; launch < kLaunches; ++launch) {
    for (const auto& [bytes, by_algorithm] : truth) {
      for (const auto& [algorithm, us] : by_algorithm) {
        tuner::measure::Record record = record_of(recording, launch, us);
        record.trial.configuration.call.bytes = bytes;
        record.trial.configuration.way.algorithm = algorithm;
        file << line_of(record) << "\n";
      }
    }
  }
}

/// Nothing where the size is in none.
const json* choice_at(const json& report, std::uint64_t bytes) {
  for (const json& choice : report["choices"]) {
    if (choice["from_bytes"] <= bytes && bytes <= choice["to_bytes"]) return &choice;
  }
  return nullptr;
}

class PublishedRuns : public ::testing::TestWithParam<int> {};

TEST_P(PublishedRuns, TheFasterOneIsChosen) {
  const int nodes = GetParam();
  const Truth truth = published(nodes);
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/runs.jsonl";
  write({file, nodes}, truth);
  const Outcome tuned = run(fmt::format(
      "tune marenostrum5 --nodes {} --runner replay --measurements {} --algo default,ring,tree "
      "-b 256 -e 64M -f 8 --launches {} --budget 50 --format json",
      nodes, file, kLaunches));
  ASSERT_EQ(tuned.exit_code, 0) << tuned.err;
  const json report = json::parse(tuned.out);
  // What NCCL takes by itself was not published, so it is no choice.
  EXPECT_LE(report["measured"], report["exhaustive"].get<int>() / 2);
  int judged = 0;
  for (const auto& [bytes, us] : truth) {
    const json* const choice = choice_at(report, bytes);
    if (choice == nullptr) continue;
    EXPECT_EQ((*choice)["reason"], "fastest") << tuned.out;
    if (std::abs(std::log(us.at("ring") / us.at("tree"))) < std::log(1.1)) continue;
    ++judged;
    EXPECT_EQ((*choice)["algorithm"], us.at("ring") < us.at("tree") ? "ring" : "tree") << bytes;
  }
  EXPECT_GE(judged, 5);
}

INSTANTIATE_TEST_SUITE_P(Nodes, PublishedRuns, ::testing::Values(4, 16, 32),
                         [](const auto& one) { return fmt::format("{}", one.param); });

}  // namespace published_test
}  // namespace treering::cli
