// Format "nccl-xml": NCCL's topology XML.
#include "hw/formats/format.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/nccl_xml/topology_xml.h"

namespace treering::hw::formats {

bool is_nccl_xml(std::string_view text) {
  return xml_root(text) == "system";
}

namespace {

/// Files that NCCL starts from may leave out what it then asks NVML for (NCCL 2.28
/// src/graph/xml.cc:769): gpu elements, and with them NVLinks. Those that treering writes have gpu
/// elements also where it assumes the GPUs, and say where NVLinks are unknown.
bool are_gpus_left_out(const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  return !gpus.empty() && std::ranges::all_of(gpus, [&](core::DeviceId id) {
    const core::Device& gpu = node.device(id);
    return core::is_assumed(gpu, "compute_capability") &&
           std::get<core::Gpu>(gpu.info).compute_capability == 0;
  });
}

/// NCCL writes PCI ids into its dumps. A file that somebody made by hand, with gpu elements but
/// neither ids nor NVLinks, may be of GPUs with NVLinks all the same: NCCL asks NVML for those of
/// each gpu element that has none (NCCL 2.28 src/graph/xml.cc:769).
bool are_nvlinks_left_out(const core::Topology& node) {
  const bool has_some = std::ranges::any_of(
      node.links(), [](const core::Link& link) { return link.kind == core::LinkKind::NvLink; });
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  return !has_some && gpus.size() > 1 && std::ranges::any_of(gpus, [&](core::DeviceId id) {
    const core::Device& gpu = node.device(id);
    return gpu.pci && gpu.pci->device.empty() && catalogue::may_have_nvlinks(gpu);
  });
}

constexpr std::string_view kNoGpus = "the file has no gpu elements, to which NCCL adds them";
constexpr std::string_view kNoIds =
    "the file has no nvlink elements, and no PCI device ids by which to know whether its GPUs have "
    "NVLinks";

}  // namespace

core::Result<LoadedCluster> read_nccl_xml(const Source& source, const NodeLoader& /*load_node*/) {
  auto read = nccl_xml::read_nccl_xml(source.text, source.path);
  if (!read) return core::fail(read.error());
  LoadedCluster loaded{
      {std::move(read->topology), read->hosts, {}}, std::move(read->notes), {}, {}};
  const core::Topology& node = loaded.cluster.node;
  const core::Origin origin{core::Origin::Kind::File, source.path};
  if (are_gpus_left_out(node)) {
    loaded.host.nvlinks_unknown = {std::string(kNoGpus), origin};
  } else if (are_nvlinks_left_out(node)) {
    loaded.host.nvlinks_unknown = {std::string(kNoIds), origin};
    loaded.notes.push_back(
        {core::Severity::Warning, source.path, fmt::format("NVLinks are unknown: {}", kNoIds)});
  }
  return loaded;
}

// The XML has no words for more than one node; count and fabric stay behind.
core::Result<std::string> write_nccl_xml(const core::Cluster& cluster) {
  if (!is_even(cluster)) {
    return core::usage_error("format nccl-xml", "nodes that differ", "NCCL XML describes one node",
                             "write json instead");
  }
  return nccl_xml::write_nccl_xml(cluster.node);
}

}  // namespace treering::hw::formats
