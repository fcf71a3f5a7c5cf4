#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hw/formats/host_texts/facts.h"

namespace treering::hw::formats {
namespace kernel_log_test {

using core::KernelEventKind;
using ::testing::ElementsAre;
using testing::facts_of;
using testing::format_of;
using testing::host_of;
using ::testing::IsEmpty;

TEST(KernelLog, AnXidWithItsGpu) {
  const std::string text =
      "[  912.100001] NVRM: GPU at PCI:0000:5e:00: GPU-0\n"
      "[  912.100207] NVRM: Xid (PCI:0000:5e:00): 79, pid='<unknown>', name=<unknown>, GPU has "
      "fallen off the bus.\n";
  EXPECT_EQ(format_of(text), "kernel-log");
  const auto host = host_of(text);
  ASSERT_EQ(host.kernel_events.size(), 1U);
  const core::KernelEvent& event = host.kernel_events[0];
  EXPECT_EQ(event.kind, KernelEventKind::Xid);
  EXPECT_EQ(event.code, 79);
  EXPECT_EQ(event.bus_id, "0000:5e:00.0");
  EXPECT_EQ(event.host, "");
  EXPECT_EQ(event.origin.source, "t.txt: line 2");
  EXPECT_THAT(facts_of(text).read,
              ElementsAre("a kernel log with 1 line about errors of hardware"));
}

// The host is the word before "kernel:"; old drivers write the address without "PCI:".
TEST(KernelLog, JournaldNamesTheHost) {
  const auto host = host_of(
      "Mar 03 10:00:01 node7 kernel: NVRM: Xid (PCI:0000:1b:00): 48, pid=1, DBE\n"
      "2026-03-03T10:00:02+0000 node8 kernel: NVRM: Xid (0000:1b:00): 48, DBE\n"
      "10:00:03 kernel: NVRM: Xid (PCI:0008:01:00): 94, pid=7, Contained\n");
  ASSERT_EQ(host.kernel_events.size(), 3U);
  EXPECT_EQ(host.kernel_events[0].host, "node7");
  EXPECT_EQ(host.kernel_events[1].host, "node8");
  EXPECT_EQ(host.kernel_events[1].bus_id, "0000:1b:00.0");
  EXPECT_EQ(host.kernel_events[2].host, "");
  EXPECT_EQ(host.kernel_events[2].bus_id, "0008:01:00.0");
}

TEST(KernelLog, TheSameErrorIsOneWithItsCount) {
  std::string text;
  for (int i = 0; i < 5; ++i) text += "[ 1.000000] NVRM: Xid (PCI:0000:1b:00): 31, pid=1, MMU\n";
  const auto host = host_of(text);
  ASSERT_EQ(host.kernel_events.size(), 1U);
  EXPECT_EQ(host.kernel_events[0].count, 5);
}

// The line of a consequence names its cause, which is the error.
TEST(KernelLog, AnXidThatAnotherCaused) {
  const std::string line =
      "[ 5.000000] NVRM: Xid (PCI:0000:1b:00): 45, pid=4, name=a, Ch 00000001 caused by previous "
      "Xid 149\n";
  const auto host = host_of(line + line);
  ASSERT_EQ(host.kernel_events.size(), 2U);
  EXPECT_EQ(host.kernel_events[0].code, 149);
  EXPECT_EQ(host.kernel_events[0].bus_id, "0000:1b:00.0");
  EXPECT_EQ(host.kernel_events[0].count, 2);
  EXPECT_THAT(host.kernel_events[0].text, ::testing::StartsWith("45, pid=4"));
  EXPECT_EQ(host.kernel_events[1].code, 45);
}

TEST(KernelLog, ACauseWithALineOfItsOwnIsNotReportedTwice) {
  const auto host = host_of(
      "[ 4.000000] NVRM: Xid (PCI:0000:1b:00): 149, NETIR_LINK_EVT Fatal XC0 i0 Link 08\n"
      "[ 5.000000] NVRM: Xid (PCI:0000:1b:00): 45, pid=4, Ch 01 caused by previous Xid 149\n");
  ASSERT_EQ(host.kernel_events.size(), 2U);
  EXPECT_EQ(host.kernel_events[0].code, 149);
  EXPECT_EQ(host.kernel_events[0].count, 1);
  EXPECT_TRUE(host.kernel_events[0].is_fatal);
  EXPECT_EQ(host.kernel_events[1].code, 45);
}

TEST(KernelLog, AccessesThatTheIommuRefused) {
  const auto host = host_of(
      "[ 7.000000] nvidia 0000:41:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x000e "
      "address=0xf0130000 flags=0x0000]\n"
      "[ 8.000000] AMD-Vi: Event logged [IO_PAGE_FAULT device=42:00.0 domain=0x000e address=0xf0]\n"
      "[ 9.000000] DMAR: [DMA Write] Request device [43:00.0] fault addr f0130000\n");
  ASSERT_EQ(host.kernel_events.size(), 3U);
  EXPECT_EQ(host.kernel_events[0].kind, KernelEventKind::IommuFault);
  EXPECT_EQ(host.kernel_events[0].bus_id, "0000:41:00.0");
  EXPECT_TRUE(host.kernel_events[0].text.starts_with("nvidia 0000:41:00.0: AMD-Vi"));
  EXPECT_EQ(host.kernel_events[1].bus_id, "0000:42:00.0");
  EXPECT_EQ(host.kernel_events[2].bus_id, "0000:43:00.0");
}

// Xid 154 reports what the driver asks for from then on.
TEST(KernelLog, TheLastRecoveryActionCounts) {
  const auto host = host_of(
      "[ 5.000000] NVRM: Xid (PCI:0000:1b:00): 154, GPU recovery action changed from 0x0 (None) to "
      "0x1 (GPU Reset Required)\n"
      "[ 9.000000] NVRM: Xid (PCI:0000:1b:00): 154, GPU recovery action changed from 0x1 (GPU "
      "Reset "
      "Required) to 0x0 (None)\n");
  ASSERT_EQ(host.kernel_events.size(), 1U);
  EXPECT_EQ(host.kernel_events[0].count, 2);
  EXPECT_TRUE(host.kernel_events[0].text.ends_with("to 0x0 (None)"));
}

// Those of NVLink 5 say whether they are fatal.
TEST(KernelLog, AFatalErrorOfAnNvlinkIsAnotherThanOneThatIsNot) {
  const auto host = host_of(
      "[ 5.000000] NVRM: Xid (PCI:0018:01:00): 149, NETIR_BER_EVENT  Nonfatal  XC0 i0 Link 02\n"
      "[ 9.000000] NVRM: Xid (PCI:0018:01:00): 149, NETIR_LINK_EVT  Fatal   XC0 i0 Link 02\n");
  ASSERT_EQ(host.kernel_events.size(), 2U);
  EXPECT_FALSE(host.kernel_events[0].is_fatal);
  EXPECT_TRUE(host.kernel_events[1].is_fatal);
}

// A line without an Xid says the same as Xid 79.
TEST(KernelLog, AGpuOffTheBusWithoutAnXid) {
  for (const char* const line : {"NVRM: GPU 0000:91:00.0: GPU has fallen off the bus.",
                                 "NVRM: GPU at 0000:91:00.0 has fallen off the bus."}) {
    const auto host = host_of(std::string("[ 1.000000] ") + line + "\n");
    ASSERT_EQ(host.kernel_events.size(), 1U) << line;
    EXPECT_EQ(host.kernel_events[0].code, 79);
    EXPECT_EQ(host.kernel_events[0].bus_id, "0000:91:00.0");
  }
}

// When the driver is loaded, the sentence takes three lines.
TEST(KernelLog, AGpuOffTheBusOverSeveralLines) {
  const std::string text =
      "[    9.308145] NVRM: The NVIDIA GPU 0000:b3:00.0\n"
      "               NVRM: (PCI ID: 10de:2330) installed in this system has\n"
      "               NVRM: fallen off the bus and is not responding to commands.\n";
  EXPECT_EQ(format_of(text), "kernel-log");
  const auto host = host_of(text);
  ASSERT_EQ(host.kernel_events.size(), 1U);
  EXPECT_EQ(host.kernel_events[0].code, 79);
  EXPECT_EQ(host.kernel_events[0].bus_id, "0000:b3:00.0");
}

// dmesg --raw, and what the kernel keeps of a panic, have the priority of each line.
TEST(KernelLog, LinesWithTheirPriority) {
  const std::string text = "<6>[    2.608284] usb 1-2: new device\n";
  EXPECT_EQ(format_of(text), "kernel-log");
}

TEST(KernelLog, ErrorsThatTheFabricManagerReports) {
  const std::string text =
      "[Nov 03 2026 15:10:02] [ERROR] [tid 17] detected NVSwitch non-fatal error 12028 on fid 0 on "
      "NVSwitch pci bus id 00000000:86:00.0 physical id 3 port 61\n"
      "[Nov 03 2026 15:10:03] [ERROR] [tid 17] detected NVSwitch fatal error 20034 on fid 0 on "
      "NVSwitch pci bus id 00000000:86:00.0 physical id 3 port 61\n";
  EXPECT_EQ(format_of(text), "kernel-log");
  const auto host = host_of(text);
  ASSERT_EQ(host.kernel_events.size(), 2U);
  EXPECT_EQ(host.kernel_events[0].kind, KernelEventKind::SwitchXid);
  EXPECT_EQ(host.kernel_events[0].code, 12028);
  EXPECT_EQ(host.kernel_events[0].bus_id, "0000:86:00.0");
  EXPECT_FALSE(host.kernel_events[0].is_fatal);
  EXPECT_TRUE(host.kernel_events[1].is_fatal);
}

// Lines of data below an SXid are none of their own.
TEST(KernelLog, ErrorsOfNvSwitches) {
  const auto host = host_of(
      "[ 2.000000] nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Fatal, Link 48 LTSSM Fault "
      "Up\n"
      "[ 2.000001] nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Severity 1 Engine instance "
      "60\n"
      "[ 2.000002] nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Data {0x1, 0x2}\n"
      "[ 2.000003] nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress\n");
  ASSERT_EQ(host.kernel_events.size(), 2U);
  EXPECT_EQ(host.kernel_events[0].kind, KernelEventKind::SwitchXid);
  EXPECT_TRUE(host.kernel_events[0].is_fatal);
  EXPECT_EQ(host.kernel_events[0].count, 1);
  EXPECT_FALSE(host.kernel_events[1].is_fatal);
}

TEST(KernelLog, ErrorsOfPcieAndKilledProcesses) {
  const auto host = host_of(
      "[ 3.000000] nvidia 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer\n"
      "[ 3.000001] pcieport 0000:40:01.1: AER: PCIe Bus Error: severity=Uncorrected (Fatal)\n"
      "[ 3.000002] Out of memory: Killed process 17 (python3) total-vm:1kB\n");
  ASSERT_EQ(host.kernel_events.size(), 3U);
  EXPECT_EQ(host.kernel_events[0].bus_id, "0000:41:00.0");
  EXPECT_FALSE(host.kernel_events[0].is_fatal);
  EXPECT_EQ(host.kernel_events[1].bus_id, "0000:40:01.1");
  EXPECT_TRUE(host.kernel_events[1].is_fatal);
  EXPECT_EQ(host.kernel_events[2].kind, KernelEventKind::OutOfMemory);
  const auto indented = host_of(
      "  [ 3.0] nvidia 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer\n");
  ASSERT_EQ(indented.kernel_events.size(), 1U);
  EXPECT_EQ(indented.kernel_events[0].text.rfind("nvidia 0000:41:00.0: PCIe", 0), 0U);
  EXPECT_EQ(host_of("PCIe Bus Error: severity=Corrected\n").kernel_events.size(), 1U);
}

TEST(KernelLog, WhatIsNoneOrHasNothing) {
  EXPECT_EQ(format_of("[    0.000000] Linux version 6.8.0\n"), "kernel-log");
  // UCX counts from 1970.
  EXPECT_EQ(format_of("[1724660483.123456] [n1:19381:0] select.c:513 no way\n"), "none");
  EXPECT_THAT(host_of("[    0.000000] Linux version 6.8.0\n").kernel_events, IsEmpty());
  EXPECT_EQ(format_of("running kernel: fused_moe\n"), "none");
  EXPECT_EQ(format_of("[   10.423] (**) Option \"config_info\"\n"), "none");
  EXPECT_THAT(host_of("NVRM: Xid (PCI:0000:1b:00): ?\n").kernel_events, IsEmpty());
}

// As people and their tools retype an Xid (flashinfer-ai/flashinfer#3869).
TEST(KernelLog, AnXidInOtherForms) {
  for (const std::string line : {
           "19:15:35  Xid 31 PCI:0000:3b:00 pid=477448 ... UNRECOGNIZED_CLIENT ...",
           "NVRM: Xid 31, PCI:0000:3b:00, MMU Fault",
           "GPU 0000:3b:00.0: XID error 31 detected",
       }) {
    EXPECT_EQ(format_of(line + "\n"), "kernel-log") << line;
    const auto host = host_of(line + "\n");
    ASSERT_EQ(host.kernel_events.size(), 1U) << line;
    EXPECT_EQ(host.kernel_events[0].code, 31) << line;
    EXPECT_EQ(host.kernel_events[0].bus_id, "0000:3b:00.0") << line;
  }
  const auto bare = host_of("Xid: 79\n");
  ASSERT_EQ(bare.kernel_events.size(), 1U);
  EXPECT_EQ(bare.kernel_events[0].code, 79);
  EXPECT_EQ(bare.kernel_events[0].bus_id, "");
}

// A line that names no GPU is of the one that another line names.
TEST(KernelLog, AnXidWithoutItsGpuIsThatOfTheOtherLine) {
  const auto host = host_of(
      "ERROR: Xid 79 detected\n[ 1.000000] NVRM: Xid (PCI:0000:1b:00): 79, pid=1, GPU has fallen\n"
      "Xid 79 again\n");
  ASSERT_EQ(host.kernel_events.size(), 1U);
  EXPECT_EQ(host.kernel_events[0].bus_id, "0000:1b:00.0");
  EXPECT_EQ(host.kernel_events[0].count, 3);
}

TEST(KernelLog, AnXidThatIsOnlyMentioned) {
  for (const std::string line :
       {"there is no Xid 79", "look for Xid 79 in dmesg", "Xid 74 and 144 to 150 are of NVLink",
        "Xid 144-150", "Xid 31 is an MMU fault", "Xid errors: 0", "Xid: none", "SXid 20034",
        "txid 31 committed", "DHCP XID 0x1234"}) {
    EXPECT_THAT(host_of(line + "\n").kernel_events, IsEmpty()) << line;
  }
}

}  // namespace kernel_log_test
}  // namespace treering::hw::formats
