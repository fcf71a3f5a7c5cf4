#include "tuner/hosts/measured_calls.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::hosts {
namespace measured_calls_test {

using measure::Record;
using testing::ElementsAre;
using testing::IsEmpty;

using Names = std::vector<std::string>;

/// A broadcast of 16 KiB on four ranks of a shaped cluster.
Record broadcast(const std::string& asked, const std::string& witness, const Names& seen) {
  Record record;
  record.runner = "mpi";
  record.ranks = 4;
  record.nodes = 4;
  record.trial.configuration = {
      .call = {.collective = core::Collective::Broadcast, .bytes = 16384}};
  record.trial.configuration.way.algorithm = asked;
  record.used.witness = witness;
  for (const std::string& name : seen) record.used.ways.push_back({name});
  record.samples_us = {2000, 2000, 2000};
  record.environment = {{"shaped_gbit", "0.1"}};
  return record;
}

MeasuredCalls calls_of(const Record& record) {
  return *measured_calls({record}, "", "runs.jsonl");
}

Names algorithms_of(const MeasuredCalls& calls) {
  Names names;
  for (const MeasuredCall& call : calls.calls) names.push_back(call.algorithm);
  return names;
}

TEST(MeasuredCalls, WhatWasSeenCounts) {
  const auto seen = [](const std::string& asked, const Names& names) {
    return algorithms_of(calls_of(broadcast(asked, "messages", names)));
  };
  EXPECT_THAT(seen("chain", {"binomial"}), ElementsAre("binomial"));
  EXPECT_THAT(seen("", {"binomial"}), ElementsAre("binomial"));
  // The witness cannot tell these apart.
  EXPECT_THAT(seen("chain", {"basic_linear", "chain"}), ElementsAre("chain"));
}

// Anything may have run: neither what was asked for is judged, nor what the library takes.
TEST(MeasuredCalls, MessagesOfNoKnownAlgorithmAreLeftOut) {
  for (const std::string asked : {"chain", ""}) {
    const MeasuredCalls calls = calls_of(broadcast(asked, "messages", {}));
    EXPECT_THAT(algorithms_of(calls), IsEmpty());
    EXPECT_THAT(calls.left_out,
                ElementsAre("broadcast 16 KiB" + (asked.empty() ? "" : " " + asked) +
                            ": its messages are of no algorithm that the witness "
                            "knew"));
  }
}

TEST(MeasuredCalls, WithoutAWitnessWhatWasAskedForCounts) {
  EXPECT_THAT(algorithms_of(calls_of(broadcast("chain", "", {}))), ElementsAre("chain"));
  // Open MPI's own choice on four ranks at 16 KiB: a real name, whichever it is.
  EXPECT_THAT(algorithms_of(calls_of(broadcast("", "", {}))), ElementsAre(testing::Not("")));
}

// Two collectives one after the other, each as the library chooses.
TEST(MeasuredCalls, AlgorithmsWithoutAPatternAreLeftOut) {
  Record record = broadcast("nonoverlapping", "messages", {"nonoverlapping"});
  record.trial.configuration.call.collective = core::Collective::AllReduce;
  EXPECT_THAT(calls_of(record).left_out, ElementsAre("all_reduce 16 KiB nonoverlapping: the model "
                                                     "has no messages of nonoverlapping"));
}

}  // namespace measured_calls_test
}  // namespace treering::tuner::hosts
