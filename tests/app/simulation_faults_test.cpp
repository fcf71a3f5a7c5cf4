#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"
#include "app/simulation/faults.h"

namespace treering::app {
namespace simulation_faults_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

SimulateRequest ring_with(std::vector<std::string> faults) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 2;
  request.call.bytes = 256U << 20U;
  request.way = {"ring", "simple"};
  request.faults.words = std::move(faults);
  return request;
}

double us_with(std::vector<std::string> faults) {
  const auto report = answer(ring_with(std::move(faults)));
  EXPECT_TRUE(report);
  return report ? report->time.in_us() : 0;
}

TEST(SimulationFaults, ASlowPortHoldsAll) {
  const double usual = us_with({});
  const double slow = us_with({"1/mlx5_0=0.25"});
  EXPECT_GT(slow, 1.5 * usual);
  // Slower still, and no slower than the share says.
  EXPECT_GT(us_with({"1/mlx5_0=0.125"}), slow);
  EXPECT_LT(slow, 4.5 * usual);
  EXPECT_EQ(us_with({"1/mlx5_0=1"}), usual);
  EXPECT_GT(us_with({"0/GPU 0-NVSwitch=0.1"}), 2 * usual);
}

// Two of one place would be a question: do shares multiply, or does the last count?
TEST(SimulationFaults, HaveEachPlaceOnce) {
  for (const std::string place : {"1/mlx5_0", "rank7"}) {
    const std::string value = place == "rank7" ? "+2ms" : "0.5";
    SimulateRequest request = ring_with({place + "=" + value, place + "=" + value});
    const auto report = answer(request);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().found, "'" + place + "' given twice");
  }
  SimulateRequest cut = ring_with({"1/mlx5_0=down", "1/mlx5_0=0.5"});
  EXPECT_EQ(answer(cut).error().found, "'1/mlx5_0' given twice");
  cut.faults.words = {"1/mlx5_0=0.5", "1/mlx5_0=down"};
  EXPECT_EQ(answer(cut).error().found, "'1/mlx5_0' given twice");
}

// NVSwitches are one for NCCL: data are spread over all of them, and wait for the slowest.
TEST(SimulationFaults, OneOfSeveralSwitchesHoldsAllThatIsSpreadOverThem) {
  const double slow = us_with({"0/GPU 0-NVSwitch=0.1"});
  EXPECT_EQ(us_with({"0/GPU 0-NVSwitch 2=0.1"}), slow);
  EXPECT_EQ(us_with({"0/GPU 0-NVSwitch 2=0.1", "0/GPU 0-NVSwitch 1=0.5"}), slow);
}

// Of each link that `show` lists, or its ends are one for NCCL.
TEST(SimulationFaults, EveryLinkCanBeSlow) {
  for (const char* const topology :
       {"dgx-h100", "dgx-2", "oci-h100", "gcp-a4", "pcie-8-nvbridge"}) {
    SimulateRequest request = ring_with({});
    request.job.topology = topology;
    const auto job = setup::set_up(request.job);
    ASSERT_TRUE(job) << topology;
    const core::Topology& node = job->cluster.node;
    for (const core::Link& link : node.links()) {
      if (link.from == link.to) continue;
      const std::string& from = node.device(link.from).name;
      const std::string& to = node.device(link.to).name;
      const auto checked = simulation::check_faults({"0/" + from + "-" + to + "=0.5"}, *job);
      if (checked) continue;
      EXPECT_THAT(checked.error().found, HasSubstr("are one in NCCL's view"))
          << topology << ": " << from << "-" << to;
    }
  }
}

TEST(SimulationFaults, ALateRankHoldsAll) {
  EXPECT_GE(us_with({"rank7=+5000us"}), 5000 + us_with({}) / 2);
}

TEST(SimulationFaults, TheCostModelKnowsNone) {
  const auto report = answer(ring_with({"rank0=+1us"}));
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->cost);
}

