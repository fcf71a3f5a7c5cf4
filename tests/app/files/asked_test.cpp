#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/files/file_kind.h"

namespace treering::app::files {
namespace asked_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Asked asked(const std::string& text) {
  auto found = asked_in("answer.json", text);
  EXPECT_TRUE(found) << (found ? "" : found.error().message());
  return found ? *std::move(found) : Asked();
}

// The fields as treering predict writes them, without those that say nothing of the question.
TEST(Asked, APredictionHasMachineJobAndCalls) {
  const Asked found = asked(R"({"schema": "treering.predict/1",
      "topology": {"name": "dgx-h100"}, "nodes": 4, "ranks": 32, "gpus_per_process": 1,
      "model": "cost", "nccl_version": "2.21.5", "fabric": null,
      "environment": {"NCCL_MAX_NCHANNELS": "8"}, "datatype": "float", "op": "sum", "results": [
        {"collective": "all_gather", "bytes": 1048576, "asked_bytes": 1048577,
         "channel_limit": null},
        {"collective": "all_gather", "bytes": 1048576, "asked_bytes": 1048577},
        {"collective": "all_gather", "bytes": 8192, "asked_bytes": 8192}]})");
  EXPECT_EQ(found.command, "predict");
  EXPECT_EQ(found.job.topology, "dgx-h100");
  EXPECT_EQ(found.job.nodes, 4);
  EXPECT_EQ(found.job.nccl, "2.21.5");
  EXPECT_FALSE(found.job.gpus_per_node);
  EXPECT_FALSE(found.job.gpus_per_process);
  EXPECT_THAT(found.job.variables.env, ElementsAre("NCCL_MAX_NCHANNELS=8"));
  EXPECT_EQ(found.collective, core::Collective::AllGather);
  EXPECT_THAT(found.sizes, ElementsAre(8192, 1048577));
  EXPECT_THAT(found.left_out, IsEmpty());
}

// 8 ranks on 2 nodes of 8 GPUs: 4 of each.
TEST(Asked, FewerGpusAreCountedFromTheRanks) {
  const Asked found = asked(R"({"schema": "treering.show/1", "topology": {"name": "dgx-h100"},
                                "nodes": 2, "ranks": 8})");
  EXPECT_EQ(found.job.gpus_per_node, 4);
}

TEST(Asked, LeafSwitchesByHandAreTaken) {
  const Asked found = asked(R"({"schema": "treering.predict/1", "topology": {"name": "dgx-h100"},
      "nodes": 8, "ranks": 64, "results": [],
      "fabric": {"kind": "fat_tree", "link": "infiniband", "oversubscription": 2.5,
                 "nodes_per_leaf": 4, "origin": {"kind": "file", "source": "by hand"}}})");
  EXPECT_EQ(found.job.leaf_switches.oversubscription, "2.5");
  EXPECT_EQ(found.job.leaf_switches.nodes_per_leaf, 4);
  EXPECT_THAT(found.left_out, IsEmpty());
}

TEST(Asked, ASimulationHasItsWayAndFaults) {
  const Asked found = asked(R"({"schema": "treering.simulate/1", "topology": {"name": "dgx-h100"},
      "nodes": 2, "ranks": 16, "collective": "all_reduce", "bytes": 1024, "asked_bytes": 1024,
      "algorithm": "ring_2d", "protocol": "Simple", "nccl_default": false,
      "faults": ["0/mlx5_0=0.5", "jitter up to 50us, seed 1"]})");
  EXPECT_EQ(found.way.algorithm, "ring_2d");
  EXPECT_EQ(found.way.protocol, "Simple");
  EXPECT_THAT(found.faults, ElementsAre("0/mlx5_0=0.5"));
  EXPECT_THAT(found.left_out, ElementsAre("jitter up to 50us, seed 1"));
}

TEST(Asked, NcclsChoiceAndGroups) {
  const Asked found = asked(R"({"schema": "treering.simulate/1", "topology": {"name": "dgx-h100"},
      "nodes": 2, "ranks": 16, "nccl_default": true, "algorithm": "Ring", "protocol": "LL",
      "groups": [{"name": "tp", "ranks": 8, "collective": "all_gather", "asked_bytes": 64},
                 {"name": "dp", "ranks": 2, "collective": "all_gather", "asked_bytes": 64}]})");
  EXPECT_EQ(found.way.algorithm, "");
  EXPECT_EQ(found.groups, "tp=8,dp=2");
  EXPECT_EQ(found.collective, core::Collective::AllGather);
}

TEST(Asked, WhatIsNotHereIsNamed) {
  EXPECT_THAT(asked(R"({"schema": "treering.check/1", "topology": {"name": "our-cluster"},
                        "nodes": 2, "ranks": 16, "profile": "ours", "rows": []})")
                  .left_out,
              ElementsAre("the machine our-cluster, which is not built in: open its file",
                          "the profile ours", "the log"));
  EXPECT_THAT(asked(R"({"schema": "treering.predict/1", "model": "nccl", "datatype": "half",
                        "topology": {"name": "dgx-h100", "fingerprint": "0123456789abcdef"},
                        "nodes": 1, "results": [{"collective": "barrier", "bytes": 0}]})")
                  .left_out,
              ElementsAre("barrier", "the data type half", "the model nccl",
                          "what differed from dgx-h100 as it is built in"));
}

TEST(Asked, ABrokenAnswerIsRefused) {
  const auto no_machine = asked_in("answer.json", R"({"schema": "treering.predict/1"})");
  ASSERT_FALSE(no_machine);
  EXPECT_THAT(no_machine.error().message(), HasSubstr("answer.json"));
  EXPECT_FALSE(asked_in("a.json", R"({"schema": "treering.predict/1", "topology": 7})"));
  EXPECT_FALSE(asked_in("a.json", R"({"schema": "treering.predict/1")"));
}

// A field of another type ended the program.
TEST(Asked, AFieldOfAnotherTypeIsNamed) {
  const auto message = [](const std::string& field) {
    const auto found = asked_in("a.json", R"({"schema": "treering.predict/1", "nodes": 8,
        "topology": {"name": "dgx-h100"}, )" + field +
                                              "}");
    return found ? "read" : found.error().message();
  };
  EXPECT_EQ(message(R"("fabric": {"kind": 5})"),
            "a.json:2: /fabric/kind: 5, expected a text in quotes");
  EXPECT_EQ(message(R"("fabric": 5)"), "a.json:2: /fabric: 5, expected an object");
  EXPECT_EQ(message(R"("fabric": {"kind": "fat_tree", "nodes_per_leaf": 99999999999})"),
            "a.json:2: /fabric/nodes_per_leaf: 99999999999, expected an integer of a sane size");
  EXPECT_EQ(message(R"("environment": {"NCCL_ALGO": 3})"),
            "a.json:2: /environment/NCCL_ALGO: 3, expected a text in quotes");
}

TEST(Asked, OfAnswersAboutAMachine) {
  EXPECT_TRUE(is_answer("treering.predict/1"));
  EXPECT_FALSE(is_answer("treering.topology/1"));
  EXPECT_FALSE(is_answer("predict"));
}

}  // namespace asked_test
}  // namespace treering::app::files
