// Adapters that are missing, down or slow, and what NCCL reads and writes through them.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/topology.h"
#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/down_ports.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/reach.h"

namespace treering::tuner::doctor {
namespace {

using core::AdapterPortState;
using core::DeviceId;
using core::DeviceKind;

double gbit(std::int64_t mbps) {
  return static_cast<double>(mbps) / 1000;
}

std::vector<DeviceId> ports_of(const core::Topology& node) {
  return node.of_kind(DeviceKind::NicPort);
}

std::int64_t speed_of(const core::Topology& node, DeviceId port) {
  return std::get<core::NicPort>(node.device(port).info).speed_mbps;
}

/// Where a source does not report speeds, nobody knows which are odd.
bool knows_speeds(const core::Topology& node) {
  return std::ranges::none_of(
      ports_of(node), [&](DeviceId id) { return is_assumed(node.device(id), "speed_mbps"); });
}

/// "mlx5_0 and mlx5_1: 100 Gbit/s; mlx5_4: 200 Gbit/s".
std::string rates_of(const core::Topology& node, const std::vector<DeviceId>& ports) {
  std::map<std::int64_t, std::vector<DeviceId>> by_speed;
  for (const DeviceId id : ports) by_speed[speed_of(node, id)].push_back(id);
  std::vector<std::string> texts;
  for (const auto& [mbps, alike] : by_speed) {
    texts.push_back(fmt::format("{}: {:g} Gbit/s", names_of(node, alike), gbit(mbps)));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// Whether NCCL uses none of them, for storage say, and has another for every GPU.
bool are_spare(const Patient& patient, const std::vector<DeviceId>& slow) {
  const core::Topology& node = patient.condition.cluster.node;
  const std::set<DeviceId> used = ports_in_use(patient.condition, *patient.plans);
  return ports_of(node).size() - slow.size() >= static_cast<std::size_t>(node.gpu_count()) &&
         std::ranges::none_of(slow, [&](DeviceId id) { return used.contains(id); });
}

std::vector<std::string> device_names(const core::Topology& node,
                                      const std::vector<DeviceId>& ports) {
  std::vector<std::string> names;
  for (const DeviceId id : ports) names.push_back(node.device(id).name);
  return names;
}

/// Advice on how to make NCCL leave out ports.
std::string_view choice_of_ports(const Patient& patient) {
  if (is_over_verbs(patient)) return "name only the others in NCCL_IB_HCA";
  return has_rdma(patient) ? "leave them to that" : "name only the others in NCCL_SOCKET_IFNAME";
}

/// Ports slower than most. A hint where NCCL uses none of them, and has another for every GPU.
std::optional<Symptom> slow_ports(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  const auto speed = [&](DeviceId id) { return static_cast<double>(speed_of(node, id)); };
  const auto odd = low_outliers(ports_of(node), speed);
  if (!odd) return std::nullopt;
  Symptom symptom{
      Severity::Warning,
      fmt::format("{}, where most ports have {:g}", rates_of(node, odd->less), odd->usual / 1000),
      "the ports' speeds in the topology",
      fmt::format("check their cables and switch ports; if they are for storage or management, {}",
                  choice_of_ports(patient)),
      std::nullopt,
      commands_for_ports(device_names(node, odd->less))};
  if (are_spare(patient, odd->less)) {
    symptom.severity = Severity::Hint;
    symptom.what += "; NCCL can do without: every GPU has another";
    return symptom;
  }
  const Condition as_is = across_nodes(patient.condition);
  Condition mended = as_is;
  for (const DeviceId id : odd->less) {
    mended = with_port_speeds(mended, odd->usual / std::max(1.0, speed(id)), {id});
  }
  symptom.cost = Comparison{as_is, mended};
  return symptom;
}

/// The ports that NCCL takes for the GPUs, and others as fast; all where these are too few.
std::vector<DeviceId> rails_of(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const DeviceId id : rail_ports(patient.condition))
    least = std::min(least, speed_of(node, id));
  const std::vector<DeviceId> all = ports_of(node);
  std::vector<DeviceId> rails = all;
  std::erase_if(rails, [&](DeviceId id) { return speed_of(node, id) < least; });
  return rails.size() < static_cast<std::size_t>(node.gpu_count()) ? all : rails;
}

struct Side {
  int gpus = 0;
  double gbit_per_s = 0;
};

/// GPUs and what these ports carry, by the CPU above them.
std::map<DeviceId, Side> sides_of(const core::Topology& node, const std::vector<DeviceId>& rails) {
  std::map<DeviceId, Side> sides;
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) sides[node.cpu_of(id)].gpus += 1;
  for (const DeviceId id : rails) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    const auto side = sides.find(node.cpu_of(port.nic));
    if (side != sides.end()) side->second.gbit_per_s += gbit(port.speed_mbps);
  }
  return sides;
}

/// A card with two ports is one adapter.
std::size_t count_adapters(const core::Topology& node, const std::vector<DeviceId>& ports) {
  std::set<DeviceId> adapters;
  for (const DeviceId id : ports)
    adapters.insert(std::get<core::NicPort>(node.device(id).info).nic);
  return adapters.size();
}

/// "each of its 4 GPUs".
std::string each_of(int gpus) {
  return gpus == 1 ? "its GPU" : fmt::format("each of its {} GPUs", gpus);
}

/// CPUs with GPUs whose adapters carry less for each than those of others.
std::optional<Symptom> uneven_sides(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  if (is_place_assumed(node)) return std::nullopt;  // no side is known to have less
  const std::vector<DeviceId> rails = rails_of(patient);
  const auto sides = sides_of(node, rails);
  // Machines with fewer adapters than CPUs are made so. Sockets go through the CPUs anyway.
  const bool is_too_few = count_adapters(node, rails) < sides.size();
  if (sides.size() < 2 || is_too_few || !has_rdma(patient)) return std::nullopt;
  const auto share = [](const auto& side) { return side.second.gbit_per_s / side.second.gpus; };
  const auto [least, most] = std::ranges::minmax_element(sides, {}, share);
  if (share(*most) <= 0 || share(*least) > 0.99 * share(*most)) return std::nullopt;
  if (least->second.gbit_per_s == most->second.gbit_per_s) {
    return Symptom{
        Severity::Warning,
        fmt::format("{} has {} and {} has {}, with equal adapters: is a GPU missing?",
                    node.device(least->first).name, core::counted(least->second.gpus, "GPU"),
                    node.device(most->first).name, most->second.gpus),
        "the GPUs' places in the topology",
        "compare nvidia-smi -L with lspci; dmesg names a GPU that fell off the bus (Xid 79)",
        std::nullopt,
        commands_for_lost_gpu()};
  }
  const double all = std::accumulate(sides.begin(), sides.end(), 0.0, [](double sum, auto& side) {
    return sum + side.second.gbit_per_s;
  });
  const Condition as_is = across_nodes(patient.condition);
  return Symptom{
      Severity::Warning,
      fmt::format("uneven rails: adapters at {} carry {:g} Gbit/s for {}, those at {} {:g} "
                  "Gbit/s{}",
                  node.device(least->first).name, share(*least), each_of(least->second.gpus),
                  node.device(most->first).name, share(*most),
                  least->second.gpus == 1 && most->second.gpus > 1 ? " for each" : ""),
      "the adapters' places in the topology",
      "check with ibstat and ip link whether an adapter is missing or down, and whether one is in "
      "a slot of the wrong CPU",
      Comparison{as_is, with_port_speeds(as_is, share(*most) * node.gpu_count() / all)},
      commands_for_ports()};
}

std::set<DeviceId> port_named(const core::Topology& node, const AdapterPortState& port) {
  std::set<DeviceId> found;
  for (const DeviceId id : ports_of(node)) {
    const core::Device& device = node.device(id);
    const bool is_it =
        device.name == port.device || device.name == fmt::format("{}:{}", port.device, port.port);
    if (is_it) found.insert(id);
  }
  return found;
}

/// The port of the topology that one that is down would be like; any where none is named so.
DeviceId port_like(const Patient& patient, const AdapterPortState& port) {
  const core::Topology& node = patient.condition.cluster.node;
  for (const AdapterPortState& other : patient.host.ports) {
    if (!is_working_match(port, other)) continue;
    const auto named = port_named(node, other);
    if (!named.empty()) return *named.begin();
  }
  return ports_of(node).front();
}

/// What a state means for NCCL, behind the state.
std::string_view words_on(DownPort meaning) {
  switch (meaning) {
    case DownPort::Spare:
      return "; NCCL can do without: every GPU has another";
    case DownPort::OtherKind:
      return ", of another kind than the ports that work, perhaps for something else";
    case DownPort::Missed:
    case DownPort::Unknown:
      break;
  }
  return "";
}

/// Ports that are down alike.
struct PortsDown {
  std::vector<const AdapterPortState*> ports;
  DownPort meaning = DownPort::Unknown;
};

std::map<std::string, PortsDown> count_down(const Patient& patient) {
  std::map<std::string, PortsDown> found;
  for (const AdapterPortState& port : patient.host.ports) {
    if (!is_down(port)) continue;
    const DownPort meaning = meaning_of(patient, port);
    PortsDown& alike = found[fmt::format(
        "{}{}{}", port.state,
        port.physical_state.empty() ? "" : fmt::format(" ({})", port.physical_state),
        words_on(meaning))];
    alike.ports.push_back(&port);
    alike.meaning = meaning;
  }
  return found;
}

/// As it is, and with another adapter for each port that is missed.
Comparison with_ports_up(const Patient& patient, const PortsDown& down) {
  const Condition as_is = across_nodes(patient.condition);
  Condition mended = as_is;
  for (const AdapterPortState* port : down.ports) {
    mended = with_adapter_like(mended, port_like(patient, *port));
  }
  return {as_is, mended};
}

/// "; the only port that works, of mlx5_2, is of another kind"; empty where some of theirs work.
std::string working_text(const Patient& patient) {
  std::vector<std::string> names;
  for (const AdapterPortState& port : patient.host.ports) {
    if (core::is_down(port)) continue;
    const auto is_like = [&](const AdapterPortState& other) {
      return core::is_down(other) && other.link_layer == port.link_layer &&
             other.model_rate_mbps == port.model_rate_mbps;
    };
    if (std::ranges::any_of(patient.host.ports, is_like)) return "";
    names.push_back(fmt::format("port {} of {}", port.port, port.device));
  }
  if (names.empty()) return "";
  return fmt::format("; only {} {}, of another kind of adapter", in_words(names),
                     names.size() == 1 ? "works" : "work");
}

std::vector<Symptom> ports_down(const Patient& patient) {
  std::vector<Symptom> symptoms;
  const bool has_ports = !ports_of(patient.condition.cluster.node).empty();
  for (const auto& [how, down] : count_down(patient)) {
    std::vector<std::string> names;
    std::vector<std::string> adapters;
    for (const AdapterPortState* port : down.ports) {
      adapters.push_back(port->device);
      names.push_back(fmt::format("port {} of {}", port->port, port->device));
    }
    Symptom symptom{Severity::Hint,
                    fmt::format("{} {} {}", in_words(names), names.size() == 1 ? "is" : "are", how),
                    down.ports.front()->origin.source,
                    "check its cable, the switch's port and, on InfiniBand, the subnet manager, "
                    "with ibstat and iblinkinfo",
                    std::nullopt,
                    commands_for_ports(adapters)};
    if (down.meaning == DownPort::Missed) {
      symptom.severity = Severity::Fault;
      if (has_ports) symptom.cost = with_ports_up(patient, down);
    }
    if (down.meaning == DownPort::Missed && !has_ports) symptom.what += working_text(patient);
    symptoms.push_back(std::move(symptom));
  }
  return symptoms;
}

/// Texts name the chip of an adapter alone (MT4129), of which there are cards of lower rates: only
/// an equal port that is faster shows that a port is slow.
bool may_be_its_rate(const core::HostState& host, const AdapterPortState& port) {
  const auto is_faster_equal = [&](const AdapterPortState& other) {
    return other.link_layer == port.link_layer && other.model_rate_mbps == port.model_rate_mbps &&
           other.rate_mbps.value_or(0) > port.rate_mbps.value_or(0);
  };
  return port.origin.kind == core::Origin::Kind::File &&
         std::ranges::none_of(host.ports, is_faster_equal);
}

/// Whether the ports of the port's card run at what the card can do together.
bool is_shared_rate(const core::HostState& host, const AdapterPortState& port) {
  if (port.card.empty()) return false;
  std::int64_t together = 0;
  for (const AdapterPortState& other : host.ports) {
    if (other.card == port.card && !is_down(other)) together += other.rate_mbps.value_or(0);
  }
  return together >= *port.model_rate_mbps;
}

}  // namespace