TEST(SimulationFaults, WordsAreChecked) {
  const auto found = [](const char* word) { return answer(ring_with({word})).error().found; };
  EXPECT_THAT(found("mlx5_0"), HasSubstr("mlx5_0"));
  EXPECT_THAT(found("2/mlx5_0=0.5"), HasSubstr("no node 2"));
  EXPECT_THAT(found("rank16=+1us"), HasSubstr("no rank 16"));
  EXPECT_THAT(found("0/mlx5_x=0.5"), HasSubstr("mlx5_x"));
  EXPECT_THAT(found("0/mlx5_0=0"), HasSubstr("'0/mlx5_0=0'"));
  EXPECT_THAT(found("rank3=50us"), HasSubstr("'rank3=50us'"));
  EXPECT_THAT(found("rank3=+1h"), HasSubstr("'rank3=+1h'"));
  EXPECT_THAT(found("rank3=+101s"), HasSubstr("'rank3=+101s'"));
  EXPECT_THAT(found("0/GPU 0-mlx5_9=0.5"), HasSubstr("no link joins"));
}

// What the words say is checked on the machines alone, with the errors that a simulation has.
TEST(SimulationFaults, AreCheckedWithoutASimulation) {
  const SimulateRequest request = ring_with({});
  const auto job = setup::set_up(request.job);
  ASSERT_TRUE(job);
  for (const char* const word :
       {"mlx5_0", "2/mlx5_0=0.5", "rank16=+1us", "0/mlx5_x=0.5", "0/mlx5_0=0", "rank3=50us",
        "0/GPU 0-mlx5_9=0.5", "0/mlx5_x=down", "2/mlx5_0=down"}) {
    const auto checked = simulation::check_faults({word}, *job);
    ASSERT_FALSE(checked) << word;
    EXPECT_EQ(checked.error().message(), answer(ring_with({word})).error().message()) << word;
  }
  EXPECT_TRUE(simulation::check_faults(
      {"1/mlx5_0=0.5", "rank15=+1us", "0/GPU 0-NVSwitch=0.1", "0/mlx5_3=down"}, *job));
}

// What is down is not there to be slow.
TEST(SimulationFaults, AreCheckedTogether) {
  const auto job = setup::set_up(ring_with({}).job);
  ASSERT_TRUE(job);
  const auto checked = simulation::check_faults({"0/mlx5_0=down", "0/mlx5_0=0.5"}, *job);
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().found, HasSubstr("mlx5_0"));
  EXPECT_TRUE(simulation::check_faults({"0/mlx5_0=down", "1/mlx5_0=0.5"}, *job));
}

std::vector<std::string> notes_with(std::vector<std::string> faults) {
  const auto report = answer(ring_with(std::move(faults)));
  EXPECT_TRUE(report);
  return report ? report->job.notes : std::vector<std::string>();
}

// On one node no message leaves by a port.
TEST(SimulationFaults, WhatTouchesNothingIsRemarked) {
  const auto remark = HasSubstr("changes nothing here");
  EXPECT_THAT(notes_with({"1/mlx5_0=0.5", "rank3=+1us"}), Not(Contains(remark)));
  SimulateRequest request = ring_with({"0/mlx5_0=0.5"});
  request.job.nodes = 1;
  const auto alone = answer(request);
  ASSERT_TRUE(alone);
  EXPECT_THAT(alone->job.notes, Contains("no message crosses the links of 0/mlx5_0: that they are "
                                         "slow changes nothing here"));
}

// Four NVSwitches carry 4, 4, 5 and 5 of the 18 NVLinks of a GPU.
TEST(SimulationFaults, ASlowLinkThatCostsMoreThanACutOneIsRemarked) {
  const auto remark = HasSubstr("data are spread evenly");
  EXPECT_THAT(notes_with({"0/GPU 0-NVSwitch 2=0.8"}), Not(Contains(remark)));
  EXPECT_THAT(notes_with({"0/GPU 0-NVSwitch=0.1"}), Not(Contains(remark)));
  EXPECT_THAT(notes_with({"0/GPU 0-NVSwitch 2=0.1"}),
              Contains(HasSubstr("with 0/GPU 0-NVSwitch 2=down it would keep 0.7")));
  EXPECT_THAT(notes_with({"0/nvswitch 2=0.1"}), Contains(remark));
}

}  // namespace simulation_faults_test
}  // namespace treering::app
