#include "app/setup/adapters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/cluster.h"
#include "core/topology/edited_topology.h"
#include "core/topology/topology.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"
#include "sim/job/port_variables.h"
#include "sim/nccl/system/adapters.h"

namespace treering::app::setup {
namespace {

using core::DeviceId;
using sim::job::AdapterList;
using sim::nccl::system::AdapterPort;

constexpr std::size_t kMostNames = 32;  // in an error
constexpr std::string_view kGiveNames = "give names as in NCCL_IB_HCA, or how many";
constexpr double kMostGbit = 100'000;

std::string all_names(const core::Topology& node) {
  return fmt::format("have {}",
                     names_of_adapters(sim::nccl::system::adapter_ports(node), kMostNames));
}

/// "mlx5_0, mlx5_4 (2 of 8 NIC ports)".
std::string part_text(const core::Topology& node, const std::set<DeviceId>& kept) {
  std::vector<AdapterPort> ports = sim::nccl::system::adapter_ports(node);
  const std::size_t all = ports.size();
  std::erase_if(ports, [&](const AdapterPort& port) { return !kept.contains(port.id); });
  return fmt::format("{} ({} of {} NIC ports)", names_of_adapters(ports), ports.size(), all);
}

/// The first name in a list that fits no adapter, as typed; empty where each fits one.
std::string_view first_unknown(const core::Topology& node, std::string_view list) {
  const std::size_t marks = std::min(list.find_first_not_of("^="), list.size());
  const std::string prefix(list.substr(0, marks));
  for (std::string_view rest = list.substr(marks); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view typed = rest.substr(0, comma);
    const AdapterList alone = sim::job::read_adapter_list(prefix + std::string(typed));
    if (!sim::nccl::system::unknown_names(node, alone).empty()) return typed;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return {};
}

std::string_view value_of(const Variables& variables, std::string_view name) {
  const auto found = std::ranges::find(
      variables, name, [](const auto& one) -> std::string_view { return one.name; });
  return found == variables.end() ? std::string_view() : found->value;
}

core::Result<std::set<DeviceId>> so_many(const core::Topology& node, int count) {
  const int most = sim::nccl::system::least_ports(node);
  if (count >= 1 && count <= most) return sim::nccl::system::spread_ports(node, count);
  return core::usage_error(
      core::field("nics"), fmt::format("found {}", core::counted(count, "NIC port")),
      fmt::format("expected 1 to {}, as many as a host of {} has", most, node.name()));
}

core::Result<std::set<DeviceId>> adapters_named(const core::Topology& node, std::string_view text) {
  const AdapterList list = sim::job::read_adapter_list(text);
  if (list.names.empty()) {
    return core::usage_error(core::field("nics"), "no adapter given", all_names(node),
                             std::string(kGiveNames));
  }
  if (const auto unknown = first_unknown(node, text); !unknown.empty()) {
    return core::usage_error(
        core::field("nics"),
        fmt::format("{} has no adapter {}", node.name(), core::in_quotes(unknown)), all_names(node),
        std::string(kGiveNames));
  }
  auto kept = sim::nccl::system::used_ports(node, list);
  if (!kept.empty()) return kept;
  return core::usage_error(core::field("nics"),
                           fmt::format("{} leaves none", core::in_quotes(text)), all_names(node));
}

core::Result<std::set<DeviceId>> asked_for(const core::Topology& node, std::string_view text) {
  if (node.of_kind(core::DeviceKind::NicPort).empty()) {
    return core::usage_error(core::field("nics"),
                             fmt::format("{} has no network port", node.name()));
  }
  if (const auto count = core::whole_number<int>(text)) return so_many(node, *count);
  return adapters_named(node, text);
}

core::Result<double> read_rate(std::string_view text) {
  double gbit = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, gbit);
  const bool is_rate = error == std::errc() && rest == end && gbit >= 1e-3 && gbit <= kMostGbit;
  if (is_rate) return gbit;
  return core::usage_error(core::field("nic-rate"),
                           fmt::format("{} is no rate", core::in_quotes(text)),
                           "expected Gbit/s of a port, each way", "write it like 200");
}

void set_rate(core::Topology& node, double gbit) {
  node = core::with_devices(node, [&](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port == nullptr) return;
    port->speed_mbps = std::llround(gbit * 1000);
    std::erase(device.assumed, "speed_mbps");
  });
}

/// Removes all adapters but those requested, and sets the requested rate. Returns, for people:
/// "mlx5_0, mlx5_4 (2 of 8 NIC ports), 200 Gbit/s a port"; empty without a request.
core::Result<std::string> take_adapters(const AdapterRequest& request, core::Topology& node) {
  std::string text;
  if (request.nics) {
    const auto kept = asked_for(node, *request.nics);
    if (!kept) return core::fail(kept.error());
    text = part_text(node, *kept);
    node = sim::nccl::system::with_ports(node, *kept);
  }
  if (request.nic_rate) {
    const auto gbit = read_rate(*request.nic_rate);
    if (!gbit) return core::fail(gbit.error());
    set_rate(node, *gbit);
    text += fmt::format("{}{:g} Gbit/s a port", text.empty() ? "" : ", ", *gbit);
  }
  return text;
}

/// On all nodes. Returns the same of those that Cluster::node stands for.
core::Result<std::string> take_adapters(const AdapterRequest& request, core::Cluster& cluster) {
  std::string text;
  for (core::Topology* const node : topologies_of(cluster)) {
    auto taken = take_adapters(request, *node);
    if (!taken) return taken;
    if (node == &cluster.node) text = *std::move(taken);
  }
  cluster = core::merged(std::move(cluster));
  return text;
}

}  // namespace

