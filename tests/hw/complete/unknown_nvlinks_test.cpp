#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/complete/unknown.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw::complete {
namespace unknown_nvlinks_test {

using ::testing::HasSubstr;

/// Two GPUs of one CPU; `ids` stands in their pci elements, `inner` in their gpu elements.
std::string two_gpus(int capability, const std::string& ids, const std::string& inner = "") {
  std::string text =
      "<system version=\"1\"><cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\" "
      "vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\">";
  for (int i = 0; i < 2; ++i) {
    const std::string number = std::to_string(i);
    text += "<pci busid=\"0000:1" + number + ":00.0\" class=\"0x030200\" " + ids +
            " link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"" + number + "\" sm=\"" +
            std::to_string(capability) + "\" gdr=\"1\">" + inner + "</gpu></pci>";
  }
  return text + "</cpu></system>";
}

std::string why_unknown(const std::string& text) {
  const auto loaded = load_cluster("x.xml", support::FakeFiles({{"x.xml", text}}));
  EXPECT_TRUE(loaded) << loaded.error().message();
  if (!loaded) return "";
  return unknown_nvlinks(loaded->cluster.node, loaded->host).value_or(UnknownNvlinks()).why;
}

TEST(UnknownNvlinks, AreThoseOfNcclXmlsWithNeitherThemNorIds) {
  EXPECT_THAT(why_unknown(two_gpus(90, "")), HasSubstr("no nvlink elements"));
  EXPECT_THAT(why_unknown(two_gpus(100, "")), HasSubstr("no PCI device ids"));
}

TEST(UnknownNvlinks, AreSaidInANote) {
  const auto loaded =
      load_cluster("x.xml", support::FakeFiles({{"x.xml", two_gpus(90, "")}})).value();
  ASSERT_FALSE(loaded.notes.empty());
  EXPECT_THAT(loaded.notes.back().text, HasSubstr("NVLinks are unknown"));
}

TEST(UnknownNvlinks, AreKnownByTheFileOrTheModel) {
  EXPECT_EQ(why_unknown(two_gpus(90, "vendor=\"0x10de\" device=\"0x2331\"")), "");
  EXPECT_EQ(why_unknown(two_gpus(90, "vendor=\"0x10de\" device=\"0xffff\"")), "");  // a dump
  EXPECT_EQ(why_unknown(two_gpus(90, "",
                                 "<nvlink target=\"0000:90:00.0\" count=\"18\" "
                                 "tclass=\"0x068000\"/>")),
            "");
  EXPECT_EQ(why_unknown(two_gpus(89, "")), "");  // Ada has none
  EXPECT_EQ(why_unknown(two_gpus(120, "")), "");
}

/// A GPU's NVLinks to NVSwitches as guests without their own show them: a bundle for each other
/// GPU.
std::string bundles(int bundles, int links) {
  std::string text;
  for (int i = 0; i < bundles; ++i) {
    text += "<nvlink target=\"0000:9" + std::to_string(i) + ":00.0\" count=\"" +
            std::to_string(links) + "\" tclass=\"0x068000\"/>";
  }
  return text;
}

TEST(UnknownNvlinks, AreMoreThanTheGenerationHas) {
  const std::string ids = "vendor=\"0x10de\" device=\"0x2901\"";
  EXPECT_EQ(why_unknown(two_gpus(100, ids, bundles(1, 18))), "");
  // 7 x 18 = 126.
  EXPECT_EQ(why_unknown(two_gpus(100, ids, bundles(7, 18))),
            "GPU 0 has 126, but a GPU of its generation has at most 18");
}

/// Two cards without NVLinks, which stand for GPUs that nobody names.
core::Topology two_assumed(const std::vector<std::string>& assumed) {
  core::TopologyBuilder builder("x");
  const core::DeviceId cpu = builder.add({.name = "CPU 0", .info = core::Cpu{}});
  for (int i = 0; i < 2; ++i) {
    core::Device gpu{.name = "GPU " + std::to_string(i), .info = core::Gpu{}};
    std::get<core::Gpu>(gpu.info).index = i;
    std::get<core::Gpu>(gpu.info).compute_capability = 89;
    gpu.assumed = assumed;
    const core::DeviceId id = builder.add(gpu);
    builder.connect(
        {core::LinkKind::Pcie, id, cpu, 16, core::Bandwidth::from_gb_per_s(31), {}, {}});
    builder.connect(
        {core::LinkKind::Pcie, cpu, id, 16, core::Bandwidth::from_gb_per_s(31), {}, {}});
  }
  return std::move(builder).build().value();
}

TEST(UnknownNvlinks, AreThoseOfGpusThatAreAGuess) {
  core::HostState host;
  host.nvlinks_unknown = {"the text does not show them", {}};
  EXPECT_FALSE(unknown_nvlinks(two_assumed({}), host));
  const auto unknown = unknown_nvlinks(two_assumed({"compute_capability"}), host);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->why, "the text does not show them");
  EXPECT_FALSE(unknown_nvlinks(two_assumed({"compute_capability"}), {}));
}

TEST(UnknownNvlinks, AreThoseOfFilesThatNcclCompletes) {
  const std::string bare =
      "<system version=\"1\"><cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\" "
      "vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\">"
      "<pci busid=\"0000:10:00.0\" class=\"0x030200\"/>"
      "<pci busid=\"0000:11:00.0\" class=\"0x030200\"/></cpu></system>";
  EXPECT_THAT(why_unknown(bare), HasSubstr("no gpu elements"));
}

}  // namespace unknown_nvlinks_test
}  // namespace treering::hw::complete
