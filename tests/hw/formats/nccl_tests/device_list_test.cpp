#include "hw/formats/nccl_tests/device_list.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/topology/topology.h"
#include "hw/formats/format.h"

namespace treering::hw::formats::nccl_tests {
namespace device_list_test {

/// Ranks of hosts with so many GPUs each.
std::vector<ListedDevice> list_of(const std::vector<int>& ranks, int gpus) {
  std::vector<ListedDevice> devices;
  for (const int rank : ranks) {
    devices.push_back(
        {rank, 0, "host" + std::to_string(rank / gpus), "NVIDIA GB300", rank % gpus, "0x1b"});
  }
  return devices;
}

TEST(DeviceList, ALineNamesTheGpuOfARank) {
  const auto device = read_device(
      "[1,0]<stdout>:#  Rank  6 Group  0 Pid 674 on trayB device  2 [0018:06:00] "
      "NVIDIA GB300");
  ASSERT_TRUE(device);
  EXPECT_EQ(*device, (ListedDevice{6, 0, "trayB", "NVIDIA GB300", 2, "0018:06:00", 674}));
  EXPECT_FALSE(read_device("Rank of a device on a host"));
}

// As people write lists by hand.
TEST(DeviceList, ALineWithoutAHostMayNameItsNode) {
  EXPECT_EQ(read_device("#  Rank  1 Group  0 Pid 22 device  1 [0000:90:00] NVIDIA B200").value(),
            (ListedDevice{1, 0, "", "NVIDIA B200", 1, "0000:90:00", 22}));
  EXPECT_EQ(read_device("#  Rank  9 Group  0 device  1 [0000:90:00] NVIDIA B200 (node 1)").value(),
            (ListedDevice{9, 0, "node 1", "NVIDIA B200", 1, "0000:90:00"}));
  EXPECT_FALSE(read_device("Rank 3 of the device 2 is late"));
}

TEST(DeviceList, AWholeListIsTheJob) {
  EXPECT_EQ(job_of(list_of({0, 1, 2, 3}, 2)), (ListedJob{4, 2, 2, false}));
  // Hosts of two GPUs and of one.
  EXPECT_EQ(job_of(list_of({0, 1, 2}, 2)), (ListedJob{3, 2, 0, false}));
}

// Ranks 0, 1, 6 and 7: rank 7 is device 3 of its host, so that this has ranks 4 to 7, and the one
// before ranks 0 to 3. A host in between need not be listed at all.
TEST(DeviceList, AListWithGapsIsCompletedWhereAllItsLinesAgree) {
  EXPECT_EQ(job_of(list_of({0, 1, 6, 7}, 4)), (ListedJob{8, 2, 4, true}));
  EXPECT_EQ(job_of(list_of({0, 1, 10, 11}, 4)), (ListedJob{12, 3, 4, true}));
}

TEST(DeviceList, AListWithGapsThatContradictsItselfGivesRanksOnly) {
  auto devices = list_of({0, 1, 6, 7}, 4);
  devices[1].device = 0;  // each process sees one GPU
  EXPECT_EQ(job_of(devices), (ListedJob{8, 0, 0, true}));
  devices = list_of({0, 1, 6, 7}, 4);
  devices[1].host = "other";
  EXPECT_EQ(job_of(devices), (ListedJob{8, 0, 0, true}));
}

const std::string kEight =
    "# nThread 1 nGpus 1 minBytes 8 maxBytes 1024 step: 2(factor)\n"
    "#  Rank  0 Group  0 Pid 10 on hosta device  0 [0x18] NVIDIA H100 80GB HBM3\n"
    "...\n"
    "#  Rank  7 Group  0 Pid 17 on hosta device  7 [0xe4] NVIDIA H100 80GB HBM3\n";

TEST(DeviceList, OutputOfNcclTestsShowsItsHost) {
  EXPECT_TRUE(is_nccl_tests(kEight));
  const auto loaded = read_nccl_tests({"run.log", kEight}, {});
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->cluster.node.gpu_count(), 8);
  EXPECT_EQ(loaded->cluster.node_count, 1);
  // Without models it shows none.
  EXPECT_FALSE(read_nccl_tests({"run.log", "# nThread 1 nGpus 1 minBytes 8\n"}, {}));
}

// Cards of two hosts met over a network, whose rate nobody says.
TEST(DeviceList, HostsOfCardsHaveAPortOfUnknownRate) {
  const std::string text =
      "#  Rank  0 Group  0 Pid 10 on hosta device  0 [0x31] NVIDIA L40S\n"
      "#  Rank  1 Group  0 Pid 17 on hostb device  0 [0x31] NVIDIA L40S\n";
  const auto loaded = read_nccl_tests({"run.log", text}, {});
  ASSERT_TRUE(loaded) << loaded.error().message();
  const core::Topology& node = loaded->cluster.node;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  ASSERT_EQ(ports.size(), 1U);
  EXPECT_TRUE(core::is_assumed(node.device(ports.front()), "speed_mbps"));
  EXPECT_EQ(loaded->notes.back().text,
            "the text names no adapter: one of 100 Gbit/s, a guess, stands for those that joined "
            "the 2 hosts of the run");
}

std::vector<std::string> bus_ids_of(const std::string& text) {
  const auto loaded = read_nccl_tests({"run.log", text}, {});
  if (!loaded) return {loaded.error().message()};
  std::vector<std::string> bus_ids;
  const core::Topology& node = loaded->cluster.node;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    bus_ids.push_back(gpu.pci->bus_id);
    if (core::is_assumed(gpu, "pci/bus_id")) bus_ids.back() += "*";
  }
  return bus_ids;
}

