// What is wrong with an hwloc XML is reported in one sentence with line and element.

#include <gmock/gmock.h>

#include "hw/formats/hwloc/objects.h"
#include "tests/hw/formats/hwloc/text.h"

namespace treering::hw::formats::hwloc {
namespace errors_test {

std::string message_of(const std::string& text) {
  const auto read = read_hwloc_xml(text, "x.xml");
  return read ? "no error" : read.error().message();
}

std::string with_matrix(const std::string& content) {
  return message_of(hwloc_text(
      host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(1, "0000:82:00.0")),
      "<distances2 type=\"OSDev\" name=\"NVLinkBandwidth\">" + content + "</distances2>\n"));
}

TEST(HwlocErrors, OfTheWhole) {
  EXPECT_EQ(message_of("<topology version=\"2.0\"/>"),
            "x.xml: line 1, column 1, <topology>: no object of type Machine, expected one, with "
            "all others below");
  EXPECT_EQ(message_of("<topology version=\"4.0\"/>"),
            "x.xml: line 1, column 1, <topology>: version '4.0', expected one of hwloc 1 to 3");
  EXPECT_EQ(message_of("<system/>"),
            "x.xml: no topology element, expected one, as hwloc writes it");
  EXPECT_EQ(message_of("<topology version=\"2.0\">\n<object type=\"Machine\">\n"),
            "x.xml: line 2, column 24: the text ends inside <object> of line 2, column 1, expected "
            "its end; is the file cut short?");
}

TEST(HwlocErrors, OfCpus) {
  const auto with_cpuset = [](const std::string& cpuset) {
    return message_of(
        "<topology><object type=\"Machine\">\n<object type=\"NUMANode\" os_index=\"0\" "
        "cpuset=\"" +
        cpuset + "\"/></object></topology>");
  };
  EXPECT_EQ(with_cpuset("0xf...f"),
            "x.xml: line 2, column 1, <object>: cpuset is '0xf...f', expected words of 32 bits "
            "like 0x000000ff,0xffffffff");
  EXPECT_THAT(with_cpuset("0x1ffffffff"), ::testing::HasSubstr("cpuset is '0x1ffffffff'"));
  EXPECT_EQ(message_of("<topology><object type=\"Machine\">\n<object type=\"NUMANode\" "
                       "os_index=\"x\" cpuset=\"0x1\"/></object></topology>"),
            "x.xml: line 2, column 1, <object>: os_index is 'x', expected the number of the NUMA "
            "node");
}

TEST(HwlocErrors, OfPciDevices) {
  const auto of = [](const std::string& bus_id, const std::string& ids) {
    return message_of(hwloc_text(host_bridge(pci_device(bus_id, ids, ""))));
  };
  EXPECT_EQ(of("here", "0302 [10de:1db8]"),
            "x.xml: line 12, column 1, <object>: pci_busid is 'here', expected an address like "
            "0000:17:00.0");
  EXPECT_EQ(of("0004:0500.:0", "0302 [10de:1db8]"),
            "x.xml: line 12, column 1, <object>: pci_busid is '0004:0500.:0', expected an address "
            "like 0000:17:00.0");
  EXPECT_EQ(of("0000:17:00.0", "0302 10de:1db8"),
            "x.xml: line 12, column 1, <object>: pci_type is '0302 10de:1db8 [0000:0000] a1', "
            "expected class and ids like 0302 [10de:2330] [10de:16c0] a1");
  EXPECT_EQ(message_of(hwloc_text(
                host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(1, "0000:81:00.0")))),
            "x.xml: line 15, column 1, <object>: pci_busid '0000:81:00.0' given twice, expected "
            "one device of each address");
  EXPECT_EQ(message_of(hwloc_text(
                host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(1, "00000:81:00.0")))),
            "x.xml: line 15, column 1, <object>: pci_busid '00000:81:00.0' given twice, expected "
            "one device of each address");
  EXPECT_EQ(message_of(hwloc_text(
                host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(0, "0000:82:00.0")))),
            "x.xml: line 15, column 1, <object>: name: 'GPU 0' given twice, expected another name "
            "than that of line 12");
  for (const char* speed : {"-1", "nan", "fast", "1e9"}) {
    EXPECT_THAT(message_of(hwloc_text(
                    host_bridge(bridge("0000:00:01.0", hwloc_gpu(0, "0000:01:00.0"), speed)))),
                ::testing::HasSubstr("line 12, column 1, <object>: pci_link_speed is"));
  }
}

