// NCCL_* variables that choose what carries the data between nodes.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"
#include "sim/job/port_variables.h"
#include "sim/nccl/system/adapters.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/inner_ports.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceKind;
using core::NcclVariable;

Comparison cost_of_sockets(const Patient& patient) {
  Condition mended = across_nodes(patient.condition);
  mended.job.settings.adapters.reset();
  return {over_sockets(mended), mended};
}

std::optional<Symptom> rdma_off(const Patient& patient) {
  const NcclVariable* const net = find_variable(patient.host, "NCCL_NET");
  // NCCL's own transport reads it (v2.28.9-1 src/transport/net_ib.cc, ncclIbInit), no plugin.
  const bool is_off = is_on(patient.host, "NCCL_IB_DISABLE") && is_over_verbs(patient);
  const bool is_socket = net != nullptr && core::lower_case(net->value) == "socket";
  if ((!is_off && !is_socket) || !has_rdma(patient)) return std::nullopt;
  const NcclVariable& variable = is_off ? *find_variable(patient.host, "NCCL_IB_DISABLE") : *net;
  return Symptom{
      Severity::Fault,
      fmt::format("{}: TCP sockets between nodes, although RDMA adapters exist", text_of(variable)),
      variable.origin.source,
      fmt::format("unset {}", variable.name),
      cost_of_sockets(patient),
      without_variable(variable.name)};
}

/// NCCL would lay its channels anew over those that are left.
std::optional<Symptom> ports_left_out(const Patient& patient) {
  const NcclVariable* const variable = find_variable(patient.host, "NCCL_IB_HCA");
  if (variable == nullptr) return std::nullopt;
  const core::Cluster& cluster = patient.condition.cluster;
  sim::job::Settings settings;
  settings.adapters = sim::job::read_adapter_list(variable->value);
  const sim::AdapterUse use = sim::adapter_use(cluster, settings);
  if (use != sim::AdapterUse::Some && use != sim::AdapterUse::None) return std::nullopt;
  Comparison cost{across_nodes(patient.condition), across_nodes(patient.condition)};
  cost.as_is.job.settings.adapters = settings.adapters;
  cost.mended.job.settings.adapters.reset();
  Symptom symptom{
      Severity::Fault,
      fmt::format("{} names no adapter of this machine: NCCL uses sockets", text_of(*variable)),
      variable->origin.source,
      "name every adapter for NCCL, or unset NCCL_IB_HCA",
      cost,
      without_variable(variable->name)};
  if (use == sim::AdapterUse::None) return symptom;
  const auto used = sim::nccl::system::used_ports(cluster.node, *settings.adapters);
  std::vector<core::DeviceId> left_out = cluster.node.of_kind(DeviceKind::NicPort);
  std::erase_if(left_out, [&](core::DeviceId id) { return used.contains(id); });
  symptom.severity = Severity::Warning;
  symptom.what =
      fmt::format("{} leaves out {}", text_of(*variable), names_of(cluster.node, left_out));
  return symptom;
}

Commands looking_at_interfaces(Commands commands) {
  commands.look.emplace_back("ip -br address");
  return commands;
}

/// NCCL passes over the loopback where there is another (2.28 src/misc/socket.cc,
/// ncclFindInterfaces): a host that takes it has no other, or was told to. Between hosts it leads
/// nowhere (NVIDIA/nccl#286).
std::optional<Symptom> loopback_between_hosts(const core::HostState& host) {
  const auto loopback = std::ranges::find_if(
      host.interfaces, [](const core::InterfaceUse& use) { return use.interface == "lo"; });
  if (loopback == host.interfaces.end() || !spans_hosts(host)) return std::nullopt;
  const NcclVariable* const variable = find_variable(host, "NCCL_SOCKET_IFNAME");
  const bool is_told = variable != nullptr && !variable->value.starts_with('^');
  return Symptom{
      Severity::Fault,
      fmt::format("{} uses the loopback interface lo{}, from which no other host can be "
                  "reached",
                  loopback->host, is_told ? fmt::format(", as {} says", text_of(*variable)) : ""),
      loopback->origin.source,
      "let NCCL_SOCKET_IFNAME name the interface that joins the hosts, on all of them, or "
      "unset it (a list of what to leave out must name lo as well: ^lo,docker0); give the host (or "
      "its container: --network=host) such an interface",
      std::nullopt,
      looking_at_interfaces(look_at_variables({"NCCL_SOCKET_IFNAME"}))};
}

