// hw::read_ibnetdiscover: any text gives a fabric whose cables end at its nodes, one to a port, or
// an error that names the file.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "core/assert.h"
#include "hw/fabric/readers/formats.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = treering::hw::fabric::readers::read_ibnetdiscover(text, "n.txt");
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("n.txt"), "an error names its file");
    return 0;
  }
  std::set<std::pair<int, int>> ports;
  for (const treering::hw::fabric::Cable& cable : read->graph.cables) {
    for (const treering::hw::fabric::FabricPort& end : cable.ends) {
      TREERING_ASSERT(end.node >= 0 && std::size_t(end.node) < read->graph.nodes.size(),
                      "a cable ends at a node");
      TREERING_ASSERT(ports.emplace(end.node, end.number).second, "one cable to a port");
    }
  }
  return 0;
}
