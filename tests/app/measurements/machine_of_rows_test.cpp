#include "app/measurements/machine_of_rows.h"

#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measurements/rows.h"
#include "core/text/field.h"
#include "hw/builtin.h"
#include "tests/app/logged_runs.h"
#include "tests/app/measured.h"
#include "tests/support/temporary_folder.h"

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

CompletedJob whole_job(const setup::JobRequest& job, const std::vector<tuner::Measurement>& rows) {
  const hw::io::RealFiles files;
  return completed(job, rows, setup::NamedMachine(job.topology, files));
}

TEST(CompletedJob, RanksAloneFillNodes) {
  auto rows = rows_of("", 0, 0);
  rows.front().ranks = 16;
  const auto full = whole_job(on("dgx-h100"), rows);
  EXPECT_EQ(full.job.nodes, 2);
  EXPECT_THAT(full.notes, SizeIs(1));
  rows.front().ranks = 4;
  const auto part = whole_job(on("dgx-h100"), rows);
  EXPECT_EQ(part.job.nodes, 1);
  EXPECT_EQ(part.job.gpus_per_node, 4);
  // 12 ranks are no number of such nodes.
  rows.front().ranks = 12;
  EXPECT_FALSE(whole_job(on("dgx-h100"), rows).job.nodes);
  // What is asked for stays.
  auto asked = on("dgx-h100");
  asked.nodes = 3;
  rows.front().ranks = 16;
  EXPECT_EQ(whole_job(asked, rows).job.nodes, 3);
}

// Two trays of four: one node to NCCL, of the GPUs 0 to 7. One GPU of each: 0 and 4.
TEST(CompletedJob, TraysOfARackAreOneNode) {
  const auto both = whole_job(on("gb300-nvl72"), rows_of("NVIDIA GB300", 4, 2));
  EXPECT_EQ(both.job.nodes, 1);
  EXPECT_EQ(both.job.devices, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_THAT(both.notes, SizeIs(1));
  const auto one = whole_job(on("gb300-nvl72"), rows_of("NVIDIA GB300", 1, 2));
  EXPECT_EQ(one.job.devices, (std::vector<int>{0, 4}));
  // Two racks where the reader says so.
  auto racks = on("gb300-nvl72");
  racks.nodes = 2;
  EXPECT_EQ(whole_job(racks, rows_of("NVIDIA GB300", 4, 2)).job.nodes, 2);
}

// 36 hosts of four are two racks of eighteen trays, of which NCCL takes each for one node.
TEST(CompletedJob, TraysOfSeveralRacksAreRacks) {
  const auto two = whole_job(on("gb200-nvl72"), rows_of("NVIDIA GB200", 4, 36));
  EXPECT_EQ(two.job.nodes, 2);
  ASSERT_TRUE(two.job.devices);
  EXPECT_THAT(*two.job.devices, SizeIs(72));
}

/// What is found for rows of a file with this text.
core::Result<PossibleMachines> machines_in(const std::string& text,
                                           std::vector<tuner::Measurement> rows) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/paste.txt";
  std::ofstream(path) << text;
  rows.front().file = path;
  return possible_machines(rows, {path}, hw::io::RealFiles());
}

/// Of a table alone, which says only how many ranks it had.
std::vector<tuner::Measurement> rows_of_ranks(int ranks) {
  auto rows = rows_of("", 0, 0);
  rows.front().ranks = ranks;
  return rows;
}

TEST(MachineOfRows, MayBeNamedInWords) {
  const auto rows = rows_of_ranks(16);
  const auto found = machines_in("Our figures of 2x p4de.24xlarge:\n", rows);
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_THAT(found->topologies, ElementsAre("aws-p4d"));
  EXPECT_THAT(deduced_text(*found, "aws-p4d"), ::testing::HasSubstr("AWS p4de.24xlarge"));
}

TEST(MachineOfRows, ANamedOneMayHaveFewerAdapters) {
  const auto rows = rows_of_ranks(16);
  const auto found = machines_in("Standard_ND40rs_v2, 2 nodes\n", rows);
  ASSERT_TRUE(found) << found.error().message();
  const setup::JobRequest job = job_on(*found, 0, {});
  EXPECT_EQ(job.topology, "dgx-1v");
  EXPECT_EQ(job.adapters.nics, "1");
  // Given ones count more.
  setup::JobRequest given;
  given.adapters.nics = "4";
  EXPECT_EQ(job_on(*found, 0, given).adapters.nics, "4");
}

TEST(MachineOfRows, WordsDoNotOverrideAListOfDevices) {
  const auto found = machines_in("faster than our DGX A100\n", rows_of("NVIDIA GB300", 4));
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_THAT(found->topologies, ElementsAre("gb300-nvl72"));
}

