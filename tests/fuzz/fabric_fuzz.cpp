// Every reader of fabrics in hw/formats/formats.def: any text gives a fabric whose cables end at
// its nodes, one to a port, from which a fabric can be found, or an error that names the file.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "core/assert.h"
#include "hw/fabric/analysis/fabric.h"
#include "hw/formats/format.h"
#include "tests/fuzz/shown.h"

using namespace treering;

namespace {

void check(const treering::hw::fabric::FabricGraph& graph) {
  std::set<std::pair<int, int>> ports;
  for (const treering::hw::fabric::Cable& cable : graph.cables) {
    for (const treering::hw::fabric::FabricPort& end : cable.ends) {
      TREERING_ASSERT(end.node >= 0 && std::size_t(end.node) < graph.nodes.size(),
                      "a cable ends at a node");
      TREERING_ASSERT(ports.emplace(end.node, end.number).second, "one cable to a port");
    }
  }
  for (const treering::hw::fabric::FabricNode& node : graph.nodes) {
    treering::fuzz::check_shown_in_line(node.id);
    treering::fuzz::check_shown_in_line(node.description);
  }
  for (const treering::hw::fabric::HostBlock& block : graph.blocks)
    treering::fuzz::check_shown_in_line(block.name);
  const treering::hw::fabric::analysis::FoundFabric found =
      treering::hw::fabric::analysis::fabric_of(graph, "n.txt");
  TREERING_ASSERT(found.tree.is_fat_tree == found.tree.why_not.empty(),
                  "a reason where it is none");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const treering::hw::formats::Format& format : treering::hw::formats::formats()) {
    (void)format.is_it(text);
    if (format.read_fabric == nullptr) continue;
    const auto read = format.read_fabric(text, "n.txt");
    if (read) {
      check(read->graph);
    } else {
      TREERING_ASSERT(read.error().where.starts_with("n.txt"), "an error names its file");
    }
  }
  return 0;
}
