// Format "json": treering's own, of a machine or a cluster.
#include <utility>

#include "hw/formats/cluster/json.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw::formats {

bool is_json(std::string_view text) {
  return without_leading_space(text).starts_with('{');
}

core::Result<LoadedCluster> read_json(const Source& source, const NodeLoader& /*load_node*/) {
  auto read = cluster::read_cluster_json(source.text, source.path);
  if (!read) return core::fail(read.error());
  return LoadedCluster{.cluster = std::move(read->cluster),
                       .notes = {},
                       .format = {},
                       .host = std::move(read->host)};
}

core::Result<std::string> write_json(const core::Cluster& cluster) {
  return cluster::cluster_to_json(cluster);
}

}  // namespace treering::hw::formats