Examination check_rails(const Patient& patient) {
  const bool has_ports = !ports_of(patient.condition.cluster.node).empty();
  if (!has_ports && patient.host.ports.empty()) return {"no adapter is known", {}};
  Examination seen;
  seen.symptoms = ports_down(patient);
  if (!has_ports) return seen;
  if (!knows_speeds(patient.condition.cluster.node)) return seen;
  if (auto symptom = slow_ports(patient)) seen.symptoms.push_back(*std::move(symptom));
  if (auto symptom = uneven_sides(patient)) seen.symptoms.push_back(*std::move(symptom));
  return seen;
}

Examination check_port_rates(const Patient& patient) {
  const auto is_known = [](const AdapterPortState& port) {
    return port.rate_mbps && port.model_rate_mbps;
  };
  if (std::ranges::none_of(patient.host.ports, is_known)) {
    return {"the rates of the adapters' models are unknown", {}};
  }
  Examination seen;
  for (const AdapterPortState& port : patient.host.ports) {
    if (!is_known(port) || is_down(port) || *port.rate_mbps >= *port.model_rate_mbps) continue;
    if (is_shared_rate(patient.host, port)) continue;
    Symptom symptom{
        may_be_its_rate(patient.host, port) ? Severity::Hint : Severity::Warning,
        fmt::format("port {} of {} runs at {:g} Gbit/s, its adapter can do {:g}", port.port,
                    port.device, gbit(*port.rate_mbps), gbit(*port.model_rate_mbps)),
        port.origin.source,
        "check the cable's type, splitters and the switch port's speed, with iblinkinfo and "
        "mlxlink",
        std::nullopt,
        commands_for_ports({port.device})};
    const auto ids = port_named(patient.condition.cluster.node, port);
    if (!ids.empty() && *port.rate_mbps > 0) {
      const Condition as_is = across_nodes(patient.condition);
      const double factor = gbit(*port.model_rate_mbps) / gbit(*port.rate_mbps);
      symptom.cost = Comparison{as_is, with_port_speeds(as_is, factor, ids)};
    }
    seen.symptoms.push_back(std::move(symptom));
  }
  return seen;
}

}  // namespace treering::tuner::doctor
