// Subnets for tests, whole and with faults, and what is found in them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/analysis/uneven_cabling.h"
#include "hw/fabric/readers/formats.h"
#include "tests/support/subnet_text.h"

namespace treering::hw::fabric::analysis {

inline FabricGraph read(std::string_view text) {
  auto result = readers::read_ibnetdiscover(text, "net.txt");
  EXPECT_TRUE(result) << result.error().message();
  return result ? std::move(result->graph) : FabricGraph();
}

inline FabricGraph graph_of(const test::FatTreePlan& plan) {
  return read(test::subnet_text(plan));
}

inline std::vector<std::string> texts(const FoundFabric& found) {
  std::vector<std::string> texts;
  for (const Finding& finding : found.findings) texts.push_back(finding.text);
  return texts;
}

/// The first cable that joins two nodes of these names.
inline Cable& cable_between(FabricGraph& graph, std::string_view a, std::string_view b) {
  const auto found = std::ranges::find_if(graph.cables, [&](const Cable& cable) {
    const std::string near = name_of(graph.node(cable.ends[0].node));
    const std::string far = name_of(graph.node(cable.ends[1].node));
    return (near == a && far == b) || (near == b && far == a);
  });
  EXPECT_NE(found, graph.cables.end()) << a << " - " << b;
  return *found;
}

inline void unplug(FabricGraph& graph, std::string_view a, std::string_view b) {
  graph.cables.erase(graph.cables.begin() + (&cable_between(graph, a, b) - graph.cables.data()));
}

}  // namespace treering::hw::fabric::analysis