TEST(HwlocErrors, OfPorts) {
  EXPECT_EQ(message_of(hwloc_text(host_bridge(
                pci_device("0000:4d:00.0", "0207 [15b3:101b]",
                           "<object type=\"OSDev\" name=\"mlx5_0\" osdev_type=\"3\"><info "
                           "name=\"NodeGUID\" value=\"12\"/></object>")))),
            "x.xml: line 13, column 1, <object>: NodeGUID is '12', expected one like "
            "ec0d:9a03:0049:a212");
}

TEST(HwlocErrors, OfMatrices) {
  EXPECT_THAT(
      with_matrix("<indexes>800 801</indexes><u64values>0 1 1</u64values>"),
      ::testing::HasSubstr("<distances2>: 3 values for 2 objects, expected 4, one from each "
                           "to each"));
  EXPECT_THAT(with_matrix("<indexes>800 809</indexes><u64values>0 1 1 0</u64values>"),
              ::testing::HasSubstr("<distances2>: no object 'OSDev:809', expected the type and "
                                   "gp_index of one in the file"));
  EXPECT_THAT(with_matrix("<indexes>800 801</indexes><u64values>0 1 -1 0</u64values>"),
              ::testing::HasSubstr("<distances2>: the value '-1', expected MB/s"));
  EXPECT_THAT(with_matrix("<indexes>800 801</indexes><u64values>0 1e9 1 0</u64values>"),
              ::testing::HasSubstr("the value '1e9'"));
  // 2000 links of 25 GB/s.
  EXPECT_THAT(with_matrix("<indexes>800 801</indexes><u64values>0 50000000 1 0</u64values>"),
              ::testing::HasSubstr("<distances2>: count: 1025, expected 1..1024"));
  std::string many;
  for (int i = 0; i < 600; ++i) many += "800 ";
  EXPECT_THAT(with_matrix("<indexes>" + many + "</indexes>"),
              ::testing::HasSubstr("600 objects, expected at most 512"));
}

TEST(HwlocErrors, AreNotMadeOfFiguresThatAreOddButCanBe) {
  const std::string text =
      hwloc_text(host_bridge(hwloc_gpu(0, "0000:81:00.0") + hwloc_gpu(1, "0000:82:00.0")),
                 "<distances2 type=\"OSDev\" name=\"NVLinkBandwidth\"><indexes>800 801</indexes>"
                 "<u64values>0 40000 40000 0</u64values></distances2>");
  EXPECT_THAT(hwloc_notes(text),
              ::testing::HasSubstr(
                  "40000 MB/s is not a whole number of NVLinks of 25 GB/s: taken as 2 (2 times)"));
}

TEST(HwlocWords, ReadsSetsOfCpus) {
  EXPECT_EQ(parse_hwloc_cpu_set("0x0"), CpuSet());
  EXPECT_EQ(parse_hwloc_cpu_set("0x1,,0x80000000"), (CpuSet{0x80000000U, 0, 1}));
  EXPECT_EQ(parse_hwloc_cpu_set(""), std::nullopt);
  EXPECT_EQ(parse_hwloc_cpu_set("0x1;0x2"), std::nullopt);
  EXPECT_EQ(cpumap_of({0x80000000U, 0, 1}), "00000001,00000000,80000000");
}

}  // namespace errors_test
}  // namespace treering::hw::formats::hwloc
