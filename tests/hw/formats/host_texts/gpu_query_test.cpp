#include <algorithm>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tests/hw/formats/host_texts/facts.h"
#include "tests/support/fake_files.h"

namespace treering::hw::formats {
namespace gpu_query_test {

using ::testing::ElementsAre;
using testing::facts_of;
using testing::format_of;
using testing::host_of;
using ::testing::IsEmpty;

constexpr const char* kQuery =
    "==============NVSMI LOG==============\n"
    "\n"
    "Driver Version                            : 570.86.15\n"
    "Attached GPUs                             : 2\n"
    "GPU 00000000:1B:00.0\n"
    "    Product Name                          : NVIDIA H100 80GB HBM3\n"
    "    MIG Mode\n"
    "        Current                           : Disabled\n"
    "        Pending                           : Disabled\n"
    "    PCI\n"
    "        Bus                               : 0x1B\n"
    "        GPU Link Info\n"
    "            PCIe Generation\n"
    "                Max                       : 5\n"
    "                Current                   : 5\n"
    "                Device Current            : 5\n"
    "                Device Max                : 5\n"
    "                Host Max                  : 5\n"
    "            Link Width\n"
    "                Max                       : 16x\n"
    "                Current                   : 8x\n"
    "        Replay Number Rollovers           : 0\n"
    "    Clocks Event Reasons\n"
    "        HW Slowdown                       : Active\n"
    "            HW Thermal Slowdown           : Active\n"
    "            HW Power Brake Slowdown       : Not Active\n"
    "    Remapped Rows\n"
    "        Correctable Error                 : 0\n"
    "        Pending                           : Yes\n"
    "    Fabric\n"
    "        State                             : Completed\n"
    "        Status                            : Success\n"
    "        CliqueId                          : 3\n"
    "        ClusterUUID                       : 11111111-0000-0000-0000-000000000000\n"
    "        Health\n"
    "            Bandwidth                     : N/A\n"
    "GPU 00000000:43:00.0\n"
    "    Product Name                          : NVIDIA H100 80GB HBM3\n"
    "    Fabric\n"
    "        State                             : In Progress\n"
    "        Status                            : N/A\n";

TEST(GpuQuery, ReadsModelsLinksAndTheFabric) {
  const auto host = host_of(kQuery);
  ASSERT_EQ(host.gpus.size(), 2U);
  EXPECT_EQ(host.gpus[0].gpu, 0);
  EXPECT_EQ(host.gpus[0].bus_id, "0000:1b:00.0");
  EXPECT_EQ(host.gpus[0].model, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(host.gpus[0].has_mig, false);
  EXPECT_EQ(host.gpus[0].in_fabric, true);
  EXPECT_EQ(host.gpus[0].fabric_clique, "11111111-0000-0000-0000-000000000000/3");
  EXPECT_EQ(host.gpus[1].gpu, 1);
  EXPECT_EQ(host.gpus[1].in_fabric, false);
  EXPECT_EQ(host.gpus[1].fabric_fault, "");
  ASSERT_EQ(host.pcie_links.size(), 1U);
  EXPECT_EQ(host.pcie_links[0].device, (core::PcieRate{"32.0 GT/s PCIe", 16}));
  EXPECT_EQ(host.pcie_links[0].port, (core::PcieRate{"32.0 GT/s PCIe", 0}));
  EXPECT_EQ(host.pcie_links[0].now, (core::PcieRate{"32.0 GT/s PCIe", 8}));
  EXPECT_EQ(host.driver_version->value, "570.86.15");
}

/// "field: value" of the readings.
std::vector<std::string> readings_of(const core::HostState& host) {
  std::vector<std::string> texts;
  for (const core::GpuReading& one : host.gpu_readings)
    texts.push_back(one.field + ": " + one.value);
  return texts;
}

TEST(GpuQuery, KeepsTheFieldsThatTellHowAGpuFares) {
  EXPECT_THAT(readings_of(host_of(kQuery)),
              ElementsAre("Replay Number Rollovers: 0", "HW Slowdown: Active",
                          "HW Thermal Slowdown: Active", "HW Power Brake Slowdown: Not Active",
                          "Remapped Rows/Pending: Yes"));
}

TEST(GpuQuery, AStatusThatIsNoSuccess) {
  const auto host = host_of(
      "GPU 00000008:01:00.0\n"
      "    Fabric\n"
      "        State        : Completed\n"
      "        Status       : Insufficient Resources\n"
      "        CliqueId     : 0\n"
      "        ClusterUUID  : 00000000-0000-0000-0000-000000000000\n");
  ASSERT_EQ(host.gpus.size(), 1U);
  EXPECT_EQ(host.gpus[0].bus_id, "0008:01:00.0");
  EXPECT_EQ(host.gpus[0].in_fabric, false);
  EXPECT_EQ(host.gpus[0].fabric_fault, "Insufficient Resources");
  EXPECT_EQ(host.gpus[0].fabric_clique, "");
}

// With -i, one of eight is shown: the number of its device file is its number.
TEST(GpuQuery, OneOfManyHasItsMinorNumber) {
  const auto host = host_of(
      "Attached GPUs : 8\n"
      "GPU 00000000:43:00.0\n"
      "    Product Name : NVIDIA H100 80GB HBM3\n"
      "    Minor Number : 3\n");
  ASSERT_EQ(host.gpus.size(), 1U);
  EXPECT_EQ(host.gpus[0].gpu, 3);
}

TEST(GpuQuery, IsAMachineAsTheListOfGpusIs) {
  const support::FakeFiles files(std::map<std::string, std::string>{{"q.txt", kQuery}});
  const auto loaded = load_cluster("q.txt", files);
  ASSERT_TRUE(loaded) << loaded.error().message();
  const core::Topology& node = loaded->cluster.node;
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  ASSERT_EQ(gpus.size(), 2U);
  EXPECT_EQ(node.device(gpus[1]).pci->bus_id, "0000:43:00.0");
  EXPECT_EQ(loaded->host.gpus.size(), 2U);
  EXPECT_EQ(loaded->host.gpus[1].in_fabric, false);
}

TEST(GpuQuery, TheSameAsXml) {
  const support::FakeFiles files(std::map<std::string, std::string>{
      {"q.xml",
       "<?xml version=\"1.0\" ?>\n"
       "<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n"
       "<nvidia_smi_log>\n"
       "<driver_version>570.86.15</driver_version>\n"
       "<attached_gpus>1</attached_gpus>\n"
       "<gpu id=\"00000000:1B:00.0\">\n"
       "<product_name>NVIDIA H100 80GB HBM3</product_name>\n"
       "<mig_mode><current_mig>Enabled</current_mig></mig_mode>\n"
       "<pci><pci_gpu_link_info><pcie_gen><max_link_gen>5</max_link_gen>"
       "<current_link_gen>1</current_link_gen></pcie_gen><link_widths>"
       "<max_link_width>16x</max_link_width><current_link_width>4x</current_link_width>"
       "</link_widths></pci_gpu_link_info></pci>\n"
       "<remapped_rows><remapped_row_pending>Yes</remapped_row_pending></remapped_rows>\n"
       "<fabric><state>Completed</state><status>Insufficient Resources</status></fabric>\n"
       "</gpu>\n"
       "</nvidia_smi_log>\n"}});
  const auto loaded = load_cluster("q.xml", files);
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->cluster.node.gpu_count(), 1);
  ASSERT_EQ(loaded->host.gpus.size(), 1U);
  EXPECT_EQ(loaded->host.gpus[0].has_mig, true);
  EXPECT_EQ(loaded->host.gpus[0].fabric_fault, "Insufficient Resources");
  ASSERT_EQ(loaded->host.pcie_links.size(), 1U);
  EXPECT_EQ(loaded->host.pcie_links[0].now.width, 4);
  EXPECT_THAT(readings_of(loaded->host), ElementsAre("Remapped Rows/Pending: Yes"));
}

TEST(NvlinkErrors, CountersAboveZero) {
  const std::string text =
      "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-0)\n"
      "\t Link 0: Replay Errors: 0\n"
      "\t Link 0: Recovery Errors: 0\n"
      "\t Link 0: CRC Errors: 0\n"
      "GPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\n"
      "\t Link 5: Replay Errors: 12\n"
      "\t Link 5: Recovery Errors: 3\n"
      "\t Link 5: FEC Errors - 0: 361407499\n"
      "\t Link 5: Tx packets: 99\n";
  const auto facts = facts_of(text);
  ASSERT_EQ(facts.host.nvlink_errors.size(), 2U);
  EXPECT_EQ(facts.host.nvlink_errors[0].gpu, 1);
  EXPECT_EQ(facts.host.nvlink_errors[0].link, 5);
  EXPECT_EQ(facts.host.nvlink_errors[0].counter, "Replay Errors");
  EXPECT_EQ(facts.host.nvlink_errors[0].count, 12U);
  EXPECT_EQ(facts.host.nvlink_errors[1].counter, "Recovery Errors");
  EXPECT_THAT(facts.read, ElementsAre("nvidia-smi nvlink -e of 2 NVLinks"));
}

// Read before and after a test: a counter grows, so that the highest reading is what it counted.
TEST(NvlinkErrors, ReadingsOfOneCounterAreNotAddedUp) {
  const auto reading = [](int count) {
    return "GPU 2: Tesla V100-SXM2-32GB (UUID: GPU-2)\n\t Link 0: CRC Errors: " +
           std::to_string(count) + "\n";
  };
  const auto host = host_of(reading(900) + reading(1200) + reading(1200));
  ASSERT_EQ(host.nvlink_errors.size(), 1U);
  EXPECT_EQ(host.nvlink_errors[0].count, 1200U);
  EXPECT_EQ(host.nvlink_errors[0].origin.source, "t.txt: line 4");
}

TEST(SmiErrors, NameTheGpuOrTheDriver) {
  const auto host = host_of(
      "Unable to determine the device handle for GPU 0000:2A:00.0: GPU is lost.  Reboot the system "
      "to recover this GPU\n"
      "Unable to determine the device handle for GPU0: 0000:01:00.0: Unknown Error\n"
      "Failed to initialize NVML: Driver/library version mismatch\n");
  ASSERT_EQ(host.gpu_readings.size(), 3U);
  EXPECT_EQ(host.gpu_readings[0].bus_id, "0000:2a:00.0");
  EXPECT_EQ(host.gpu_readings[1].bus_id, "0000:01:00.0");
  EXPECT_EQ(host.gpu_readings[1].value, "Unknown Error");
  EXPECT_EQ(host.gpu_readings[2].field, "nvidia-smi");
  EXPECT_EQ(format_of("No devices were found\n"), "nvidia-smi-error");
  EXPECT_EQ(format_of("Note: No devices were found by the scheduler\n"), "none");
}

// "1" of "16x", where the text ends.
TEST(GpuQuery, AWidthThatIsCutIsUnknown) {
  const std::string start =
      "GPU 00000000:1B:00.0\n    PCI\n        GPU Link Info\n            Link Width\n"
      "                Max : 16x\n                Current : ";
  EXPECT_THAT(host_of(start + "1").pcie_links, IsEmpty());
  EXPECT_EQ(host_of(start + "16x").pcie_links.at(0).now.width, 16);
}

/// A log of two GPUs with these UUIDs.
std::string log_of(const std::string& uuid, const std::string& field) {
  return "Attached GPUs                             : 2\nGPU 00000000:1B:00.0\n"
         "    GPU UUID                              : " +
         uuid + "\n" + field +
         "GPU 00000000:43:00.0\n    GPU UUID                              : " + uuid + "b\n";
}

TEST(GpuQuery, OfTwoHostsIsNotAddedUp) {
  const std::string pending =
      "    Remapped Rows\n        Pending                           : Yes\n";
  const auto other = facts_of(log_of("GPU-1", "") + log_of("GPU-2", pending));
  EXPECT_EQ(other.host.gpus.size(), 2U);
  EXPECT_THAT(other.host.gpu_readings, IsEmpty());
  ASSERT_EQ(other.notes.size(), 1U);
  EXPECT_THAT(other.notes[0].message(), ::testing::HasSubstr("nvidia-smi -q of several hosts: the "
                                                             "first counts, and 2 GPUs of others"));
  // One host asked twice.
  const auto again = facts_of(log_of("GPU-1", "") + log_of("GPU-1", pending));
  EXPECT_EQ(again.host.gpus.size(), 2U);
  ASSERT_EQ(again.host.gpu_readings.size(), 1U);
  EXPECT_EQ(again.host.gpu_readings[0].gpu, 0);
  EXPECT_THAT(again.notes, IsEmpty());
}

}  // namespace gpu_query_test
}  // namespace treering::hw::formats
