// Format "nccl-xml": NCCL's topology XML.
#include <algorithm>
#include <utility>

#include "core/assumed.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_xml_reader.h"
#include "hw/formats/nccl_xml_writer.h"

namespace treering::hw {

bool is_nccl_xml(std::string_view text) {
  return xml_root(text) == "system";
}

namespace {

/// Files that NCCL starts from may leave out what it then asks NVML for (NCCL 2.28
/// src/graph/xml.cc:769): gpu elements, and with them NVLinks.
bool are_gpus_left_out(const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  return !gpus.empty() && std::ranges::all_of(gpus, [&](core::DeviceId id) {
    return core::is_assumed(node.device(id), "compute_capability");
  });
}

}  // namespace

core::Result<LoadedCluster> read_nccl_xml(const Source& source, const NodeLoader& /*load_node*/) {
  auto read = read_nccl_xml(source.text, source.path);
  if (!read) return core::fail(read.error());
  LoadedCluster loaded{{std::move(read->topology), 1, {}}, std::move(read->notes), {}, {}};
  if (are_gpus_left_out(loaded.cluster.node)) {
    loaded.host.nvlinks_untold = {"the file has no gpu elements, to which NCCL adds them",
                                  {core::Origin::Kind::File, source.path}};
  }
  return loaded;
}

// The XML has no words for more than one node; count and fabric stay behind.
core::Result<std::string> write_nccl_xml(const core::Cluster& cluster) {
  return write_nccl_xml(cluster.node);
}

}  // namespace treering::hw
