// `treering tune` where something is planted that it must find and choose around: on shaped
// clusters, with real ranks of Open MPI and Gloo. Skipped where this machine allows no namespaces,
// or lacks iproute2. Other work may have the processors: then more launches follow, and what is
// still undecided after them is skipped, with the reason, and never passed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/measure/launched.h"
#include "tests/cli/run.h"
#include "tests/support/emulated_gpus.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/record.h"

namespace treering::cli {
namespace planted_test {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Why there can be no shaped cluster with this runner; empty where there can.
std::string obstacle(const std::string& runner) {
  if (!has_program("treering-worker-" + runner)) return "built without " + runner;
  if (!has_program("treering-shape")) return "built without treering-shape";
  const std::string command = program("treering-shape") + " --rates 1 -- true >/dev/null 2>&1";
  return std::system(command.c_str()) == 0 ? "" : "no namespaces on this machine";
}

bool is_undecided(const json& report) {
  return std::ranges::any_of(report["choices"], [](const json& choice) {
    return choice["reason"] == "undecided" || choice["reason"] == "all failed";
  });
}

class Planted : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string why = obstacle(GetParam());
    if (!why.empty()) GTEST_SKIP() << why;
  }

  [[nodiscard]] std::string results() const { return folder_.path() + "/runs.jsonl"; }

  /// Few samples of large calls, so that links decide, and all of a small sweep.
  [[nodiscard]] Outcome tune(const std::string& more) const {
    return cli::run(
        fmt::format("tune --runner {} --ranks 4 --warmups 1 --samples 5 --launches 6 "
                    "--budget 100 --format json -o {} {}",
                    GetParam(), results(), more));
  }

  /// Again, which goes on, while other work leaves the choice undecided.
  [[nodiscard]] json tuned(const std::string& more) const {
    json report;
    for (int turn = 0; turn < kTurns; ++turn) {
      const Outcome outcome = tune(more);
      EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
      report = json::parse(outcome.out);
      if (!is_undecided(report)) break;
    }
    return report;
  }

  /// What a check finds of messages between all pairs of ranks. Likewise again, with more launches,
  /// while it finds something else.
  [[nodiscard]] json checked_pairs(const std::string& shaped, const std::string& finding) const {
    const std::string file = folder_.path() + "/pairs.jsonl";
    json found;
    for (int turn = 0; turn < kTurns; ++turn) {
      const Outcome pairs =
          cli::run(fmt::format("measure --runner {} --ranks 4 --shaped {} -c sendrecv --pairs -b "
                               "4K -e 64K -f 4 --warmups 1 --samples 5 -o {}",
                               GetParam(), shaped, file));
      EXPECT_EQ(pairs.exit_code, 0) << pairs.err;
      const Outcome check =
          cli::run("check " + file + " --topology hosts --nic-rate 0.1 --format json");
      found = json::parse(check.out);
      if (found["outcome"] == finding) break;
    }
    return found;
  }

  /// Whether other work hid the plant: nothing is named then. A wrong name is no excuse.
  [[nodiscard]] static bool names_nothing(const json& found) {
    return found["links"].empty() && found["late"].empty();
  }

  support::TemporaryFolder folder_;

 private:
  static constexpr int kTurns = 3;
};

/// Medians of each algorithm's launches, us; the default is "".
std::map<std::string, double> medians_of(const std::string& file) {
  const auto journal = tuner::measure::Journal::open(file);
  std::map<std::string, std::vector<double>> all;
  for (const auto& record : journal->earlier()) {
    if (record.median_us)
      all[record.trial.configuration.way.algorithm].push_back(*record.median_us);
  }
  std::map<std::string, double> medians;
  for (auto& [algorithm, us] : all) {
    std::ranges::nth_element(us, us.begin() + std::ssize(us) / 2);
    medians[algorithm] = us[us.size() / 2];
  }
  return medians;
}

