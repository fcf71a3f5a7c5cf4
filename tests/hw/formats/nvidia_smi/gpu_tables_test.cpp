// The GPUs of nvidia-smi's own table and of -L: of old drivers, without bars, in MIG mode.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/format.h"
#include "tests/hw/formats/topology_words.h"

namespace treering::hw::formats::nvidia_smi {
namespace gpu_tables_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

LoadedCluster loaded(const std::string& text) {
  const Format* const format = recognise(text);
  if (format == nullptr || format->read == nullptr) {
    ADD_FAILURE() << "not recognised: " << text;
    return {};
  }
  auto read = format->read({"g.txt", text}, {});
  if (!read) {
    ADD_FAILURE() << read.error().message();
    return {};
  }
  return *std::move(read);
}

std::string notes_of(const LoadedCluster& read) {
  std::string all;
  for (const auto& note : read.notes) all += note.message() + "\n";
  return all;
}

// A driver of 2014: short bus ids, no version of CUDA.
constexpr const char* kOldTable =
    "+------------------------------------------------------+\n"
    "| NVIDIA-SMI 340.65     Driver Version: 340.65         |\n"
    "|-------------------------------+----------------------+----------------------+\n"
    "| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"
    "| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |\n"
    "|===============================+======================+======================|\n"
    "|   0  Tesla K40m          Off  | 0000:03:00.0     Off |                    0 |\n"
    "| N/A   30C    P8    21W / 235W |     22MiB / 11519MiB |      0%      Default |\n"
    "+-------------------------------+----------------------+----------------------+\n"
    "|   1  Tesla K40m          Off  | 0000:82:00.0     Off |                    0 |\n"
    "| N/A   31C    P8    20W / 235W |     22MiB / 11519MiB |      0%      Default |\n"
    "+-------------------------------+----------------------+----------------------+\n"
    "\n"
    "+-----------------------------------------------------------------------------+\n"
    "| Compute processes:                                               GPU Memory |\n"
    "|  GPU       PID  Process name                                     Usage      |\n"
    "|=============================================================================|\n"
    "|  No running compute processes found                                         |\n"
    "+-----------------------------------------------------------------------------+\n";

// llama.cpp shows as much as nvidia-smi -L.
TEST(SmiGpuTables, TheListOfLlamaCppIsRead) {
  const LoadedCluster read = loaded(
      "These are my GPUs:\n"
      "ggml_init_cublas: found 2 CUDA devices:\n"
      "  Device 0: Tesla P40, compute capability 6.1\n"
      "  Device 1: NVIDIA GeForce GTX 970, compute capability 5.2, VMM: yes\n");
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  EXPECT_THAT(read.cluster.node.description(), HasSubstr("the list of devices of llama.cpp"));
  EXPECT_THAT(notes_of(read), HasSubstr("GPUs of several models: GPU 1 is"));
}

// Only the first of a machine's GPUs is pasted; AMD's are found by the same program.
TEST(SmiGpuTables, TheListOfLlamaCppMayBeCutOrOfAmd) {
  EXPECT_THAT(notes_of(loaded("ggml_cuda_init: found 4 CUDA devices:\n"
                              "  Device 0: NVIDIA L40S, compute capability 8.9, VMM: yes\n")),
              HasSubstr("of the machine's 4 GPUs 1 is shown"));
  const Format* const amd = recognise(
      "ggml_cuda_init: found 1 ROCm devices:\n"
      "  Device 0: AMD Radeon RX 7900 XTX, compute capability 11.0, VMM: no\n");
  EXPECT_TRUE(amd == nullptr || amd->read == nullptr);
}

TEST(SmiGpuTables, OfOldDriversAreRead) {
  const LoadedCluster read = loaded(kOldTable);
  EXPECT_EQ(read.cluster.node.name(), "2 x Tesla K40m");
  EXPECT_EQ(named(read.cluster.node, "GPU 1").pci->bus_id, "0000:82:00.0");
  EXPECT_EQ(std::get<core::Gpu>(named(read.cluster.node, "GPU 0").info).compute_capability, 35);
  EXPECT_FALSE(core::is_assumed(named(read.cluster.node, "GPU 0"), "compute_capability"));
  EXPECT_FALSE(read.host.gpus_unknown);
}

// Drivers of before 2013 have no column of persistence mode.
TEST(SmiGpuTables, WithoutPersistenceModeNamesAreWhole) {
  const LoadedCluster read = loaded(
      "|   0  GeForce GTX 780 Ti       | 0000:01:00.0     N/A |                  N/A |\n"
      "|   1  GeForce GTX 780 Ti       | 0000:02:00.0     N/A |                  N/A |\n");
  EXPECT_EQ(read.cluster.node.name(), "2 x GeForce GTX 780 Ti");
}

TEST(SmiGpuTables, OfAdaptersAreNone) {
  EXPECT_EQ(recognise("+----+\n|  0 | mlx5_0 | 0000:5e:00.0 | up |\n+----+\n"), nullptr);
}

TEST(SmiGpuTables, RowsThatLostTheirBarsAreRead) {
  const LoadedCluster read = loaded(
      "  0  NVIDIA GeForce RTX 4090   Off   00000000:01:00.0 Off   Off\n"
      " 30%   40C  P8   20W / 450W   10MiB / 24564MiB   0%   Default\n"
      "  1  NVIDIA GeForce RTX 4090   Off   00000000:41:00.0 Off   Off\n");
  EXPECT_EQ(read.cluster.node.name(), "2 x NVIDIA GeForce RTX 4090");
  EXPECT_EQ(named(read.cluster.node, "GPU 1").pci->bus_id, "0000:41:00.0");
}

constexpr const char* kMig =
    "GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-0)\n"
    "  MIG 3g.20gb     Device  0: (UUID: MIG-0)\n"
    "  MIG 1c.2g.10gb  Device  1: (UUID: MIG-1)\n"
    "GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-1)\n";

TEST(SmiGpuTables, InstancesOfMigAreNoGpus) {
  const LoadedCluster read = loaded(kMig);
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  EXPECT_THAT(notes_of(read), AllOf(HasSubstr("g.txt: line 2: GPU 0 is in MIG mode, with 2 "
                                              "instances: instances are parts of a GPU"),
                                    HasSubstr("NCCL does not connect instances of one GPU")));
  ASSERT_EQ(read.host.gpus.size(), 2U);
  EXPECT_EQ(read.host.gpus[0].has_mig, true);
  EXPECT_FALSE(read.host.gpus[1].has_mig);
}

// PyTorch's dump leaves the UUIDs out.
TEST(SmiGpuTables, InstancesOfMigWithoutUuidAreNoGpus) {
  const LoadedCluster read = loaded(
      "GPU 0: NVIDIA H100 80GB HBM3\n  MIG 1g.10gb     Device  0: \n  MIG 1g.10gb     Device  1: "
      "\nGPU 1: NVIDIA H100 80GB HBM3\n");
  EXPECT_EQ(read.cluster.node.gpu_count(), 2);
  EXPECT_THAT(notes_of(read), HasSubstr("GPU 0 is in MIG mode, with 2 instances"));
}

constexpr const char* kMigTable =
    "+-----------------------------------------+----------------------+----------------------+\n"
    "| GPU  Name                 Persistence-M | Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"
    "|=========================================+======================+======================|\n"
    "|   0  NVIDIA A100-SXM4-40GB          On  | 00000000:07:00.0 Off |                   On |\n"
    "| N/A   34C    P0              47W / 400W |     45MiB / 40960MiB |     N/A      Default |\n"
    "|                                         |                      |              Enabled |\n"
    "+-----------------------------------------+----------------------+----------------------+\n"
    "|   1  NVIDIA A100-SXM4-40GB          On  | 00000000:0F:00.0 Off |                    0 |\n"
    "| N/A   34C    P0              47W / 400W |     45MiB / 40960MiB |      0%      Default |\n"
    "|                                         |                      |             Disabled |\n"
    "+-----------------------------------------+----------------------+----------------------+\n"
    "\n"
    "+---------------------------------------------------------------------------------------+\n"
    "| MIG devices:                                                                          |\n"
    "+------------------+--------------------------------+-----------+-----------------------+\n"
    "| GPU  GI  CI  MIG |                   Memory-Usage |        Vol|         Shared        |\n"
    "|      ID  ID  Dev |                     BAR1-Usage | SM     Unc|  CE ENC DEC OFA JPG   |\n"
    "|==================+================================+===========+=======================|\n"
    "|  0    1   0   0  |              12MiB / 20096MiB  | 42      0 |  3   0    2    0    0 |\n"
    "|                  |               0MiB / 32767MiB  |           |                       |\n"
    "+------------------+--------------------------------+-----------+-----------------------+\n"
    "|  0    2   0   1  |              12MiB / 20096MiB  | 42      0 |  3   0    2    0    0 |\n"
    "|                  |               0MiB / 32767MiB  |           |                       |\n"
    "+------------------+--------------------------------+-----------+-----------------------+\n";

TEST(SmiGpuTables, TheTableShowsMig) {
  const LoadedCluster read = loaded(kMigTable);
  EXPECT_EQ(read.cluster.node.name(), "2 x NVIDIA A100-SXM4-40GB");
  EXPECT_THAT(notes_of(read),
              AllOf(HasSubstr("g.txt: line 6: GPU 0 is in MIG mode, with 2 instances"),
                    Not(HasSubstr("GPU 1 is"))));
  EXPECT_FALSE(read.host.gpus[1].has_mig);
}

}  // namespace gpu_tables_test
}  // namespace treering::hw::formats::nvidia_smi
