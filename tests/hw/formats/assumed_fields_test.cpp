// How readers name the fields that a source lacks: by their place in our JSON, "pci/link_speed".
#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/formats/nccl_xml/topology_xml.h"
#include "hw/load_cluster.h"
#include "tests/support/discovered.h"

namespace treering::hw::formats {
namespace assumed_fields_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::set<std::string> assumed_in(const core::Topology& node) {
  std::set<std::string> fields;
  for (const core::Device& device : node.devices()) {
    fields.insert(device.assumed.begin(), device.assumed.end());
  }
  return fields;
}

/// Of all seeds of a reader's fuzz target that it can read.
std::set<std::string> assumed_by(const std::string& reader) {
  std::set<std::string> fields;
  for (const auto& seed : std::filesystem::directory_iterator("tests/fuzz/corpus/" + reader)) {
    if (const auto read = load_cluster(seed.path().string())) {
      fields.merge(assumed_in(read->cluster.node));
    }
  }
  return fields;
}

class AssumedFields : public ::testing::TestWithParam<const char*> {};

TEST_P(AssumedFields, AreNamedByTheirPlace) {
  const auto fields = assumed_by(GetParam());
  EXPECT_THAT(fields, Contains("pci/link_speed"));
  EXPECT_THAT(fields, Not(Contains(HasSubstr("."))));
}

INSTANTIATE_TEST_SUITE_P(Readers, AssumedFields,
                         ::testing::Values("hwloc_xml", "nccl_log", "nccl_xml", "smi_topo"));

TEST(AssumedFieldsDiscovered, AreNamedByTheirPlace) {
  const auto fields = assumed_in(support::discovered(support::virtual_machine()).topology);
  EXPECT_THAT(fields, Contains("pci/link_speed"));
  EXPECT_THAT(fields, Not(Contains(HasSubstr("."))));
}

// NCCL looks for them itself where the file that it is given lacks them.
TEST(AssumedFieldsDiscovered, StayAssumedInNcclsForm) {
  const auto node = support::discovered(support::virtual_machine()).topology;
  const std::string xml = nccl_xml::write_nccl_xml(node);
  EXPECT_THAT(xml, Not(HasSubstr("link_speed")));
  const auto again = nccl_xml::read_nccl_xml(xml, "t.xml");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_THAT(assumed_in(again->topology), Contains("pci/link_speed"));
}

}  // namespace assumed_fields_test
}  // namespace treering::hw::formats