std::ptrdiff_t times_measured(const std::string& file, const std::string& algorithm) {
  const auto journal = tuner::measure::Journal::open(file);
  return std::ranges::count_if(journal->earlier(), [&](const auto& record) {
    return record.median_us && record.trial.configuration.way.algorithm == algorithm;
  });
}

/// The algorithm of the only choice; empty: the library's own.
std::string algorithm_of(const json& report) {
  const json& algorithm = report["choices"].at(0)["algorithm"];
  return algorithm.is_null() ? "" : algorithm.get<std::string>();
}

/// The only choice is not the one that the plant punishes, and nothing that was measured is faster
/// than the choice by more than half: other work on these cores moves medians by less.
void expect_right_choice(const json& report, const std::string& file, const std::string& victim) {
  ASSERT_EQ(report["choices"].size(), 1U);
  EXPECT_NE(algorithm_of(report), victim);
  if (is_undecided(report)) GTEST_SKIP() << "other work had the processors: " << report["choices"];
  const auto medians = medians_of(file);
  ASSERT_TRUE(medians.contains(algorithm_of(report))) << report;
  for (const auto& [algorithm, us] : medians) {
    EXPECT_LE(medians.at(algorithm_of(report)), 1.5 * us) << algorithm;
  }
}

std::vector<std::string> notes_of(const json& report) {
  return report["notes"].get<std::vector<std::string>>();
}

// --- a slow link

// Rank 2 has a fifth of the others' link. Of Open MPI a binomial tree sends all data over it twice,
// one after the other, and a basic linear one from rank 0 once. Gloo's simple ring sends all data
// over each link three times, the other ones half of that.
class PlantedSlowLink : public Planted {};

TEST_P(PlantedSlowLink, IsAvoided) {
  const bool is_mpi = std::string(GetParam()) == "mpi";
  const std::string victim = is_mpi ? "binomial" : "ring_simple";
  const json report =
      tuned("--shaped 0.1,2=0.02 " +
            std::string(is_mpi ? "-c broadcast -b 256K -e 256K --algo default,basic_linear,"
                               : "-c all_reduce -b 128K -e 128K --algo default,halving_doubling,") +
            victim);
  expect_right_choice(report, results(), victim);
}

// The algorithms go over several links: messages between two ranks tell these apart.
TEST_P(PlantedSlowLink, IsNamedByPairs) {
  const json found = checked_pairs("0.1,2=0.02", "slow link");
  const bool is_open = found["outcome"] == "late rank or slow link";
  if (is_open) {
    EXPECT_EQ(found["late"].at(0)["rank"], 2);
  }
  if (is_open || names_nothing(found)) {
    GTEST_SKIP() << "other work had the processors: " << found["verdict"];
  }
  ASSERT_EQ(found["outcome"], "slow link") << found["verdict"];
  ASSERT_EQ(found["links"].size(), 1U);
  EXPECT_EQ(found["links"][0]["rank"], 2);
  EXPECT_NEAR(found["links"][0]["gbit"].get<double>(), 0.02, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Runners, PlantedSlowLink, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

// --- a middlebox

/// On the PATH before tc: what rank 0 sends to rank 2 goes through a twentieth of its link.
/// Recursive doubling and halving send between these two, a ring does not.
void write_middlebox(const std::string& folder) {
  const std::string path = folder + "/tc";
  std::ofstream(path) << R"(#!/bin/sh
for place in /usr/sbin /sbin /usr/bin; do [ -x $place/tc ] && tc=$place/tc; done
case "$*" in
"-n r0 qdisc add dev eth0 root tbf "*)
  $tc -n r0 qdisc add dev eth0 root handle 1: htb default 1 &&
  $tc -n r0 class add dev eth0 parent 1: classid 1:1 htb rate 100mbit burst 3200 &&
  $tc -n r0 class add dev eth0 parent 1: classid 1:2 htb rate 5mbit burst 3200 &&
  exec $tc -n r0 filter add dev eth0 parent 1: protocol ip u32 match ip dst 10.77.0.3/32 flowid 1:2
  ;;
*) exec $tc "$@" ;;
esac
)";
  fs::permissions(path, fs::perms::owner_all);
}

