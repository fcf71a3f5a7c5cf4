#include "hw/discover/sources/iommu.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>

namespace treering::hw::discover::sources {
namespace {

using core::IommuMode;

constexpr const char* kUnits = "/sys/class/iommu";
constexpr const char* kCommandLine = "/proc/cmdline";

std::optional<IommuMode> mode_of_group(const std::string& type) {
  if (type == "identity") return IommuMode::PassThrough;
  if (type == "DMA" || type == "DMA-FQ") return IommuMode::Translating;
  return {};  // "unmanaged", "blocked": the device is a virtual machine's
}

/// The mode of the groups of GPUs and adapters.
std::optional<Figure<IommuMode>> mode_of_groups(const PciFacts& pci, FactReader& reader) {
  std::set<std::string> groups;
  for (const auto& [bus_id, function] : pci.functions) {
    if (!is_nvidia_gpu(function) && !is_network_adapter(function)) continue;
    const auto group = reader.real_path(fmt::format("{}/{}/iommu_group", kPciDevices, bus_id));
    if (group) groups.insert(*group);
  }
  std::optional<Figure<IommuMode>> worst;
  for (const std::string& group : groups) {
    const auto type = reader.text(group + "/type");
    const auto mode = type ? mode_of_group(type->value) : std::nullopt;
    if (mode && (!worst || *mode > worst->value)) worst = {*mode, type->origin};
  }
  return worst;
}

struct Option {
  std::string_view text;
  IommuMode mode;
};

// Linux, Documentation/admin-guide/kernel-parameters.txt.
constexpr std::array kOptions{
    Option{"iommu=pt", IommuMode::PassThrough},
    Option{"iommu.passthrough=1", IommuMode::PassThrough},
    Option{"iommu.passthrough=0", IommuMode::Translating},
    Option{"iommu=nopt", IommuMode::Translating},
    Option{"iommu=off", IommuMode::Off},
    Option{"intel_iommu=off", IommuMode::Off},
    Option{"amd_iommu=off", IommuMode::Off},
};

}  // namespace

std::optional<IommuMode> iommu_mode_in(std::string_view command_line) {
  std::istringstream stream{std::string(command_line)};
  std::optional<IommuMode> mode;
  for (std::string word; stream >> word;) {
    const auto* const option = std::ranges::find(kOptions, word, &Option::text);
    if (option == kOptions.end()) continue;
    // An option that switches it off leaves nothing to pass through.
    if (mode != IommuMode::Off) mode = option->mode;
  }
  return mode;
}

IommuFacts discover_iommu(const world::World& world, const PciFacts& pci) {
  FactReader reader(world);
  IommuFacts facts;
  facts.mode = mode_of_groups(pci, reader);
  const auto units = world.list(kUnits);
  if (!facts.mode && units && units->empty()) {
    facts.mode = {IommuMode::Off, discovered_in(kUnits)};
  }
  const auto command_line = facts.mode ? std::nullopt : reader.text(kCommandLine);
  const auto reported = command_line ? iommu_mode_in(command_line->value) : std::nullopt;
  // An option for another maker's IOMMU does not switch this one off.
  const bool is_contradicted = reported == IommuMode::Off && units && !units->empty();
  if (reported && !is_contradicted) facts.mode = {*reported, command_line->origin};
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