TEST(MachineOfRows, WordsMayNameTheGpu) {
  const auto found = machines_in("on a server of 8x H200\n", rows_of("", 8));
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_THAT(found->topologies, Contains("dgx-h200"));
  // Of several, the machines of each are possible.
  const auto both = machines_in("H200 and A100 side by side\n", rows_of("", 8));
  ASSERT_TRUE(both) << both.error().message();
  EXPECT_THAT(both->topologies, Contains("dgx-h200"));
  EXPECT_THAT(both->topologies, Contains("dgx-a100"));
  EXPECT_EQ(both->gpus, "H200 or A100");
}

// "v100" is in the name of a host, in a line of NCCL: no proof, but a hint at what to name.
TEST(MachineOfRows, SuggestedMachinesSuitTheText) {
  const auto said_of = [](const std::string& text) {
    const auto none = machines_in(text, rows_of_ranks(8));
    return none ? std::string("no error") : none.error().message();
  };
  EXPECT_THAT(said_of("v100-gpu-01:12:12 [0] NCCL INFO NET/Socket : Using eth0\n"),
              ::testing::HasSubstr("such as dgx-1v, dgx-2 or aws-p3dn"));
  EXPECT_THAT(said_of("l40s-03:12:12 [0] NCCL INFO NET/Socket : Using eth0\n"),
              ::testing::HasSubstr("such as l40s-8;"));
  EXPECT_THAT(said_of("a table\n"), ::testing::HasSubstr("such as dgx-a100"));
}

TEST(MachineOfRows, GpusOfAmdAreNotKnown) {
  const auto none = machines_in("rccl-tests: Version develop\n", rows_of("", 8));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message(), ::testing::HasSubstr("AMD"));
  const auto listed = machines_in("a table\n", rows_of("AMD Instinct MI355X", 8));
  ASSERT_FALSE(listed);
  EXPECT_THAT(listed.error().message(), ::testing::HasSubstr("is of GPUs of AMD"));
}

// Two cards of which no machine is built in, on a host of which nothing is known.
TEST(MachineOfRows, AListOfDevicesAloneIsAGuess) {
  const std::string model = "NVIDIA GeForce RTX 2080 Ti";
  const auto found = machines_in(device_list(1, 2, model), rows_of(model, 2));
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_TRUE(found->is_generic);
}

/// Four GPUs with four NVLinks between each two.
constexpr const char* kFour =
    "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n"
    "GPU0\t X \tNV4\tNV4\tNV4\t0-31\t0\n"
    "GPU1\tNV4\t X \tNV4\tNV4\t0-31\t0\n"
    "GPU2\tNV4\tNV4\t X \tNV4\t32-63\t1\n"
    "GPU3\tNV4\tNV4\tNV4\t X \t32-63\t1\n";

TEST(MachineOfRows, AMatrixInThePasteDecidesBeforeNames) {
  const std::string list = device_list(1, 4, "NVIDIA A100-SXM4-40GB");
  const auto found = machines_in("on our DGX A100\n" + std::string(kFour) + list,
                                 rows_of("NVIDIA A100-SXM4-40GB", 4));
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_EQ(found->matrix, "nvidia-smi topo -m");
  EXPECT_THAT(found->topologies, SizeIs(1));
  EXPECT_THAT(deduced_text(*found, found->topologies.front()),
              ::testing::StartsWith("deduced: the machine, from nvidia-smi topo -m in "));
}

// The matrix of a host with fewer GPUs than the run had on each, or with GPUs of another model, and
// one without adapters where the run was on several hosts.
TEST(MachineOfRows, AMatrixOfAnotherHostDoesNotDecide) {
  const std::string list = device_list(1, 8, "NVIDIA H100 80GB HBM3");
  for (const int nodes : {1, 2}) {
    const auto found = machines_in(kFour + list, rows_of("NVIDIA H100 80GB HBM3", 8, nodes));
    ASSERT_TRUE(found) << found.error().message();
    EXPECT_EQ(found->matrix, "");
    EXPECT_THAT(found->topologies, Contains("dgx-h100"));
  }
}

// The matrix names no GPU: a machine of words is better known where its NVLinks are the same.
TEST(MachineOfRows, AMatrixWithoutNamesLeavesRoomForWords) {
  const auto four = machines_in(kFour, rows_of_ranks(4));
  ASSERT_TRUE(four) << four.error().message();
  EXPECT_EQ(four->matrix, "nvidia-smi topo -m");
  const auto named = machines_in("p4d.24xlarge\n" + std::string(kFour), rows_of_ranks(4));
  ASSERT_TRUE(named) << named.error().message();
  EXPECT_EQ(named->matrix, "nvidia-smi topo -m");  // it has eight GPUs
}

}  // namespace machine_of_rows_test
}  // namespace treering::app::measurements
