// Format "hwloc-xml": what lstopo and hwloc write.
#include "hw/formats/format.h"

#include <utility>

#include "hw/formats/first_bytes.h"
#include "hw/formats/hwloc/reader.h"

namespace treering::hw::formats {

bool is_hwloc_xml(std::string_view text) {
  return xml_root(text) == "topology";
}

core::Result<LoadedCluster> read_hwloc_xml(const Source& source, const NodeLoader& /*load_node*/) {
  auto read = hwloc::read_hwloc_xml(source.text, source.path);
  if (!read) return core::fail(read.error());
  return LoadedCluster{
      {std::move(read->topology), 1, {}}, std::move(read->notes), {}, std::move(read->host)};
}

}  // namespace treering::hw::formats
