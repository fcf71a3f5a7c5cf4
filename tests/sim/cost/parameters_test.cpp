#include "sim/cost/parameters.h"

#include <gtest/gtest.h>

namespace treering::sim::cost {
namespace parameters_test {

const terms::MachineKind kKind{"hopper", "nvswitch", "infiniband", "400G"};

/// Each quantity has the value of its place, from 1.
core::Profile whole() {
  core::Profile profile;
  profile.name = "whole";
  double value = 0;
  for (const terms::QuantityEntry& entry : terms::kQuantities) {
    value += 1;
    profile.parameters[terms::name_for(entry.value, kKind)] = {value, std::string(entry.unit), 0.25,
                                                               ""};
  }
  profile.parameters["scatter.to_64MiB"] = {0.07, "", 0, ""};
  return profile;
}

TEST(Parameters, SizeClassesBeginAtOneAndAt64MiB) {
  EXPECT_EQ(size_class_of(1048575), 0U);
  EXPECT_EQ(size_class_of(1048576), 1U);
  EXPECT_EQ(size_class_of(67108863), 1U);
  EXPECT_EQ(size_class_of(67108864), 2U);
}

TEST(Parameters, AreThoseOfTheKind) {
  const auto parameters = parameters_of(whole(), kKind);
  ASSERT_TRUE(parameters);
  EXPECT_EQ(parameters->values[terms::Quantity::HostCall], 1);
  EXPECT_EQ(parameters->values[terms::Quantity::Launch], 3);  // the third of quantities.def
  EXPECT_EQ(parameters->spreads[terms::Quantity::Launch], 0.25);
  EXPECT_EQ(parameters->scatter[0], 0);
  EXPECT_EQ(parameters->scatter[1], 0.07);
}

TEST(Parameters, CallsErrAlikeByNodesAndSize) {
  const auto name = [](int nodes, double mib) {
    const CallName call{core::Collective::AllReduce, "Ring", mib * 1024 * 1024, nodes, 8 * nodes};
    return kErrorClasses.at(error_class_of(call)).name;
  };
  EXPECT_EQ(name(1, 0.01), "one_node.below_64KiB");
  EXPECT_EQ(name(1, 4), "one_node.from_4MiB");
  EXPECT_EQ(name(1, 255), "one_node.from_64MiB");
  EXPECT_EQ(name(1, 1024), "one_node.from_256MiB");
  EXPECT_EQ(name(2, 0.01), "several_nodes.below_64KiB");
  EXPECT_EQ(name(2, 0.0625), "several_nodes.from_64KiB");
  EXPECT_EQ(name(8, 1023), "several_nodes.from_64MiB");
  EXPECT_EQ(name(8, 1024), "several_nodes.from_1GiB");
  const auto of_pairs = [](int nodes) {
    return kErrorClasses.at(error_class_of({core::Collective::AllToAll, "", 8, nodes, 8})).name;
  };
  EXPECT_EQ(of_pairs(1), "one_node.below_64KiB");
  EXPECT_EQ(of_pairs(2), "several_nodes.pairs");
}

TEST(Parameters, WhatIsMissingIsNamed) {
  const auto other = parameters_of(whole(), {"volta", "nvswitch", "infiniband", "400G"});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().category, core::Category::BadInput);
  EXPECT_EQ(other.error().where, "whole");
  EXPECT_NE(other.error().found.find("'volta.launch_us'"), std::string::npos);
}

}  // namespace parameters_test
}  // namespace treering::sim::cost
