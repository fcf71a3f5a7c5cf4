// Subnets for tests, whole and with faults, and what is found in them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/ibnetdiscover.h"
#include "tests/support/subnet_text.h"

namespace treering::hw::fabric::analysis {

inline Subnet read(std::string_view text) {
  auto result = readers::read_ibnetdiscover(text, "net.txt");
  EXPECT_TRUE(result) << result.error().message();
  return result ? std::move(result->subnet) : Subnet();
}

inline Subnet subnet_of(const test::FatTreePlan& plan) {
  return read(test::subnet_text(plan));
}

inline std::vector<std::string> texts(const SubnetFabric& found) {
  std::vector<std::string> texts;
  for (const Finding& finding : found.findings) texts.push_back(finding.text);
  return texts;
}

/// The first cable that joins two nodes of these names.
inline SubnetCable& cable_between(Subnet& subnet, std::string_view a, std::string_view b) {
  const auto found = std::ranges::find_if(subnet.cables, [&](const SubnetCable& cable) {
    const std::string near = name_of(subnet.node(cable.ends[0].node));
    const std::string far = name_of(subnet.node(cable.ends[1].node));
    return (near == a && far == b) || (near == b && far == a);
  });
  EXPECT_NE(found, subnet.cables.end()) << a << " - " << b;
  return *found;
}

inline void unplug(Subnet& subnet, std::string_view a, std::string_view b) {
  subnet.cables.erase(subnet.cables.begin() +
                      (&cable_between(subnet, a, b) - subnet.cables.data()));
}

}  // namespace treering::hw::fabric::analysis
