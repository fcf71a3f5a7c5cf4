// `treering check RESULTS --topology hosts`, on results of shaped clusters: tests/data/measured.
#include <fstream>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace check_hosts_test {

using ::testing::HasSubstr;

const std::string kFolder = "tests/data/measured/";

Outcome check(const std::string& arguments) {
  return run("check " + arguments + " --topology hosts");
}

class SlowLink : public ::testing::TestWithParam<const char*> {};

// The link of rank 2 had 0.02 Gbit/s, all others 0.1.
TEST_P(SlowLink, IsFound) {
  const std::string file = kFolder + "slow-link-" + GetParam() + "-4.jsonl";
  const Outcome outcome = check(file + " --nic-rate 0.1 --format json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["schema"], "treering.check_hosts/1");
  EXPECT_EQ(report["outcome"], "slow link");
  ASSERT_EQ(report["links"].size(), 1U);
  EXPECT_EQ(report["links"][0]["rank"], 2);
  EXPECT_NEAR(report["links"][0]["gbit"].get<double>(), 0.02, 0.002);
}

// One size of --pairs, and one link of four that has 70 % of its rate.
TEST(CheckHosts, ALinkThatIsALittleSlowIsFoundByOneSizeOfPairs) {
  const std::string file = kFolder + "slow-link-70-mpi-4.jsonl";
  const Outcome outcome = check(file + " --nic-rate 0.1 --format json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "slow link") << report["verdict"];
  ASSERT_EQ(report["links"].size(), 1U);
  EXPECT_EQ(report["links"][0]["rank"], 2);
  EXPECT_NEAR(report["links"][0]["gbit"].get<double>(), 0.07, 0.007);
  EXPECT_EQ(check(file + " --nic-rate 0.1,2=0.07").exit_code, 0);
}

// Whoever knows of it expects no more.
TEST_P(SlowLink, IsAsExpectedWhereItIsKnown) {
  const Outcome outcome =
      check(kFolder + "slow-link-" + GetParam() + "-4.jsonl --nic-rate 0.1,2=0.02 --format json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["outcome"], "as expected");
}

INSTANTIATE_TEST_SUITE_P(Runners, SlowLink, ::testing::Values("mpi", "gloo"));

// No link is named where none is slow, whatever the other work on the machine was.
TEST(CheckHosts, EqualLinksAreAsExpected) {
  for (const std::string runner : {"mpi", "gloo"}) {
    for (const std::string ranks : {"2", "4", "8"}) {
      const Outcome outcome =
          check(kFolder + "shaped-" + runner + "-" + ranks + ".jsonl --nic-rate 0.1 --format json");
      EXPECT_EQ(outcome.exit_code, 0) << runner << " " << ranks;
      EXPECT_EQ(nlohmann::json::parse(outcome.out)["outcome"], "as expected");
    }
  }
}

TEST(CheckHosts, AllLinksMayCarryLess) {
  const Outcome outcome = check(kFolder + "shaped-mpi-4.jsonl --nic-rate 0.4 --format json");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "all links slow") << report["verdict"];
  EXPECT_NEAR(report["links"][0]["gbit"].get<double>(), 0.1, 0.02);
}

// Links of 0.1 Gbit/s: no answer is given under which a link would be faster than that, or slower.
// With the latency of links of 1 Gbit/s only calls that begin or end at rank 0, or go around, could
// be judged; with that of the answer all links are left.
TEST(CheckHosts, AllLinksMayCarryATenth) {
  const Outcome outcome = check(kFolder + "shaped-mpi-4.jsonl --nic-rate 1 --format json");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "all links slow") << report["verdict"];
  ASSERT_EQ(report["links"].size(), 1U);
  EXPECT_NEAR(report["links"][0]["gbit"].get<double>(), 0.1, 0.005);
}

// Two ranks have one way, on which both links lie.
TEST(CheckHosts, TwoRanksDoNotTellTheirLinksApart) {
  const Outcome outcome = check(kFolder + "shaped-gloo-2.jsonl --nic-rate 0.4 --format json");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "one link or all") << report["verdict"];
  EXPECT_EQ(report["links"].size(), 3U);
  for (const auto& link : report["links"]) EXPECT_NEAR(link["gbit"].get<double>(), 0.1, 0.005);
}

/// The first result of a file of pairs, once for each pair of four ranks.
class Pairs {
 public:
  Pairs() {
    std::ifstream in(kFolder + "slow-link-70-mpi-4.jsonl");
    std::string line;
    std::getline(in, line);
    one_ = nlohmann::json::parse(line);
    one_["sentinel"] = false;
    one_["environment"]["shaped_gbit"] = "0.1";
  }

  /// `change` sees each line before it is written.
  [[nodiscard]] std::string lines(const std::function<void(nlohmann::json&)>& change) const {
    std::string text;
    for (int from = 0; from < 4; ++from) {
      for (int to = 0; to < 4; ++to) {
        if (from == to) continue;
        nlohmann::json line = one_;
        line["from"] = from;
        line["to"] = to;
        // 256 KiB over 0.1 Gbit/s: 21.9 ms for 1448 of each 1514 bytes.
        for (auto& sample : line["samples_us"]) sample = 22000;
        change(line);
        text += line.dump() + "\n";
      }
    }
    return text;
  }

 private:
  nlohmann::json one_;
};

TEST(CheckHosts, APairThatIsSlowIsNamed) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/pairs.jsonl";
  std::ofstream(file) << Pairs().lines([](nlohmann::json& line) {
    if (line["from"].get<int>() + line["to"].get<int>() != 1) return;
    for (auto& sample : line["samples_us"]) sample = 1.1e6;
  });
  const Outcome outcome = check(file + " --nic-rate 0.1 --format json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "unexplained");
  EXPECT_EQ(report["links"].size(), 0U);
}

// Links of 5 Gbit/s take 0.44 ms for 256 KiB; an idle one lets what flows in 1 ms pass at once.
TEST(CheckHosts, WhatPassesAtOnceIsNoProofOfARate) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/burst.jsonl";
  std::ofstream(file) << Pairs().lines([](nlohmann::json& line) {
    for (auto& sample : line["samples_us"]) sample = 200;
    for (auto& spread : line["spread_us"]) spread = 0;
    line["clock_error_us"] = 0;
  });
  const Outcome outcome = check(file + " --nic-rate 5 --format json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "too fast");
}

// Links of a tenth of the rate that is asked for cannot carry this.
TEST(CheckHosts, NothingIsFasterThanItsLinks) {
  const Outcome outcome = check(kFolder + "shaped-mpi-4.jsonl --nic-rate 0.01 --format json");
  EXPECT_EQ(outcome.exit_code, 1);
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report["outcome"], "too fast") << report["verdict"];
}

TEST(CheckHosts, RowsAreATable) {
  const Outcome outcome = check(kFolder + "slow-link-gloo-4.jsonl --nic-rate 0.1 --format csv");
  EXPECT_THAT(outcome.out, ::testing::StartsWith(
                               "collective,algorithm,from,to,bytes,measured_us,expected_us,low_us,"
                               "high_us,explained_us,judged,slow\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\nsendrecv,sendrecv,0,2,262144,"));
}

// Messages between two ranks are no sendrecv of all: other questions leave them out.
TEST(CheckHosts, PairsAreNoRowsOfOthers) {
  const Outcome outcome = run("import " + kFolder + "slow-link-gloo-4.jsonl --format csv");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, ::testing::Not(HasSubstr("sendrecv")));
}

}  // namespace check_hosts_test
}  // namespace treering::cli
