// Formats "nvidia-smi-topo", which is read, and its neighbours from the same program.
#include <utility>

#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/smi_table.h"
#include "hw/formats/smi_topology.h"

namespace treering::hw {

bool is_nvidia_smi_p2p(std::string_view text) {
  return has_smi_p2p_cells(head_of(text));
}

bool is_nvidia_smi_topo(std::string_view text) {
  return has_smi_header(head_of(text));
}

core::Result<LoadedCluster> read_nvidia_smi_topo(const Source& source,
                                                 const NodeLoader& /*load_node*/) {
  const auto table = parse_smi_table(source.text, source.path);
  if (!table) return core::fail(table.error());
  auto made = topology_of(*table, source.path);
  if (!made) return core::fail(made.error());
  return LoadedCluster{{std::move(made->topology), 1, {}}, std::move(made->notes), {}};
}

}  // namespace treering::hw
