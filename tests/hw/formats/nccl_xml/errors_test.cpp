// Input that read_nccl_xml refuses: one clear sentence with line and element, soon, in little
// memory.

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/support/peak_memory.h"
#include "tests/support/processor_time.h"
#include "tests/support/sanitized.h"

namespace treering::hw::formats::nccl_xml {
namespace errors_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string message_of(const std::string& text) {
  const auto result = read_nccl_xml(text, "x.xml");
  return result ? "no error" : result.error().message();
}

/// In line 2 a CPU, from line 3 `content`.
std::string machine(const std::string& content) {
  return "<system version=\"1\">\n<cpu numaid=\"0\" arch=\"arm64\">\n" + content +
         "\n</cpu></system>";
}

std::string pci(const std::string& bus_id, const std::string& content) {
  return "<pci busid=\"" + bus_id + "\" class=\"0x030200\">" + content + "</pci>\n";
}

TEST(NcclXmlErrors, NumbersMustBeNumbers) {
  EXPECT_EQ(message_of(machine(pci("0:1", "<gpu dev=\"0\" sm=\"abc\"/>"))),
            "x.xml: line 3, column 35, <gpu>: sm is 'abc', expected an integer");
  EXPECT_EQ(message_of(machine(pci("0:1", "<gpu dev=\"0\" sm=\"80x\"/>"))),
            "x.xml: line 3, column 35, <gpu>: sm is '80x', expected an integer");
  EXPECT_EQ(message_of(machine("<nic><net dev='0' latency='fast'/></nic>")),
            "x.xml: line 3, column 6, <net>: latency is 'fast', expected a number");
  EXPECT_EQ(message_of(machine("<nic><net dev='0' guid='0xzz'/></nic>")),
            "x.xml: line 3, column 6, <net>: guid is '0xzz', expected up to 16 hex digits");
}

TEST(NcclXmlErrors, NumbersMustBeSane) {
  EXPECT_EQ(message_of(machine(pci("0:1", "<gpu dev=\"-1\" sm=\"80\"/>"))),
            "x.xml: line 3, column 35, <gpu>: dev is -1, expected 0..16384");
  EXPECT_EQ(message_of(machine(pci("0:1", "<gpu dev=\"0\" sm=\"99999999999999999999\"/>"))),
            "x.xml: line 3, column 35, <gpu>: sm is '99999999999999999999', expected an integer");
  EXPECT_EQ(message_of(machine(pci("0:1", "<gpu dev=\"0\" sm=\"8000000000\"/>"))),
            "x.xml: line 3, column 35, <gpu>: sm is '8000000000', expected an integer of a sane "
            "size");
  EXPECT_EQ(message_of(machine("<nic>\n<net dev='0' speed='1e9'/></nic>")),
            "x.xml: line 4, column 1, <net>: speed is '1e9', expected an integer");
  EXPECT_EQ(message_of(machine("<nic>\n<net dev='0' speed='99000000000'/></nic>")),
            "x.xml: line 4, column 1, <net>: speed is 99000000000, expected 1..800000000");
  EXPECT_EQ(message_of(machine("<nic>\n<net dev='0' latency='nan'/></nic>")),
            "x.xml: line 4, column 1, <net>: latency is nan, expected 0..1000000 us");
  EXPECT_EQ(message_of("<system version='1'>\n<cpu numaid='-7' arch='arm64'/></system>"),
            "x.xml: line 2, column 1, <cpu>: numaid is -7, expected -1..65535");
}

TEST(NcclXmlErrors, LinksMustBeSane) {
  const auto with_nvlink = [](const std::string& attributes) {
    return message_of(machine(
        pci("0:1", "<gpu dev='0' sm='80'>\n<nvlink " + attributes + " tclass='0x068000'/></gpu>")));
  };
  EXPECT_EQ(with_nvlink("target='0:9' count='-2'"),
            "x.xml: line 4, column 1, <nvlink>: count is '-2', expected 0..1024");
  EXPECT_EQ(with_nvlink("target='0:9' count='5000'"),
            "x.xml: line 4, column 1, <nvlink>: count is '5000', expected 0..1024");
  // Also where the other end is not there.
  EXPECT_EQ(message_of(machine(pci("0:1",
                                   "<gpu dev='0' sm='80'>\n<nvlink target='0:77' "
                                   "tclass='0x030200' count='-2'/></gpu>"))),
            "x.xml: line 4, column 1, <nvlink>: count is '-2', expected 0..1024");
  EXPECT_EQ(with_nvlink("target='0:9'"),
            "x.xml: line 4, column 1, <nvlink>: no attribute count, expected the number of links");
  EXPECT_EQ(
      message_of(machine(pci("0:1", "<gpu dev='0' sm='90'>\n<c2c bw='-5' count='1'/></gpu>"))),
      "x.xml: line 4, column 1, <c2c>: the bandwidth in GB/s is -0.005, expected "
      "1e-06..100000 GB/s");
}

TEST(NcclXmlErrors, BusIdsMustBeThereAndDifferForGpus) {
  EXPECT_EQ(
      message_of(machine("<pci class='0x03'/>")),
      "x.xml: line 3, column 1, <pci>: no attribute busid, expected the address of the device, "
      "like 0000:17:00.0");
  EXPECT_EQ(
      message_of(machine(pci("0000:01:00.0", "<gpu dev='0' sm='80'/>") +
                         pci("0000:01:00.0", "<gpu dev='1' sm='80'/>"))),
      "x.xml: line 4, column 1, <pci>: busid '0000:01:00.0' given twice, expected another than "
      "that of line 3");
}

// NCCL makes a number of the hex digits that a bus id begins with: 'hello' and 'router' would both
// be its device 0.
TEST(NcclXmlErrors, BusIdsMustBeAddresses) {
  for (const std::string bus_id : {"hello", "", "0000:01:00.0 x", "0x1"}) {
    EXPECT_EQ(message_of(machine("<pci busid='" + bus_id + "'/>")),
              "x.xml: line 3, column 1, <pci>: busid is '" + bus_id +
                  "', expected a PCI address like 0000:17:00.0");
  }
}

TEST(NcclXmlErrors, GpuNumbersMustDiffer) {
  EXPECT_EQ(message_of(machine(pci("0:1", "<gpu dev='0' sm='80'/>") +
                               pci("0:2", "<gpu dev='0' sm='80'/>"))),
            "x.xml: line 4, column 35, <gpu>: dev is 0, expected another than that of line 3");
}

// What a gpu or nic element says is in its line, not in that of the pci element around it.
TEST(NcclXmlErrors, InnerElementsHaveTheirOwnPlace) {
  const auto gpu_with = [](const std::string& pci_attributes, const std::string& gpu_attributes) {
    return message_of(machine("<pci busid='0:1' " + pci_attributes + ">\n<gpu dev='0' sm='80' " +
                              gpu_attributes + "/></pci>"));
  };
  EXPECT_EQ(gpu_with("", "sn='1'"), "no error");
  EXPECT_EQ(message_of(machine("<pci busid='0:1'>\n<gpu dev='0' sm='4711'/></pci>")),
            "x.xml: line 4, column 1, <gpu>: sm is 4711, expected 0..999");
  const std::string text(5000, 'x');
  EXPECT_EQ(gpu_with("", "odd='" + text + "'"),
            "x.xml: line 4, column 1, <gpu>: a text of 5000 bytes, expected at most 4096");
  EXPECT_EQ(gpu_with("odd='" + text + "'", ""),
            "x.xml: line 3, column 1, <pci>: a text of 5000 bytes, expected at most 4096");
  EXPECT_EQ(gpu_with("link_width='-4'", ""),
            "x.xml: line 3, column 1, <pci>: link_width is -4, expected 0..1024");
  EXPECT_EQ(message_of(machine("<pci busid='0:1'>\n<nic odd='" + text + "'/></pci>")),
            "x.xml: line 4, column 1, <nic>: a text of 5000 bytes, expected at most 4096");
  EXPECT_EQ(message_of(machine("<pci busid='0:1'>\n<gpu dev='0'/></pci>\n"
                               "<pci busid='0:2'>\n\n<gpu dev='0'/></pci>")),
            "x.xml: line 7, column 1, <gpu>: dev is 0, expected another than that of line 4");
}

TEST(NcclXmlErrors, SpeedsMustBePossible) {
  for (const std::string speed : {"-2", "-100"}) {
    EXPECT_EQ(message_of(machine("<nic>\n<net dev='0' speed='" + speed + "'/></nic>")),
              "x.xml: line 4, column 1, <net>: speed is '" + speed +
                  "', expected Mbit/s, or -1 where they are unknown");
  }
  for (const std::string rate :
       {"nan GT/s", "-8.0 GT/s PCIe", "inf GT/s", "1e999 GT/s", "1e4 GT/s"}) {
    EXPECT_EQ(message_of(machine("<pci busid='0:1' link_speed='" + rate + "'/>")),
              "x.xml: line 3, column 1, <pci>: link_speed is '" + rate +
                  "', expected a rate like '16.0 GT/s PCIe'");
  }
}

TEST(NcclXmlErrors, VersionMustBeOne) {
  EXPECT_EQ(message_of("<system version='3'><cpu numaid='0'/></system>"),
            "x.xml: line 1, column 1, <system>: version 3, expected 1");
  EXPECT_EQ(message_of("<system><cpu numaid='0'/></system>"),
            "x.xml: line 1, column 1, <system>: no attribute version, expected version=\"1\"");
}

TEST(NcclXmlErrors, OtherFilesAreRecognised) {
  EXPECT_THAT(message_of("<graphs version='1'/>"),
              HasSubstr("a graph file of NCCL (NCCL_GRAPH_FILE)"));
  EXPECT_THAT(message_of("<topology/>"), HasSubstr("an hwloc topology"));
  EXPECT_THAT(message_of("<nvidia_smi_log/>"), HasSubstr("the output of nvidia-smi -q -x"));
  EXPECT_EQ(message_of("<html/>"),
            "x.xml: line 1, column 1, <html>: the root element 'html', expected 'system', as in a "
            "topology of NCCL");
  EXPECT_EQ(
      message_of("<system version='2'>\n<cpu numaid='0'><pci busid='0:1'><gpu dev='0' gcn='910'/>"
                 "</pci></cpu></system>"),
      "x.xml: line 2, column 34, <gpu>: a topology of RCCL, for AMD GPUs, expected one of NCCL, "
      "for NVIDIA GPUs");
  EXPECT_THAT(message_of("<system version='1'><gpu dev='0'/></system>"),
              HasSubstr("<system>: no cpu element, expected one or more"));
}

TEST(NcclXmlErrors, BrokenFilesAreNamed) {
  EXPECT_THAT(message_of(machine("<pci busid='0:1'>")), HasSubstr("line 4"));
  EXPECT_THAT(
      message_of("<system version='1'>\n  <cpu numaid='0'>\n    <pci bus"),
      EndsWith("the text ends inside <pci> of line 3, column 5, expected its end; is the file "
               "cut short?"));
  EXPECT_THAT(message_of(std::string("\x7f\x45LF\0\0\1", 7)),
              HasSubstr("line 1, column 5: a NUL byte"));
  EXPECT_THAT(message_of(""), HasSubstr("an empty text"));
}

constexpr double kPromisedSeconds = test::kIsSanitized ? 10 : 1;

/// One message about the text, within the promised second and 200 MB.
std::string message_in_time(const std::string& text) {
  std::string message;
  const double before = test::peak_memory_mb();
  EXPECT_LT(test::processor_seconds([&] { message = message_of(text); }), kPromisedSeconds);
  if (!test::kIsSanitized) {
    EXPECT_LT(test::peak_memory_mb() - before, 200);
  }
  return message;
}

std::string numbered(std::size_t count, std::string (*element)(std::size_t)) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += element(i);
  return text;
}

