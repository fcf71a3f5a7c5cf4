#include "tuner/advice/other_communicators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::tuner::advice {
namespace other_communicators_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names(const core::Topology& node, const sim::job::JobSpec& job) {
  std::vector<std::string> result;
  for (const auto& other : other_communicators(node, sim::nccl::make_plan(node, job))) {
    result.push_back(other.name);
  }
  return result;
}

core::Topology machine(int gpus) {
  return testing::nvswitch_box({.gpus = gpus});
}

sim::job::JobSpec job_of(int nodes, std::vector<int> devices = {}) {
  sim::job::JobSpec job;
  job.nodes = nodes;
  job.devices = std::move(devices);
  return job;
}

TEST(OtherCommunicators, ArePartsOfTheJob) {
  EXPECT_THAT(
      names(machine(8), job_of(4)),
      ElementsAre("1 node x 2 GPUs", "1 node x 4 GPUs", "1 node x 8 GPUs", "2 nodes x 8 GPUs",
                  "4 nodes x 1 GPU", "4 nodes x 2 GPUs", "4 nodes x 4 GPUs"));
  EXPECT_THAT(names(machine(8), job_of(16)), ::testing::Contains("8 nodes x 8 GPUs"));
}

TEST(OtherCommunicators, LeaveOutTheJobItselfAndLoneRanks) {
  EXPECT_THAT(names(machine(8), job_of(1)), ElementsAre("1 node x 2 GPUs", "1 node x 4 GPUs"));
  EXPECT_THAT(names(machine(2), job_of(1)), IsEmpty());
  EXPECT_THAT(names(machine(4), job_of(2)), ElementsAre("1 node x 2 GPUs", "1 node x 4 GPUs",
                                                        "2 nodes x 1 GPU", "2 nodes x 2 GPUs"));
}

TEST(OtherCommunicators, GoBeyondAJobThatLeavesGpusOut) {
  // One GPU of each node: other communicators join GPUs within a node, and all of them.
  EXPECT_THAT(names(machine(4), job_of(3, {0})),
              ElementsAre("2 nodes x 1 GPU", "1 node x 4 GPUs", "3 nodes x 4 GPUs"));
  EXPECT_THAT(names(machine(4), job_of(1, {2, 3})), ElementsAre("1 node x 4 GPUs"));
}

TEST(OtherCommunicators, UseTheGpusOfTheJob) {
  const auto node = machine(8);
  const auto plan = sim::nccl::make_plan(node, job_of(1, {4, 5, 6, 7}));
  EXPECT_THAT(other_communicators(node, plan).front().plan.job.devices, ElementsAre(4, 5));
}

}  // namespace other_communicators_test
}  // namespace treering::tuner::advice
