#include "hw/formats/nvidia_smi/whole_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "core/text/reading.h"
#include "hw/formats/host_texts/gpu_query.h"
#include "hw/formats/nccl_tests/device_list.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

/// How a list of devices writes a name.
struct NamePlace {
  std::string_view start;   // of the line, up to the number of the device
  std::string_view before;  // the name
  std::string_view behind;  // it, unless the line ends with it
};

// p2pBandwidthLatencyTest; nvbandwidth, bandwidthTest and deviceQuery, which has quotes; gdscheck.
constexpr std::array<NamePlace, 3> kNamePlaces{{
    {"Device: ", ", ", ", pciBusID"},
    {"Device ", ": ", " ("},
    {"GPU index ", " ", " bar:"},
}};

std::optional<std::string_view> name_at(std::string_view line, const NamePlace& place) {
  if (!line.starts_with(place.start)) return {};
  line.remove_prefix(place.start.size());
  const std::size_t before = line.find(place.before);
  if (before == std::string_view::npos) return {};
  if (!core::whole_number<int>(line.substr(0, before))) return {};
  line.remove_prefix(before + place.before.size());
  return core::trimmed(line.substr(0, line.find(place.behind)), " \t\r\"");
}

/// All whole names of GPUs in lists of devices.
std::set<std::string> listed_names(std::string_view text) {
  std::set<std::string> names;
  const auto add = [&](std::string_view name) {
    if (!is_cut_name(name) && is_gpu_name(name)) names.emplace(name);
  };
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.line());
    for (const NamePlace& place : kNamePlaces) {
      if (const auto name = name_at(line, place)) add(*name);
    }
  }
  for (const nccl_tests::ListedDevice& device : nccl_tests::devices_in(text)) add(device.gpu);
  return names;
}

std::string_view start_of(std::string_view cut) {
  return core::trimmed(cut.substr(0, cut.size() - catalogue::kCutEnd.size()));
}

/// Of the GPU with this bus id; empty where nvidia-smi -q does not name it.
std::string_view queried_name(const host_texts::GpuQuery& query, const GpuLine& gpu) {
  const auto found = std::ranges::find(query.gpus, gpu.bus_id, &host_texts::QueriedGpu::bus_id);
  return found == query.gpus.end() || gpu.bus_id.empty() ? "" : found->value("Product Name");
}

/// The only name that begins as the cut one; empty where none or several do.
std::string_view only_name(const std::set<std::string>& names, std::string_view cut) {
  std::string_view only;
  for (const std::string& name : names) {
    if (!name.starts_with(start_of(cut))) continue;
    if (!only.empty()) return "";
    only = name;
  }
  return only;
}

}  // namespace

void complete_names(std::string_view text, GpuList& list) {
  const auto is_cut = [](const auto& entry) { return is_cut_name(entry.second.name); };
  if (std::ranges::none_of(list.gpus, is_cut)) return;
  const host_texts::GpuQuery query = host_texts::parse_gpu_query(text);
  std::set<std::string> names = listed_names(text);
  for (const host_texts::QueriedGpu& gpu : query.gpus) {
    if (const auto name = gpu.value("Product Name"); !name.empty()) names.emplace(name);
  }
  for (auto& [number, gpu] : list.gpus) {
    if (!is_cut_name(gpu.name)) continue;
    std::string_view whole = queried_name(query, gpu);
    if (!whole.starts_with(start_of(gpu.name))) whole = "";
    if (whole.empty()) whole = only_name(names, gpu.name);
    if (!whole.empty()) gpu.name = whole;
  }
}

}  // namespace treering::hw::formats::nvidia_smi
