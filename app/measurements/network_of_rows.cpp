#include "app/measurements/network_of_rows.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/texts_of_rows.h"
#include "core/text/reading.h"
#include "core/topology/part.h"
#include "hw/builtin.h"
#include "hw/catalogue/named_machines.h"
#include "hw/complete/unknown.h"
#include "hw/load_cluster.h"
#include "sim/cost/machine.h"

namespace treering::app::measurements {
namespace {

using hw::catalogue::NamedNetwork;
using tuner::Measurement;

bool are_of_several_nodes(const std::vector<Measurement>& rows, const std::string& words) {
  const bool is_known =
      std::ranges::any_of(rows, [](const Measurement& row) { return row.nodes > 0; });
  if (is_known) {
    return std::ranges::any_of(rows, [](const Measurement& row) { return row.nodes > 1; });
  }
  constexpr int kMostOfHost = 16;  // GPUs
  return hw::catalogue::nodes_named_in(words).value_or(1) > 1 || common_ranks(rows) > kMostOfHost;
}

bool names_sockets(std::string_view text) {
  constexpr std::array<std::string_view, 4> kMarks{"Using network Socket", "NET/Socket",
                                                   "NCCL_IB_DISABLE=1", "NCCL_NET=Socket"};
  return core::has_any(text, kMarks);
}

bool names_verbs(std::string_view text) {
  constexpr std::array<std::string_view, 2> kMarks{"Using network IB", "via NET/IB"};
  return core::has_any(text, kMarks);
}

/// As the words and NCCL's lines say.
NetworkOfRows read_network(const NamedNetwork& named, std::string_view text) {
  NetworkOfRows network{named, "", false};
  const bool is_socket = names_sockets(text) && !names_verbs(text);
  if (is_socket) {
    network.network = "tcp";
  } else if (named.kind == NamedNetwork::Kind::InfiniBand) {
    network.network = "infiniband";
  } else if (named.kind == NamedNetwork::Kind::RoCE ||
             (named.kind == NamedNetwork::Kind::Ethernet && names_verbs(text))) {
    network.network = "roce";
  }
  const bool is_open = network.network.empty() && !names_verbs(text);
  network.is_whole = named.adapters > 0 && !is_open;
  return network;
}

int ports_of_host(const core::Topology& node) {
  return static_cast<int>(node.of_kind(core::DeviceKind::NicPort).size()) /
         std::max(core::host_count(node), 1);
}

/// Clouds' own networks are none that people call InfiniBand or RoCE.
bool may_have(std::string_view topology, const NetworkOfRows& network) {
  const auto node = hw::load_builtin(topology);
  if (!node) return true;
  const int ports = ports_of_host(*node);
  const std::string own = sim::cost::network_of({*node, 1, {}});
  const bool is_own_kind = own == "infiniband" || own == "roce" || network.network == "tcp";
  return ports >= network.named.adapters && is_own_kind;
}

/// The rate of the ports of a described machine, where its file does not say it. What people call
/// Ethernet may be another port of the host.
void take_rate(const NetworkOfRows& network, PossibleMachines& machines,
               const hw::io::RealFiles& source) {
  const bool is_other =
      network.named.kind == NamedNetwork::Kind::Ethernet && network.network != "tcp";
  if (is_other || machines.is_generic || machines.topologies.size() != 1) return;
  const auto loaded = hw::load_cluster(machines.topologies.front(), source);
  if (!loaded || hw::complete::port_of_unknown_rate(loaded->cluster.node) == nullptr) return;
  const core::Topology& node = loaded->cluster.node;
  const int ports = ports_of_host(node);
  if (network.named.adapters > 0 && network.named.adapters != ports) return;
  machines.adapters.nic_rate = fmt::format("{}", network.named.gbit_per_s);
  machines.has_network = true;
}

}  // namespace

std::optional<NetworkOfRows> network_of_words(const std::vector<Measurement>& rows,
                                              const std::vector<std::string>& files,
                                              const hw::io::RealFiles& source) {
  const std::string words = people_words(files, source);
  if (!are_of_several_nodes(rows, words)) return {};
  const auto named = hw::catalogue::network_named_in(words);
  if (!named) return {};
  return read_network(*named, whole_text(files, source));
}

void take_network(const NetworkOfRows& network, PossibleMachines& machines,
                  const hw::io::RealFiles& source) {
  const bool is_described = machines.gpus.empty() && machines.named.empty();
  if (is_described) return take_rate(network, machines, source);
  if (!network.is_whole || machines.is_generic) return;
  std::vector<std::string> fitting;
  std::ranges::copy_if(machines.topologies, std::back_inserter(fitting),
                       [&](const std::string& topology) { return may_have(topology, network); });
  if (fitting.empty()) return;
  machines.topologies = std::move(fitting);
  machines.adapters.nics = fmt::format("{}", network.named.adapters);
  machines.adapters.nic_rate = fmt::format("{}", network.named.gbit_per_s);
  machines.network = network.network;
  machines.has_network = true;
}

void take_adapters(const std::vector<Measurement>& rows, const std::vector<std::string>& files,
                   const hw::io::RealFiles& source, PossibleMachines& machines) {
  if (machines.topologies.size() < 2 || machines.gpus.empty() || !machines.named.empty()) return;
  const std::string words = people_words(files, source);
  const int adapters = hw::catalogue::adapters_named_in(words);
  if (adapters == 0 || !are_of_several_nodes(rows, words)) return;
  std::vector<std::string> fitting;
  for (const std::string& topology : machines.topologies) {
    const auto node = hw::load_builtin(topology);
    if (node && ports_of_host(*node) == adapters) fitting.push_back(topology);
  }
  if (fitting.empty()) return;
  machines.topologies = std::move(fitting);
  machines.gpus += fmt::format(" with {} network ports", adapters);
}

std::string network_note(const NetworkOfRows& network) {
  return fmt::format(
      "deduced: each node has {}{}, as the words of the text say; if it has others, give them with "
      "⟨nics⟩, ⟨nic-rate⟩ and ⟨network⟩",
      text_of(network.named), network.network == "tcp" ? ", over sockets" : "");
}

std::string network_hint(const NetworkOfRows& network) {
  std::vector<std::string_view> open;
  if (network.named.adapters == 0) open.emplace_back("how many such adapters a node has, ⟨nics⟩");
  if (network.named.kind == NamedNetwork::Kind::Ethernet && network.network.empty()) {
    open.emplace_back("whether NCCL used RoCE or TCP, ⟨network⟩");
  }
  if (open.empty()) open.emplace_back("which network that is, ⟨network⟩");
  return fmt::format("the text names {}, and not {}", text_of(network.named),
                     fmt::join(open, " or "));
}

}  // namespace treering::app::measurements
