// Compares settings and software of two hosts. A fact that only one host reports is no difference.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::Figure;
using core::HostState;

std::string text_of(const std::string& value) {
  return value;
}
std::string text_of(bool value) {
  return value ? "yes" : "no";
}
std::string text_of(std::uint64_t bytes) {
  return bytes == core::kUnlimited ? "unlimited" : core::format_size(bytes);
}
std::string text_of(core::IommuMode mode) {
  switch (mode) {
    case core::IommuMode::Off:
      return "off";
    case core::IommuMode::PassThrough:
      return "pass-through";
    case core::IommuMode::Translating:
      break;
  }
  return "translating";
}

template <class T>
bool is_same(const T& a, const T& b) {
  return a == b;
}
/// What firmware keeps for itself makes the memory of equal machines differ a little, and with it
/// the size of /dev/shm.
bool is_same(std::uint64_t a, std::uint64_t b) {
  constexpr double kSameSize = 0.98;
  if (a == core::kUnlimited || b == core::kUnlimited) return a == b;
  return static_cast<double>(std::min(a, b)) >= kSameSize * static_cast<double>(std::max(a, b));
}

/// A setting, and the weight of a difference in it.
struct Setting {
  std::string_view topic;
  Weight weight = Weight::Possible;
  std::string_view name;
};

template <class T>
void compare_setting(const Setting& setting, const std::optional<Figure<T>>& a,
                     const std::optional<Figure<T>>& b, Differences& differences) {
  if (!a || !b) return differences.leave_out(setting.topic);
  if (is_same(a->value, b->value)) return;
  differences.add(setting.topic, setting.weight, "",
                  {std::string(setting.name), text_of(a->value), text_of(b->value)});
}

/// Logs report the CUDA version of the driver, "CUDA 12.4", machines its own, "550.54".
bool is_of_cuda(const std::optional<Figure<std::string>>& driver) {
  return driver && driver->value.starts_with("CUDA ");
}

/// "none" for a machine that was asked directly and names nothing.
std::optional<Figure<std::string>> or_none(const std::optional<Figure<std::string>>& figure,
                                           const HostState& host) {
  if (figure || !was_asked(host)) return figure;
  return Figure<std::string>{"none", {}};
}

void compare_figures(const HostState& a, const HostState& b, Differences& differences) {
  const auto compare = [&](const Setting& setting, const auto& first, const auto& second) {
    compare_setting(setting, first, second, differences);
  };
  compare({"iommu", Weight::Heavy, "IOMMU"}, a.iommu, b.iommu);
  compare({"peermem", Weight::Heavy, "nvidia_peermem is loaded"}, a.has_peermem, b.has_peermem);
  compare({"dmabuf", Weight::Heavy, "dma-buf can share GPU memory"}, a.has_dmabuf, b.has_dmabuf);
  compare({"shm", Weight::Possible, "size of /dev/shm"}, a.shm_bytes, b.shm_bytes);
  compare({"memlock", Weight::Possible, "memory that may be locked"}, a.memlock_bytes,
          b.memlock_bytes);
  compare({"numa_balancing", Weight::Possible, "NUMA balancing"}, a.numa_balancing,
          b.numa_balancing);
  compare({"hypervisor", Weight::Possible, "hypervisor"}, or_none(a.hypervisor, a),
          or_none(b.hypervisor, b));
  compare({"container", Weight::Possible, "container"}, or_none(a.container, a),
          or_none(b.container, b));
  if (is_of_cuda(a.driver_version) == is_of_cuda(b.driver_version)) {
    compare({"driver", Weight::Possible, "driver"}, a.driver_version, b.driver_version);
  }
  // The driver decides which it is.
  if (!differences.has("driver")) {
    compare({"cuda", Weight::Possible, "CUDA of the driver"}, a.cuda_version, b.cuda_version);
  }
  compare({"kernel", Weight::Possible, "kernel"}, a.kernel, b.kernel);
  compare({"machine", Weight::Possible, "machine"}, a.machine, b.machine);
  compare({"nccl", Weight::Heavy, "NCCL"}, a.nccl_version, b.nccl_version);
}

std::map<std::string, std::string> variables_of(const HostState& host) {
  std::map<std::string, std::string> variables;
  for (const core::NcclVariable& one : host.variables) variables[one.name] = one.value;
  return variables;
}

std::string value_in(const std::map<std::string, std::string>& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? "not set" : found->second;
}

/// Variables that only control NCCL's output are harmless.
Weight weight_of(const std::string& variable) {
  const bool only_writes = variable.starts_with("NCCL_DEBUG") || variable.ends_with("_DUMP_FILE");
  return only_writes ? Weight::Possible : Weight::Heavy;
}

void compare_variables(const HostState& a, const HostState& b, Differences& differences) {
  const auto first = variables_of(a);
  const auto second = variables_of(b);
  const bool is_known_a = !first.empty() || was_asked(a);
  const bool is_known_b = !second.empty() || was_asked(b);
  if (!is_known_a || !is_known_b) return differences.leave_out("variable");
  std::set<std::string> names;
  for (const auto& entry : first) names.insert(entry.first);
  for (const auto& entry : second) names.insert(entry.first);
  for (const std::string& name : names) {
    const std::string one = value_in(first, name);
    const std::string other = value_in(second, name);
    if (one == other) continue;
    differences.add("variable", weight_of(name), name, {"", one, other});
  }
}

std::set<std::string> plugins_of(const HostState& host) {
  std::set<std::string> plugins;
  for (const core::NcclPlugin& one : host.plugins) plugins.insert(one.kind + " plugin " + one.name);
  return plugins;
}

/// Those that the ranks took in runs.
std::set<std::string> networks_of(const HostState& host) {
  std::set<std::string> networks;
  for (const core::NetworkUse& one : host.networks) networks.insert(one.network);
  return networks;
}

/// A rank over a plugin and one over NCCL's own network do not understand each other.
void compare_networks(const HostState& a, const HostState& b, Differences& differences) {
  const auto first = networks_of(a);
  const auto second = networks_of(b);
  const bool is_known = !first.empty() && !second.empty();
  const bool has_common = std::ranges::any_of(
      first, [&](const std::string& network) { return second.contains(network); });
  if (!is_known || has_common) return;
  differences.add("plugin", Weight::Heavy, "network of its runs",
                  {"", *first.begin(), *second.begin()});
}

void compare_plugins(const HostState& a, const HostState& b, Differences& differences) {
  const auto first = plugins_of(a);
  const auto second = plugins_of(b);
  const bool is_known_a = !first.empty() || was_asked(a);
  const bool is_known_b = !second.empty() || was_asked(b);
  if (!is_known_a || !is_known_b) return differences.leave_out("plugin");
  for (const std::string& name : first) {
    if (second.contains(name)) continue;
    differences.add("plugin", Weight::Heavy, name, "in A only", {"", "there", "missing"});
  }
  for (const std::string& name : second) {
    if (first.contains(name)) continue;
    differences.add("plugin", Weight::Heavy, name, "in B only", {"", "missing", "there"});
  }
}

}  // namespace

void compare_hosts(const HostState& a, const HostState& b, Differences& differences) {
  compare_variables(a, b, differences);
  compare_plugins(a, b, differences);
  compare_networks(a, b, differences);
  compare_figures(a, b, differences);
}

}  // namespace treering::tuner::diff