std::optional<Symptom> inner_interface(const core::HostState& host) {
  const NcclVariable* const variable = find_variable(host, "NCCL_SOCKET_IFNAME");
  if (variable == nullptr || variable->value.starts_with('^')) return std::nullopt;
  const std::string_view value = variable->value;
  const std::string_view names = value.substr(value.starts_with('=') ? 1 : 0);
  if (!is_inner_interface(names.substr(0, names.find(',')))) return std::nullopt;
  if (loopback_between_hosts(host)) return std::nullopt;
  return Symptom{
      spans_hosts(host) ? Severity::Fault : Severity::Warning,
      fmt::format("{} names an interface that does not leave the machine", text_of(*variable)),
      variable->origin.source,
      "name the interface that joins the nodes, or unset it",
      std::nullopt,
      looking_at_interfaces(without_variable(variable->name))};
}

/// The fastest ports, "eno1,eno2", which NCCL_SOCKET_IFNAME takes.
std::string fastest_ports(const core::Topology& node) {
  std::int64_t most = 0;
  std::vector<std::string> names;
  for (const core::DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    const std::int64_t speed = std::get<core::NicPort>(node.device(id).info).speed_mbps;
    if (speed > most) names.clear();
    most = std::max(most, speed);
    if (speed == most) names.push_back(node.device(id).name);
  }
  return fmt::format("{}", fmt::join(names, ","));
}

/// Where no variable chooses, NCCL takes every interface that is up, except Docker's first bridge
/// and libvirt's (v2.28.9-1 src/misc/socket.cc, ncclFindInterfaces).
std::optional<Symptom> inner_ports(const Patient& patient) {
  const std::vector<std::string>& inner = patient.inner_ports;
  const core::Cluster& cluster = patient.condition.cluster;
  if (inner.empty() || find_variable(patient.host, "NCCL_SOCKET_IFNAME") != nullptr ||
      sim::cost::network_of(cluster) != sim::cost::kSockets) {
    return std::nullopt;
  }
  const std::string ports = fastest_ports(cluster.node);
  return Symptom{Severity::Warning,
                 fmt::format("NCCL would use {} between nodes, which {} not leave the machine",
                             in_words(inner), inner.size() == 1 ? "does" : "do"),
                 "the ports' names in the topology",
                 fmt::format("set NCCL_SOCKET_IFNAME={}", ports),
                 std::nullopt,
                 looking_at_interfaces(with_variable("NCCL_SOCKET_IFNAME", ports))};
}

/// NCCL compares without case, with its own networks and those of plugins (v2.28.9-1:
/// src/plugin/net.cc, ncclNetInit; names: src/transport/net_ib.cc, net_socket.cc).
bool is_known_network(const core::HostState& host, const std::string& name) {
  const std::string value = core::lower_case(name);
  if (value == "ib" || value == "socket") return true;
  const auto may_have_it = [](const core::NcclPlugin& plugin) {
    return plugin.kind == "net" && plugin.is_found;
  };
  return std::ranges::any_of(host.plugins, may_have_it);
}

std::optional<Symptom> unknown_network(const core::HostState& host) {
  const NcclVariable* const variable = find_variable(host, "NCCL_NET");
  if (variable == nullptr || is_known_network(host, variable->value)) return std::nullopt;
  return Symptom{Severity::Warning,
                 fmt::format("{} is not one of NCCL's networks (IB, Socket): without a plugin for "
                             "it, NCCL makes no communicator",
                             text_of(*variable)),
                 variable->origin.source,
                 "install its plugin, correct the name, or unset NCCL_NET",
                 std::nullopt,
                 without_variable(variable->name)};
}

bool has_several_hosts(const core::Topology& node) {
  const auto is_further = [&](core::DeviceId cpu) {
    return std::get<core::Cpu>(node.device(cpu).info).host > 0;
  };
  return std::ranges::any_of(node.of_kind(DeviceKind::Cpu), is_further);
}

/// NVLink between hosts, which only racks with a clique have.
std::optional<Symptom> rack_split(const Patient& patient) {
  const NcclVariable* const variable = find_variable(patient.host, "NCCL_MNNVL_ENABLE");
  if (variable == nullptr || variable->value != "0") return std::nullopt;
  const bool has_clique = std::ranges::any_of(
      patient.host.gpus, [](const core::GpuState& gpu) { return !gpu.fabric_clique.empty(); });
  if (!has_clique && !has_several_hosts(patient.condition.cluster.node)) return std::nullopt;
  return Symptom{Severity::Fault,
                 fmt::format("{}: hosts of one NVLink domain use the network between them",
                             text_of(*variable)),
                 variable->origin.source,
                 "unset NCCL_MNNVL_ENABLE",
                 std::nullopt,
                 without_variable(variable->name)};
}

}  // namespace

Examination check_network_variables(const Patient& patient) {
  Examination seen;
  for (auto& symptom : {rdma_off(patient), ports_left_out(patient), inner_interface(patient.host),
                        loopback_between_hosts(patient.host), inner_ports(patient),
                        unknown_network(patient.host), rack_split(patient)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  return seen;
}

}  // namespace treering::tuner::doctor
