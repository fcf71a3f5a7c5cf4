#include "hw/formats/hwloc/reader.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/cpus.h"
#include "hw/formats/hwloc/nvlinks.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/hwloc/pci_tree.h"

namespace treering::hw::formats::hwloc {
namespace {

/// "Read from hwloc XML, version 2: Dell Inc. PowerEdge XE8640."
std::string description_of(const Machine& machine) {
  std::string product;
  for (const char* name : {"DMIProductName", "PlatformModel"}) {
    if (product.empty()) product = machine_info(machine, name);
  }
  const std::string start = fmt::format("Read from hwloc XML, version {}", machine.version);
  return product.empty() ? start + "." : fmt::format("{}: {}.", start, product);
}

}  // namespace

core::Result<ReadTopology> read_hwloc_xml(std::string_view text, const std::string& where) {
  const auto document = xml::Document::parse(text, where);
  if (!document) return core::fail(document.error());
  const auto machine = find_hwloc_objects(*document);
  if (!machine) return core::fail(machine.error());
  const std::string name = core::printable(std::filesystem::path(where).stem().string());
  Builder builder(*document, core::TopologyBuilder(name, description_of(*machine)));
  Cpus cpus(*machine, builder);
  PciTree tree(*machine, cpus, builder);
  cpus.add();
  if (!builder.failed()) tree.add();
  if (!builder.failed()) add_hwloc_nvlinks(*machine, cpus, tree, builder);
  if (!builder.failed()) cpus.connect();
  return std::move(builder).finish();
}

}  // namespace treering::hw::formats::hwloc
