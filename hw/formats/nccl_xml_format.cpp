// Format "nccl-xml": NCCL's topology XML.
#include <utility>

#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_xml_reader.h"
#include "hw/formats/nccl_xml_writer.h"

namespace treering::hw {

bool is_nccl_xml(std::string_view text) {
  return xml_root(text) == "system";
}

core::Result<LoadedCluster> read_nccl_xml(const Source& source, const NodeLoader& /*load_node*/) {
  auto read = read_nccl_xml(source.text, source.path);
  if (!read) return core::fail(read.error());
  return LoadedCluster{{std::move(read->topology), 1, {}}, std::move(read->notes), {}};
}

// The XML has no words for more than one node; count and fabric stay behind.
core::Result<std::string> write_nccl_xml(const core::Cluster& cluster) {
  return write_nccl_xml(cluster.node);
}

}  // namespace treering::hw
