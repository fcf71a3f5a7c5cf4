#include "app/measurements/machine_of_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measurements/rows.h"
#include "core/text/field.h"
#include "hw/builtin.h"
#include "tests/app/logged_runs.h"
#include "tests/app/measured.h"

namespace treering::app::measurements {
namespace machine_of_rows_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// On nodes with so many of these GPUs.
std::vector<tuner::Measurement> rows_of(const std::string& gpu, int gpus, int nodes = 1) {
  tuner::Measurement row;
  row.file = "run.log";
  row.gpu = gpu;
  row.nodes = nodes;
  row.gpus_per_node = gpus;
  row.ranks = gpus * nodes;
  return {row};
}

std::vector<std::string> machines_for(const std::string& gpu, int gpus) {
  const auto found = possible_machines(rows_of(gpu, gpus), {"run.log"}, hw::io::RealFiles());
  return found ? found->topologies : std::vector<std::string>();
}

TEST(MachineOfRows, IsABuiltInOneWithItsGpus) {
  const auto eight = machines_for("NVIDIA H100 80GB HBM3", 8);
  EXPECT_EQ(eight.front(), "dgx-h100");
  EXPECT_THAT(eight, Contains("aws-p5"));
  // Hosts that the job fills come before larger ones, whose GPUs it would leave idle.
  EXPECT_THAT(eight, Not(Contains("hgx-h100-4")));
  EXPECT_THAT(machines_for("NVIDIA H100 80GB HBM3", 4), Contains("hgx-h100-4"));
  EXPECT_THAT(machines_for("NVIDIA H100 80GB HBM3", 4), Not(Contains("dgx-h100")));
  EXPECT_THAT(machines_for("NVIDIA H100 80GB HBM3", 2), Contains("dgx-h100"));
  EXPECT_THAT(machines_for("NVIDIA GB300", 4), ElementsAre("gb300-nvl72"));
}

TEST(MachineOfRows, WhatNobodyHasIsAskedFor) {
  EXPECT_THAT(machines_for("NVIDIA H100 80GB HBM3", 16), IsEmpty());
  EXPECT_THAT(machines_for("an accelerator", 8), IsEmpty());
  const auto none = possible_machines(rows_of("", 8), {"run.log"}, hw::io::RealFiles());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().where, core::field("topology"));
}

TEST(MachineOfRows, OnlyOneIsTakenWhereAnAnswerNeedsOne) {
  const hw::io::RealFiles files;
  EXPECT_EQ(only_machine(rows_of("NVIDIA GB300", 4), {"run.log"}, files).value(), "gb300-nvl72");
  EXPECT_FALSE(only_machine(rows_of("NVIDIA H100 80GB HBM3", 8), {"run.log"}, files));
}

// H100 of one board are joined by NVSwitches everywhere, cards are not, and a network is any.
TEST(MachineOfRows, GpusTellHowFastOneBoardIs) {
  EXPECT_EQ(why_uncertain(rows_of("NVIDIA H100 80GB HBM3", 8), "dgx-h100"), "");
  EXPECT_EQ(why_uncertain(rows_of("NVIDIA GB300", 4, 2), "gb300-nvl72"), "");
  EXPECT_NE(why_uncertain(rows_of("NVIDIA H100 80GB HBM3", 8, 2), "dgx-h100"), "");
  EXPECT_NE(why_uncertain(rows_of("NVIDIA L40S", 2), "l40s-8"), "");
  EXPECT_FALSE(only_machine(rows_of("NVIDIA H800", 8, 2), {"run.log"}, hw::io::RealFiles()));
}

TEST(MachineOfRows, GpusWithOtherNvlinksAreNotJudged) {
  const auto node = hw::load_builtin("dgx-h100").value();
  EXPECT_TRUE(why_other_gpus("NVIDIA H800", node));
  EXPECT_FALSE(why_other_gpus("NVIDIA H100 80GB HBM3", node));
  EXPECT_FALSE(why_other_gpus("", node));
}

setup::JobRequest on(const std::string& topology) {
  setup::JobRequest job;
  job.topology = topology;
  return job;
}

TEST(CompletedJob, RanksAloneFillNodes) {
  auto rows = rows_of("", 0, 0);
  rows.front().ranks = 16;
  const auto full = completed(on("dgx-h100"), rows, hw::io::RealFiles());
  EXPECT_EQ(full.job.nodes, 2);
  EXPECT_THAT(full.notes, SizeIs(1));
  rows.front().ranks = 4;
  const auto part = completed(on("dgx-h100"), rows, hw::io::RealFiles());
  EXPECT_EQ(part.job.nodes, 1);
  EXPECT_EQ(part.job.gpus_per_node, 4);
  // 12 ranks are no number of such nodes.
  rows.front().ranks = 12;
  EXPECT_FALSE(completed(on("dgx-h100"), rows, hw::io::RealFiles()).job.nodes);
  // What is asked for stays.
  auto asked = on("dgx-h100");
  asked.nodes = 3;
  rows.front().ranks = 16;
  EXPECT_EQ(completed(asked, rows, hw::io::RealFiles()).job.nodes, 3);
}

// Two trays of four: one node to NCCL, of the GPUs 0 to 7. One GPU of each: 0 and 4.
TEST(CompletedJob, TraysOfARackAreOneNode) {
  const auto both =
      completed(on("gb300-nvl72"), rows_of("NVIDIA GB300", 4, 2), hw::io::RealFiles());
  EXPECT_EQ(both.job.nodes, 1);
  EXPECT_EQ(both.job.devices, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_THAT(both.notes, SizeIs(1));
  const auto one = completed(on("gb300-nvl72"), rows_of("NVIDIA GB300", 1, 2), hw::io::RealFiles());
  EXPECT_EQ(one.job.devices, (std::vector<int>{0, 4}));
  // Two racks where the reader says so.
  auto racks = on("gb300-nvl72");
  racks.nodes = 2;
  EXPECT_EQ(completed(racks, rows_of("NVIDIA GB300", 4, 2), hw::io::RealFiles()).job.nodes, 2);
}

}  // namespace machine_of_rows_test
}  // namespace treering::app::measurements
