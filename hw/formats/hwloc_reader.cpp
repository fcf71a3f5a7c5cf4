#include "hw/formats/hwloc_reader.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/quote.h"
#include "hw/formats/hwloc_cpus.h"
#include "hw/formats/hwloc_draft.h"
#include "hw/formats/hwloc_machine.h"
#include "hw/formats/hwloc_nvlinks.h"
#include "hw/formats/hwloc_pci_tree.h"

namespace treering::hw {
namespace {

/// "Read from hwloc XML, version 2: Dell Inc. PowerEdge XE8640."
std::string description_of(const HwlocMachine& machine) {
  std::string product;
  for (const char* name : {"DMIProductName", "PlatformModel"}) {
    if (product.empty()) product = machine_info(machine, name);
  }
  const std::string start = fmt::format("Read from hwloc XML, version {}", machine.version);
  return product.empty() ? start + "." : fmt::format("{}: {}.", start, product);
}

}  // namespace

core::Result<HwlocTopology> read_hwloc_xml(std::string_view text, const std::string& where) {
  const auto document = XmlDocument::parse(text, where);
  if (!document) return core::fail(document.error());
  const auto machine = find_hwloc_objects(*document);
  if (!machine) return core::fail(machine.error());
  const std::string name = core::printable(std::filesystem::path(where).stem().string());
  HwlocDraft draft(*document, core::TopologyBuilder(name, description_of(*machine)));
  HwlocCpus cpus(*machine, draft);
  HwlocPciTree tree(*machine, cpus, draft);
  cpus.add();
  if (!draft.failed()) tree.add();
  if (!draft.failed()) add_hwloc_nvlinks(*machine, cpus, tree, draft);
  if (!draft.failed()) cpus.connect();
  return std::move(draft).finish();
}

}  // namespace treering::hw
