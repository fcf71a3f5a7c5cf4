// Format "json": treering's own, of a machine or a cluster.
#include <utility>

#include "hw/formats/cluster_json.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw {

bool is_json(std::string_view text) {
  return without_leading_space(text).starts_with('{');
}

core::Result<LoadedCluster> read_json(const Source& source, const NodeLoader& /*load_node*/) {
  auto cluster = cluster_from_json(source.text, source.path);
  if (!cluster) return core::fail(cluster.error());
  return LoadedCluster{*std::move(cluster), {}, {}};
}

core::Result<std::string> write_json(const core::Cluster& cluster) {
  return cluster_to_json(cluster);
}

}  // namespace treering::hw