TEST(NcclXmlErrors, MillionDevicesAreRefusedInTime) {
  EXPECT_THAT(
      message_in_time(machine(numbered(
          1'000'000, [](std::size_t i) { return "<pci busid='" + std::to_string(i) + "'/>\n"; }))),
      StartsWith("x.xml: line 262145, column 1, in <cpu>: more than 262144 tags"));
}

TEST(NcclXmlErrors, TooManyDevicesAreRefusedInTime) {
  EXPECT_EQ(
      message_in_time(machine(numbered(
          200'000, [](std::size_t i) { return "<pci busid='" + std::to_string(i) + "'/>\n"; }))),
      "x.xml: line 16386, column 1, <pci>: more than 16384 devices, expected the description "
      "of one machine");
}

TEST(NcclXmlErrors, TooManySocketsAreRefusedInTime) {
  const std::string text =
      "<system version='1'>" +
      numbered(600, [](std::size_t) { return std::string("<cpu numaid='0' arch='arm64'/>\n"); }) +
      "</system>";
  // 600 x 599 links.
  EXPECT_THAT(message_in_time(text), HasSubstr("600 CPUs in one host"));
}

TEST(NcclXmlErrors, ManyHostsAreReadInTime) {
  EXPECT_EQ(message_in_time("<system version='1'>" +
                            numbered(16'000,
                                     [](std::size_t i) {
                                       return "<cpu numaid='0' arch='arm64' host_hash='" +
                                              std::to_string(i) + "'/>\n";
                                     }) +
                            "</system>"),
            "no error");
}

TEST(NcclXmlErrors, DeepNestingIsRefusedInTime) {
  std::string text = machine("");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<pci busid='0:1'>\n";
  for (int i = 0; i < 100'000; ++i) deep += "</pci>\n";
  EXPECT_THAT(message_in_time(machine(deep)), HasSubstr("deeper nesting, expected at most 320"));
}

TEST(NcclXmlErrors, AChainOfPciDevicesHasItsOwnLimit) {
  // Line 3 has the first, so line 259 the 257th.
  const std::size_t count = 257;
  const std::string deep = numbered(count, [](std::size_t i) {
    return fmt::format("<pci busid='0:{:x}' class='0x060400'>\n", i + 1);
  });
  const std::string ends = numbered(count, [](std::size_t) { return std::string("</pci>\n"); });
  EXPECT_EQ(message_of(machine(deep + ends)),
            "x.xml: line 259, column 1, <pci>: pci_switch 'PCI 0:101' is number 257 in a chain of "
            "PCIe devices below cpu 'CPU 0', expected at most 256: a PCI domain has no more buses");
}

TEST(NcclXmlErrors, ManyDifferentNotesAreReadInTime) {
  const std::string text = machine(
      numbered(100'000, [](std::size_t i) { return "<unknown" + std::to_string(i) + "/>\n"; }));
  EXPECT_EQ(message_in_time(text), "no error");
}

}  // namespace errors_test
}  // namespace treering::hw::formats::nccl_xml
