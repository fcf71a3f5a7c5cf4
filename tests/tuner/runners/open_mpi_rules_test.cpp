// Real ranks of Open MPI obey the rules that we write, and take by themselves what we say they do.
// What ran is seen from their messages.
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/libraries/library.h"
#include "tests/support/temporary_folder.h"
#include "tests/tuner/runners/measured.h"
#include "tuner/exporters/host_exporter.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {
namespace open_mpi_rules_test {

using core::Collective;
using measure::Configuration;
using measure::Record;
using ::testing::Contains;

constexpr const char* kRulesFile = "OMPI_MCA_coll_tuned_dynamic_rules_filename";
constexpr const char* kSwitch = "OMPI_MCA_coll_tuned_use_dynamic_rules";
constexpr const char* kForced = "OMPI_MCA_coll_tuned_allreduce_algorithm";

measure::StartWorkers ranks_of_mpi(int ranks) {
  return *(*find_runner("mpi"))->starter({.ranks = ranks});
}

/// Why there can be no such ranks here; empty where there can.
std::string obstacle() {
  const auto worker = worker_program("treering-worker-mpi");
  if (!worker) return worker.error().message();
  const auto workers = ranks_of_mpi(2)();
  if (!workers) return workers.error().message();
  const std::string library = (*workers)->hello().library;
  const bool is_known =
      library.find(" v4.1.") != std::string::npos || library.find(" v5.0.") != std::string::npos;
  return is_known ? "" : library + ", whose choices and rules may be others than those of 4.1";
}

class OpenMpi : public ::testing::Test {
 protected:
  void SetUp() override {
    static const std::string why = obstacle();
    if (!why.empty()) GTEST_SKIP() << "no ranks of Open MPI 4.1 here: " << why;
  }
  void TearDown() override {
    for (const char* const name : {kRulesFile, kSwitch, kForced}) unsetenv(name);
  }
};

std::vector<Configuration> own_choices(const std::vector<Collective>& collectives,
                                       const std::vector<std::uint64_t>& sizes) {
  std::vector<Configuration> all;
  for (const Collective collective : collectives) {
    for (const std::uint64_t bytes : sizes) all.push_back({{collective, bytes}});
  }
  return all;
}

// Its decisions as we know them, beside what its messages show.
TEST_F(OpenMpi, TakesByItselfWhatWeSay) {
  for (const int ranks : {3, 4}) {
    const auto asked =
        own_choices({Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
                     Collective::Broadcast, Collective::Reduce, Collective::AllToAll,
                     Collective::Gather, Collective::Scatter},
                    {6144, 393216});
    for (const Record& record : measured("mpi", ranks_of_mpi(ranks), asked)) {
      const Configuration& call = record.trial.configuration;
      SCOPED_TRACE(std::string(name_of(call.call.collective)) + " " +
                   std::to_string(call.call.bytes) + " " + std::to_string(ranks));
      EXPECT_EQ(record.error, "");
      const auto own = sim::libraries::own_choice(sim::libraries::Library::OpenMpi,
                                                  call.call.collective, call.call.bytes, ranks);
      ASSERT_TRUE(own);
      EXPECT_THAT(record.used.algorithms(), Contains(std::string(*own)));
    }
  }
}

advice::HostRecommendation recommendation(int ranks) {
  return {sim::libraries::Library::OpenMpi,
          ranks,
          "ranks of a test",
          "the test",
          {},
          {{Collective::AllReduce,
            {{64, 16383, "basic_linear", 2, 0.99}, {16384, 65536, "ring", 2, 0.99}},
            ""}}};
}

std::vector<std::string> ran(int ranks, std::uint64_t bytes) {
  const std::vector<Record> records =
      measured("mpi", ranks_of_mpi(ranks), own_choices({Collective::AllReduce}, {bytes}));
  return records.empty() ? std::vector<std::string>() : records.front().used.algorithms();
}

// On three ranks; on two and four, and at other sizes, it is as if there were no rules. None of
// these is what it takes by itself there: recursive_doubling below 4 KiB, ring or rabenseifner
// above.
TEST_F(OpenMpi, ObeysTheRules) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/rules.conf";
  for (const auto& exporter : exporters::all_host_exporters()) {
    if (exporter.name == "openmpi-rules")
      std::ofstream(file) << exporter.write(recommendation(3)).text;
  }
  setenv(kRulesFile, file.c_str(), 1);
  EXPECT_THAT(ran(3, 1200), Contains("recursive_doubling"));  // as without us
  setenv(kSwitch, "1", 1);
  EXPECT_THAT(ran(3, 1200), Contains("basic_linear"));
  EXPECT_THAT(ran(3, 12000), Contains("basic_linear"));
  EXPECT_THAT(ran(3, 24000), Contains("ring"));
  EXPECT_THAT(ran(3, 48), Contains("recursive_doubling"));
  EXPECT_THAT(ran(2, 1200), Contains("recursive_doubling"));
  EXPECT_THAT(ran(4, 1200), Contains("recursive_doubling"));
  EXPECT_THAT(ran(4, 24000), Contains("rabenseifner"));
}

// The own choice is the one that the user's programs get; and what we force is forced all the same.
TEST_F(OpenMpi, ItsOwnChoiceIsThatOfTheUsersVariables) {
  setenv(kForced, "1", 1);
  EXPECT_THAT(ran(3, 1200), Contains("recursive_doubling"));
  setenv(kSwitch, "1", 1);
  std::vector<Configuration> asked = own_choices({Collective::AllReduce}, {1200});
  asked.push_back(asked.front());
  asked.back().way.algorithm = "ring";
  asked.push_back(asked.front());
  for (const Record& record : measured("mpi", ranks_of_mpi(3), asked)) {
    const std::string& algorithm = record.trial.configuration.way.algorithm;
    EXPECT_EQ(record.error, "");
    EXPECT_THAT(record.used.algorithms(), Contains(algorithm.empty() ? "basic_linear" : algorithm));
  }
}

}  // namespace open_mpi_rules_test
}  // namespace treering::tuner::runners
