// NCCL_* variables that choose what carries the data between nodes.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/words.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/hca_list.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/variable_lookup.h"

namespace treering::tuner {
namespace {

using core::DeviceKind;
using core::NcclVariable;

Comparison cost_of_sockets(const Patient& patient) {
  const Condition mended = across_nodes(patient.condition);
  return {over_sockets(mended), mended};
}

std::optional<Symptom> rdma_off(const Patient& patient) {
  const NcclVariable* const net = find_variable(patient.host, "NCCL_NET");
  const bool is_off = is_on(patient.host, "NCCL_IB_DISABLE");
  const bool is_socket = net != nullptr && core::lower_case(net->value) == "socket";
  if ((!is_off && !is_socket) || !has_rdma(patient)) return std::nullopt;
  const NcclVariable& variable = is_off ? *find_variable(patient.host, "NCCL_IB_DISABLE") : *net;
  return Symptom{Gravity::Fault,
                 fmt::format("{}: TCP sockets between nodes, although there are RDMA adapters",
                             text_of(variable)),
                 variable.origin.source, fmt::format("unset {}", variable.name),
                 cost_of_sockets(patient)};
}

struct PortUse {
  std::vector<core::DeviceId> left_out;
  std::size_t used = 0;
};

/// The RDMA device of a port, which NCCL holds against the list: without the port's number, in a
/// rack by the name that it has on its host, and without what NCCL appends to Data Direct functions
/// (v2.28.9-1, src/transport/net_ib.cc:786).
std::string_view rdma_device_of(const core::Device& port) {
  constexpr std::string_view kDataDirect = "_dma";
  const auto given = std::ranges::find_if(
      port.extra, [](const auto& attribute) { return attribute.first == "name"; });
  std::string_view name = given == port.extra.end() ? port.name : given->second;
  name = name.substr(0, name.find(':'));
  if (name.ends_with(kDataDirect)) name.remove_suffix(kDataDirect.size());
  return name;
}

PortUse use_of_ports(const core::Topology& node, const HcaList& list) {
  PortUse use;
  for (const core::DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    const core::Device& device = node.device(id);
    if (is_used(list, rdma_device_of(device), std::get<core::NicPort>(device.info).port)) {
      ++use.used;
    } else {
      use.left_out.push_back(id);
    }
  }
  return use;
}

std::optional<Symptom> ports_left_out(const Patient& patient) {
  const NcclVariable* const variable = find_variable(patient.host, "NCCL_IB_HCA");
  const core::Topology& node = patient.condition.cluster.node;
  if (variable == nullptr || node.of_kind(DeviceKind::NicPort).empty()) return std::nullopt;
  const PortUse use = use_of_ports(node, read_hca_list(variable->value));
  if (use.left_out.empty()) return std::nullopt;
  Symptom symptom{Gravity::Warning,
                  fmt::format("{} leaves out {}", text_of(*variable), names_of(node, use.left_out)),
                  variable->origin.source,
                  "name every adapter that is meant for NCCL, or unset NCCL_IB_HCA", std::nullopt};
  if (use.used == 0) {
    symptom.gravity = Gravity::Fault;
    symptom.what =
        fmt::format("{} names no adapter of this machine: NCCL uses sockets", text_of(*variable));
    symptom.cost = cost_of_sockets(patient);
    return symptom;
  }
  Comparison cost{across_nodes(patient.condition), across_nodes(patient.condition)};
  // NCCL would lay its channels anew over those that are left; at the least it loses their share.
  const auto all = static_cast<double>(use.used + use.left_out.size());
  cost.as_is = with_port_speeds(cost.as_is, static_cast<double>(use.used) / all);
  symptom.cost = cost;
  return symptom;
}

std::optional<Symptom> inner_interface(const core::HostState& host) {
  const NcclVariable* const variable = find_variable(host, "NCCL_SOCKET_IFNAME");
  if (variable == nullptr || variable->value.starts_with('^')) return std::nullopt;
  for (const std::string_view inner : {"lo", "docker", "veth", "virbr", "cni", "flannel"}) {
    const std::string_view value =
        std::string_view(variable->value).substr(variable->value.starts_with('=') ? 1 : 0);
    if (!value.starts_with(inner)) continue;
    return Symptom{
        Gravity::Warning,
        fmt::format("{} names an interface that does not leave the machine", text_of(*variable)),
        variable->origin.source, "name the interface that joins the nodes, or unset it",
        std::nullopt};
  }
  return std::nullopt;
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
  return Symptom{Gravity::Warning,
                 fmt::format("{} is no network of NCCL's own (IB, Socket): unless a plugin has it, "
                             "NCCL makes no communicator",
                             text_of(*variable)),
                 variable->origin.source,
                 "install the plugin that has it, correct the name, or unset NCCL_NET",
                 std::nullopt};
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
  return Symptom{Gravity::Fault,
                 fmt::format("{}: the hosts of an NVLink domain use the network among each other",
                             text_of(*variable)),
                 variable->origin.source, "unset NCCL_MNNVL_ENABLE", std::nullopt};
}

}  // namespace

Examination check_network_variables(const Patient& patient) {
  Examination seen;
  for (auto& symptom : {rdma_off(patient), ports_left_out(patient), inner_interface(patient.host),
                        unknown_network(patient.host), rack_split(patient)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  return seen;
}

}  // namespace treering::tuner