using Words = std::vector<std::string>;

// Of old versions the list has the bus alone.
TEST(DeviceList, TheBusIdsOfGpusAreThoseOfTheList) {
  EXPECT_EQ(bus_ids_of("#  Rank 0 Pid 10 on hosta device  0 [0x0f] NVIDIA L40S\n"
                       "#  Rank 1 Pid 10 on hosta device  1 [0x9B] NVIDIA L40S\n"
                       "#  Rank 2 Pid 17 on hostb device  0 [0x11] NVIDIA L40S\n"
                       "#  Rank 3 Pid 17 on hostb device  1 [0x12] NVIDIA L40S\n"),
            (Words{"0000:0f:00.0", "0000:9b:00.0"}));
  EXPECT_EQ(bus_ids_of("#  Rank 0 Group 0 Pid 10 on a device  0 [0018:04:00] NVIDIA L40S\n"),
            (Words{"0018:04:00.0"}));
}

// Guests have bus 0 for all; instances of MIG share one.
TEST(DeviceList, BusIdsThatTellNothingApartAreAssumed) {
  for (const std::string bus : {"0x00", "0x0f"}) {
    EXPECT_EQ(bus_ids_of("#  Rank 0 Pid 10 on hosta device  0 [" + bus + "] NVIDIA L40S\n" +
                         "#  Rank 1 Pid 10 on hosta device  1 [" + bus + "] NVIDIA L40S\n"),
              (Words{"0000:01:00.0*", "0000:02:00.0*"}));
  }
}

// Two processes of four GPUs on one host.
TEST(DeviceList, ItsJsonShowsTheHostToo) {
  const std::string json =
      R"({"version": 2, "args": ["all_reduce_perf"], "nccl_version": 22809, "config": {)"
      R"("nthreads": 1, "ngpus": 4, "devices": [)"
      R"({"rank": 0, "hostname": "a", "device": 0, "device_info": "NVIDIA H100 80GB HBM3"},)"
      R"({"rank": 4, "hostname": "a", "device": 4, "device_info": "NVIDIA H100 80GB HBM3"}]}})";
  EXPECT_TRUE(is_nccl_tests_json(json));
  const auto loaded = read_nccl_tests_json({"run.json", json}, {});
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->cluster.node.gpu_count(), 8);
}

TEST(DeviceList, InstancesOfMigAreSaid) {
  const auto read = read_nccl_tests({"t.txt",
                                     "#  Rank  0 Group  0 Pid 7 on n1 device  0 [0x07] NVIDIA "
                                     "A100-SXM4-40GB MIG 1g.5gb\n"},
                                    {});
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->notes.back().message().find("warning: t.txt: the ranks have MIG instances"), 0U);
}

TEST(DeviceList, OfRcclTestsIsRefused) {
  const auto read = read_nccl_tests(
      {"t.txt", "#  Rank  0 Group  0 Pid 7 on n1 device  0 [0000:0c:00] AMD Instinct MI300X\n"},
      {});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message(),
            "t.txt: GPUs of AMD, 'AMD Instinct MI300X', expected NVIDIA's: treering follows NCCL, "
            "and RCCL is not supported");
}

}  // namespace device_list_test
}  // namespace treering::hw::formats::nccl_tests
