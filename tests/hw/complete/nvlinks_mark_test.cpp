#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/complete/unknown.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw::complete {
namespace nvlinks_mark_test {

/// Two Hopper GPUs; `ids` stands in their pci elements.
std::string two_gpus(const std::string& ids) {
  std::string text =
      "<system version=\"1\"><cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\" "
      "vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\">";
  for (const std::string number : {"0", "1"}) {
    text += "<pci busid=\"0000:1" + number + ":00.0\" class=\"0x030200\" " + ids + "><gpu dev=\"" +
            number + "\" sm=\"90\" gdr=\"1\"/></pci>";
  }
  return text + "</cpu></system>";
}

formats::LoadedCluster load(const std::string& name,
                            const std::map<std::string, std::string>& files) {
  return load_cluster(name, support::FakeFiles({files.begin(), files.end()})).value();
}

std::string why(const formats::LoadedCluster& loaded) {
  return unknown_nvlinks(loaded.cluster.node, loaded.host).value_or(UnknownNvlinks()).why;
}

std::string rendered(const formats::LoadedCluster& loaded, std::string_view format) {
  return render_cluster(with_nvlinks_mark(loaded.cluster, loaded.host), format).value();
}

TEST(NvlinksMark, OutlivesEveryFormat) {
  const formats::LoadedCluster xml = load("x.xml", {{"x.xml", two_gpus("")}});
  ASSERT_NE(why(xml), "");
  for (const std::string format : {"json", "nccl-xml"}) {
    const formats::LoadedCluster again = load("x", {{"x", rendered(xml, format)}});
    EXPECT_EQ(why(again), why(xml)) << format;
    EXPECT_EQ(rendered(again, "json").find("nvlinks_unknown") == std::string::npos, false);
  }
  const formats::LoadedCluster json = load("x.json", {{"x.json", rendered(xml, "json")}});
  EXPECT_EQ(json.cluster.node.fingerprint(), xml.cluster.node.fingerprint());
}

TEST(NvlinksMark, OutlivesClusters) {
  formats::LoadedCluster xml = load("x.xml", {{"x.xml", two_gpus("")}});
  const formats::LoadedCluster by_yaml =
      load("c.yaml", {{"n.json", rendered(xml, "json")}, {"c.yaml", "node: n.json\ncount: 2\n"}});
  EXPECT_EQ(by_yaml.cluster.node_count, 2);
  EXPECT_EQ(why(by_yaml), why(xml));
  const formats::LoadedCluster by_json = load("c.json", {{"c.json", rendered(by_yaml, "json")}});
  EXPECT_EQ(by_json.cluster.node_count, 2);
  EXPECT_EQ(why(by_json), why(xml));
}

TEST(NvlinksMark, IsNotOfMachinesThatAreKnown) {
  // An L40S has no NVLinks.
  const formats::LoadedCluster xml =
      load("x.xml", {{"x.xml", two_gpus("vendor=\"0x10de\" device=\"0x26b9\"")}});
  EXPECT_EQ(with_nvlinks_mark(xml.cluster, xml.host), xml.cluster);
}

}  // namespace nvlinks_mark_test
}  // namespace treering::hw::complete
