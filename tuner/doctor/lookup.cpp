#include "tuner/doctor/lookup.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/bound/device_rates.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"

namespace treering::tuner::doctor {
namespace {

constexpr double kEqual = 0.01;

bool is_equal(double a, double b) {
  return std::abs(a - b) <= kEqual * std::max(std::abs(a), std::abs(b));
}

}  // namespace

std::string in_words(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.empty()) return "";
  if (names.size() > kMost) {
    return fmt::format("{}, {} and {} more", names[0], names[1], names.size() - 2);
  }
  if (names.size() == 1) return names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string names_of(const core::Topology& node, const std::vector<core::DeviceId>& devices) {
  std::vector<std::string> names;
  for (const core::DeviceId id : devices) names.push_back(node.device(id).name);
  return in_words(names);
}

core::DeviceId device_at(const core::Topology& node, const std::string& bus_id) {
  const auto& devices = node.devices();
  const auto found = std::ranges::find_if(devices, [&](const core::Device& device) {
    return device.pci && device.pci->bus_id == bus_id;
  });
  return found == devices.end() ? core::kNoDevice
                                : static_cast<core::DeviceId>(found - devices.begin());
}

core::DeviceId gpu_of_index(const core::Topology& node, int index) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    if (std::get<core::Gpu>(node.device(id).info).index == index) return id;
  }
  return core::kNoDevice;
}

namespace {

/// By the topology, else by another source; negative where neither knows it.
int number_at(const Patient& patient, const std::string& bus_id) {
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId id = device_at(node, bus_id);
  if (id != core::kNoDevice) {
    const auto* const gpu = std::get_if<core::Gpu>(&node.device(id).info);
    return gpu == nullptr ? -1 : gpu->index;
  }
  const auto known = std::ranges::find(patient.host.gpus, bus_id, &core::GpuState::bus_id);
  return known == patient.host.gpus.end() ? -1 : known->gpu;
}

}  // namespace

std::string gpu_name(const Patient& patient, int gpu, const std::string& bus_id) {
  if (gpu < 0 && !bus_id.empty()) gpu = number_at(patient, bus_id);
  if (gpu < 0) return bus_id.empty() ? "a GPU" : fmt::format("GPU {}", bus_id);
  return bus_id.empty() ? fmt::format("GPU {}", gpu) : fmt::format("GPU {} ({})", gpu, bus_id);
}

bool has_rdma(const Patient& patient) {
  const core::Cluster& cluster = patient.condition.cluster;
  const auto& ports = patient.host.ports;
  if (!ports.empty()) return !std::ranges::all_of(ports, core::is_down);
  return !cluster.node.of_kind(core::DeviceKind::NicPort).empty() &&
         sim::cost::network_of(cluster) != "tcp";
}

bool is_over_verbs(const Patient& patient) {
  const std::string& given = patient.condition.network;
  return sim::is_over_verbs(given.empty() ? sim::cost::network_of(patient.condition.cluster)
                                          : given);
}

double rate_out(const core::Topology& node, core::DeviceId device, core::LinkKind kind) {
  return sim::bound::rates_of_devices(node, kind)[static_cast<std::size_t>(device)]
      .out.in_gb_per_s();
}

std::optional<Outliers> low_outliers(const std::vector<core::DeviceId>& devices,
                                     const std::function<double(core::DeviceId)>& figure) {
  std::vector<double> figures(devices.size());
  std::ranges::transform(devices, figures.begin(), figure);
  for (const double usual : figures) {
    const auto equal =
        std::ranges::count_if(figures, [&](double other) { return is_equal(other, usual); });
    if (2 * static_cast<std::size_t>(equal) <= devices.size()) continue;
    Outliers odd{usual, {}};
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (figures[i] < usual && !is_equal(figures[i], usual)) odd.less.push_back(devices[i]);
    }
    if (odd.less.empty()) return std::nullopt;
    return odd;
  }
  return std::nullopt;
}

using core::NcclVariable;

std::string text_of(const NcclVariable& variable) {
  return fmt::format("{}={}", variable.name, variable.value);
}

const NcclVariable* find_variable(const core::HostState& host, std::string_view name) {
  const auto found = std::ranges::find(host.variables, name, &NcclVariable::name);
  return found == host.variables.end() || found->value.empty() ? nullptr : &*found;
}

bool spans_hosts(const core::HostState& host) {
  std::set<std::string> hosts;
  for (const core::NetworkUse& use : host.networks) hosts.insert(use.host);
  for (const core::InterfaceUse& use : host.interfaces) hosts.insert(use.host);
  return hosts.size() > 1;
}

bool is_on(const core::HostState& host, std::string_view name) {
  const NcclVariable* const variable = find_variable(host, name);
  return variable != nullptr && variable->value != "0";
}

}  // namespace treering::tuner::doctor