core::Result<void> follow_adapter_list(Setup& setup) {
  const sim::AdapterUse use = sim::adapter_use(setup.cluster, setup.job.settings);
  const auto list = std::exchange(setup.job.settings.adapters, std::nullopt);
  if (!list) return {};
  core::Topology& node = setup.cluster.node;
  const auto note = [&](std::string text) {
    setup.notes.push_back(fmt::format("NCCL_IB_HCA: {}", text));
  };
  if (use == sim::AdapterUse::Unread) {
    std::erase_if(setup.variables, [](const auto& one) { return one.name == "NCCL_IB_HCA"; });
    note(fmt::format("without effect on {}, which NCCL's own InfiniBand plugin does not serve",
                     sim::cost::network_of(setup.cluster)));
    return {};
  }
  if (use == sim::AdapterUse::None && setup.job.nodes > 1) {
    return core::fail(sim::nccl::system::no_adapter_left(node));
  }
  const bool is_known = sim::nccl::system::unknown_names(node, *list).empty();
  if (use == sim::AdapterUse::None) {
    note(fmt::format("it leaves NCCL none of the adapters; {}", all_names(node)));
  } else if (!is_known && !node.of_kind(core::DeviceKind::NicPort).empty()) {
    const std::string_view typed = first_unknown(node, value_of(setup.variables, "NCCL_IB_HCA"));
    note(fmt::format("no adapter {}; {}", core::in_quotes(typed), all_names(node)));
  }
  if (use == sim::AdapterUse::All && is_even(setup.cluster)) return {};
  const auto used = sim::nccl::system::used_ports(node, *list);
  if (!used.empty()) note(fmt::format("leaves NCCL {}", part_text(node, used)));
  for (core::Topology* const one : topologies_of(setup.cluster)) {
    const auto left = sim::nccl::system::used_ports(*one, *list);
    if (left.empty() && setup.job.nodes > 1) {
      return core::fail(sim::nccl::system::no_adapter_left(*one));
    }
    *one = sim::nccl::system::with_ports(*one, left);
  }
  setup.cluster = core::merged(std::move(setup.cluster));
  return {};
}

core::Result<std::string> take_adapters(AdapterRequest request,
                                        const hw::formats::LoadedCluster& source,
                                        core::Cluster& cluster) {
  const bool is_of_file = !request.nics && !source.nics.empty();
  if (is_of_file) request.nics = source.nics;
  auto taken = take_adapters(request, cluster);
  if (taken || !is_of_file) return taken;
  core::Error error = taken.error();
  // Nobody gave the option.
  if (error.where == core::field("nics")) error.where = "nics: in the cluster file";
  error.category = core::Category::BadInput;
  return core::fail(std::move(error));
}

}  // namespace treering::app::setup