class PlantedMiddlebox : public Planted {
 protected:
  void SetUp() override {
    Planted::SetUp();
    if (IsSkipped()) return;
    write_middlebox(folder_.path());
    path_.emplace(
        std::map<std::string, std::string>{{"PATH", folder_.path() + ":" + std::getenv("PATH")}});
    const std::string why = obstacle(GetParam());
    if (!why.empty()) GTEST_SKIP() << "no class of traffic can be slowed here: " << why;
  }

 private:
  std::optional<support::Variables> path_;
};

TEST_P(PlantedMiddlebox, ItsVictimIsNamedAndNotChosen) {
  const std::string victim =
      std::string(GetParam()) == "mpi" ? "recursive_doubling" : "halving_doubling";
  const std::string asked =
      "--shaped 0.1 -c all_reduce -b 64K -e 128K -f 2 --algo default,ring," + victim;
  // All of it twice, since tune would settle the choice without its victim.
  const Outcome measured =
      cli::run(fmt::format("measure --runner {} --ranks 4 --warmups 1 --samples 5 --launches 2 "
                           "-o {} {}",
                           GetParam(), results(), asked));
  ASSERT_EQ(measured.exit_code, 0) << measured.err;
  const json report = tuned(asked);
  for (const json& choice : report["choices"]) EXPECT_NE(choice["algorithm"], victim);
  EXPECT_GE(times_measured(results(), victim), 4);
  EXPECT_THAT(notes_of(report), Contains(HasSubstr("all_reduce " + victim + " takes "))) << report;
  EXPECT_THAT(notes_of(report), Not(Contains(HasSubstr("all_reduce ring takes "))));
}

INSTANTIATE_TEST_SUITE_P(Runners, PlantedMiddlebox, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

// --- a rank that is late

constexpr double kLateUs = 4000;  // tests/support/plugins/late_rank.cpp

/// Rank 2 waits that long before each part of a message that it sends.
class PlantedLateRank : public Planted {
 protected:
  void SetUp() override {
    if (test::kIsSanitized) GTEST_SKIP() << "a sanitizer lets nothing else be preloaded";
    Planted::SetUp();
    if (IsSkipped()) return;
    const fs::path tests = fs::read_symlink("/proc/self/exe").parent_path();
    preloaded_.emplace(std::map<std::string, std::string>{
        {"LD_PRELOAD", (tests / "libtreering_late_rank.so").string()}});
  }

 private:
  std::optional<support::Variables> preloaded_;
};

// The more steps an algorithm has, the more it waits for that rank: the ring has six.
TEST_P(PlantedLateRank, TheWayOfMostStepsIsNotChosen) {
  const std::string few =
      std::string(GetParam()) == "mpi" ? "recursive_doubling" : "halving_doubling";
  const json report = tuned("--shaped 1 -c all_reduce -b 32K -e 32K --algo default,ring," + few);
  expect_right_choice(report, results(), "ring");
}

// Messages between two ranks alone tell whose are late.
TEST_P(PlantedLateRank, IsNamedByPairs) {
  const json found = checked_pairs("0.1", "late rank");
  if (names_nothing(found)) GTEST_SKIP() << "other work had the processors: " << found["verdict"];
  ASSERT_EQ(found["outcome"], "late rank") << found["verdict"];
  ASSERT_EQ(found["late"].size(), 1U);
  EXPECT_EQ(found["late"][0]["rank"], 2);
  const json& sent = found["late"][0]["sent"];
  ASSERT_TRUE(sent.is_object()) << found["verdict"];
  // Usual times have waits for a core in them: where six other programs ran on two cores, a third
  // of what was planted.
  for (const json& added : sent["added_us"]) EXPECT_GE(added, 0.5 * kLateUs);
  EXPECT_THAT(found["verdict"].get<std::string>(), ::testing::StartsWith("rank 2 "));
  EXPECT_EQ(found["links"].size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Runners, PlantedLateRank, ::testing::Values("mpi", "gloo"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace planted_test
}  // namespace treering::cli
