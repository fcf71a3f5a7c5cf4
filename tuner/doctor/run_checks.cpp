// Looks at what a run used: plugins that decide instead of NCCL, transports that it fell back to.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::LinkKind;

Symptom tuner_in_place(const core::NcclPlugin& plugin) {
  const std::string whose = plugin.provider.empty() ? "" : fmt::format(" of {}", plugin.provider);
  return {Severity::Hint,
          fmt::format("the tuner plugin {}{} chooses algorithms instead of NCCL: what treering "
                      "says of NCCL's own choice does not apply",
                      plugin.name, whose),
          plugin.origin.source,
          "to try treering's choices, set NCCL_TUNER_PLUGIN to another plugin or to none, and "
          "measure both",
          std::nullopt,
          look_at_variables({"NCCL_TUNER_PLUGIN", "NCCL_TUNER_CONFIG_FILE"})};
}

Commands look_for_rdma() {
  Commands commands =
      look_at_variables({"NCCL_NET", "NCCL_NET_PLUGIN", "NCCL_IB_DISABLE", "NCCL_IB_HCA"});
  for (const Commands& more : {commands_for_libraries(), commands_for_ports()}) {
    commands.look.insert(commands.look.end(), more.look.begin(), more.look.end());
  }
  return commands;
}

/// A network plugin that the run loaded, by its own name where it says that; null without.
const core::NcclPlugin* loaded_net_plugin(const core::HostState& host) {
  const core::NcclPlugin* loaded = nullptr;
  for (const core::NcclPlugin& plugin : host.plugins) {
    if (plugin.kind != "net" || !plugin.is_found) continue;
    const bool is_file = plugin.name.find(".so") != std::string::npos;
    if (loaded == nullptr || !is_file) loaded = &plugin;
    if (!is_file) return loaded;
  }
  return loaded;
}

constexpr std::string_view kWhyPluginIdles =
    "read the plugin's own lines (NET/OFI, NET/IB) above it in the log: it found no adapter that "
    "it can use. In containers give it the devices (/dev/infiniband) and libfabric or verbs; "
    "fi_info "
    "-p efa or ibv_devinfo must list them there; look whether NCCL_NET, NCCL_IB_DISABLE or "
    "FI_PROVIDER asks for sockets";

std::optional<Symptom> over_sockets(const Patient& patient, const core::TransportUse& use) {
  if (!use.transport.starts_with("NET/Socket")) return std::nullopt;
  const core::NcclPlugin* const plugin = loaded_net_plugin(patient.host);
  const bool is_fallback = has_rdma(patient) || plugin != nullptr;
  const std::string although =
      plugin != nullptr   ? fmt::format(", although the network plugin {} was loaded", plugin->name)
      : has_rdma(patient) ? ", although RDMA adapters exist"
                          : "";
  const std::string_view fix =
      plugin != nullptr ? kWhyPluginIdles
      : is_fallback && !is_over_verbs(patient)
          ? "read the lines of NET/Plugin above it in the log; usual causes are a network plugin "
            "(aws-ofi-nccl) or libfabric that is missing in LD_LIBRARY_PATH, or NCCL_NET"
          : "read the lines of NET/IB and NET/Plugin above it in the log; usual causes are a "
            "missing libibverbs.so, NCCL_IB_DISABLE, NCCL_IB_HCA, NCCL_NET, or ports that are down";
  return Symptom{is_fallback ? Severity::Fault : Severity::Warning,
                 fmt::format("{} between nodes used TCP sockets{}",
                             core::counted(use.connections, "connection"), although),
                 use.origin.source,
                 std::string(fix),
                 std::nullopt,
                 look_for_rdma()};
}

/// A plugin that no rank takes, as far as the log says: without lines of connections.
std::optional<Symptom> idle_plugin(const core::HostState& host) {
  const core::NcclPlugin* const plugin = loaded_net_plugin(host);
  if (plugin == nullptr || host.networks.empty() || !host.transports.empty()) return std::nullopt;
  const bool is_idle = std::ranges::all_of(
      host.networks, [](const core::NetworkUse& use) { return use.network == "Socket"; });
  if (!is_idle) return std::nullopt;
  return Symptom{
      // One host needs no network.
      spans_hosts(host) ? Severity::Fault : Severity::Hint,
      fmt::format("NCCL takes TCP sockets for its network, although the network plugin {} "
                  "was loaded",
                  plugin->name),
      fmt::format("{}; {}", host.networks.front().origin.source, plugin->origin.source),
      std::string(kWhyPluginIdles),
      std::nullopt,
      look_for_rdma()};
}

/// The variable that keeps GPUs from each other's memory; null for none.
const core::NcclVariable* limit_on_peers(const core::HostState& host) {
  return find_variable(host,
                       is_on(host, "NCCL_P2P_DISABLE") ? "NCCL_P2P_DISABLE" : "NCCL_P2P_LEVEL");
}

/// Between GPUs of one node.
std::optional<Symptom> through_host_memory(const Patient& patient, const core::TransportUse& use) {
  if (!use.transport.starts_with("SHM") && use.transport != "direct shared memory") {
    return std::nullopt;
  }
  const auto& links = patient.condition.cluster.node.links();
  const bool has_nvlink = std::ranges::any_of(
      links, [](const core::Link& link) { return link.kind == LinkKind::NvLink; });
  Comparison cost{patient.condition, patient.condition};
  cost.as_is.job.settings.paths.peer_to_peer_reach = sim::nccl::PathType::Loc;
  cost.mended.job.settings.paths.peer_to_peer_reach = sim::nccl::PathType::Sys;
  Symptom symptom{has_nvlink ? Severity::Warning : Severity::Hint,
                  fmt::format("{} between GPUs of one node went through host memory",
                              core::counted(use.connections, "connection")),
                  use.origin.source,
                  "check that the GPUs reach each other (nvidia-smi topo -p2p r), NCCL_P2P_DISABLE "
                  "and NCCL_P2P_LEVEL, and that each container sees all GPUs",
                  cost,
                  commands_for_peers()};
  if (const core::NcclVariable* const limit = limit_on_peers(patient.host)) {
    symptom.what += fmt::format(", as {} requires", text_of(*limit));
    symptom.evidence += fmt::format("; {}", limit->origin.source);
    symptom.fix = fmt::format("unset {} and measure whether direct access is faster", limit->name);
    symptom.commands = without_variable(limit->name);
  }
  return symptom;
}

/// Whether `other` shows that a GPU could use GPUDirect RDMA for what `use` did without.
/// NCCL receives with it wherever it sends with it, and not the other way round (2.28
/// src/graph/paths.cc, ncclTopoCheckGdr: NCCL_NET_GDR_READ).
bool shows_lack(const core::GpuDirectUse& other, const core::GpuDirectUse& use) {
  const bool is_comparable = other.is_send || !use.is_send;
  return other.is_used && !use.is_used && is_comparable && other.host != use.host;
}

/// A host whose GPUs used it nowhere, and a use elsewhere that shows that they could: of the same
/// GPU, or else on a host whose GPUs all used it.
struct Lack {
  const core::GpuDirectUse* here = nullptr;
  const core::GpuDirectUse* there = nullptr;
  bool is_sure = true;
};

bool all_of_host(const std::vector<core::GpuDirectUse>& uses, const std::string& host,
                 bool is_used) {
  return std::ranges::all_of(uses, [&](const core::GpuDirectUse& one) {
    return one.host != host || one.is_used == is_used;
  });
}

std::optional<Lack> lack_of(const core::GpuDirectUse& use,
                            const std::vector<core::GpuDirectUse>& uses) {
  std::optional<Lack> lack;
  for (const core::GpuDirectUse& other : uses) {
    if (!shows_lack(other, use)) continue;
    const bool is_sure = other.gpu == use.gpu;
    if (is_sure) return Lack{&use, &other, true};
    if (!lack && all_of_host(uses, other.host, true)) lack = Lack{&use, &other, false};
  }
  return lack;
}

std::vector<Lack> hosts_without_gpu_direct(const std::vector<core::GpuDirectUse>& uses) {
  std::map<std::string, Lack> by_host;
  for (const core::GpuDirectUse& use : uses) {
    const auto lack = all_of_host(uses, use.host, false) ? lack_of(use, uses) : std::nullopt;
    if (!lack) continue;
    Lack& known = by_host.try_emplace(use.host, *lack).first->second;
    if (!known.is_sure) known = *lack;
  }
  std::vector<Lack> lacks;
  for (const auto& [host, lack] : by_host) lacks.push_back(lack);
  return lacks;
}

Symptom without_gpu_direct(const Lack& lack) {
  return {lack.is_sure ? Severity::Fault : Severity::Warning,
          fmt::format("{} {} without GPUDirect RDMA, through host memory, where {} {} with it",
                      lack.here->host, lack.here->is_send ? "sends" : "receives", lack.there->host,
                      lack.there->is_send ? "sends" : "receives"),
          fmt::format("{}; {}", lack.here->origin.source, lack.there->origin.source),
          fmt::format("on {} see whether nvidia_peermem is loaded (lsmod), load it (modprobe "
                      "nvidia_peermem) or use a kernel and driver with dma-buf, as on {}; then "
                      "compare NCCL_NET_GDR_LEVEL on both",
                      lack.here->host, lack.there->host),
          std::nullopt};
}

/// "IBext" of "IBext_v8": the version is that of the interface between NCCL and a plugin.
std::string_view without_version(std::string_view network) {
  return network.substr(0, network.find("_v"));
}

using NetworksOfHosts = std::map<std::string, std::set<std::string_view>>;

/// Two uses by hosts that took no network in common.
std::optional<std::pair<const core::NetworkUse*, const core::NetworkUse*>> apart(
    const std::vector<core::NetworkUse>& uses) {
  NetworksOfHosts networks;
  for (const core::NetworkUse& use : uses) {
    networks[use.host].insert(without_version(use.network));
  }
  const auto& first = uses.front();
  for (const core::NetworkUse& other : uses) {
    const auto& own = networks[other.host];
    const bool has_common = std::ranges::any_of(
        networks[first.host], [&](std::string_view network) { return own.contains(network); });
    if (!has_common) return std::pair(&first, &other);
  }
  return std::nullopt;
}

bool is_own(std::string_view network) {
  return network == "IB" || network == "Socket";
}

/// Ranks of one job over different networks do not understand each other's first message
/// (NVIDIA/nccl#1634; "wrong type" in NVIDIA/nccl-tests#188).
std::optional<Symptom> different_networks(const std::vector<core::NetworkUse>& uses) {
  const auto two = uses.empty() ? std::nullopt : apart(uses);
  if (!two) return std::nullopt;
  const auto& [one, other] = *two;
  const bool has_plugin = !is_own(one->network) || !is_own(other->network);
  return Symptom{
      Severity::Fault,
      fmt::format("{} uses the network {}, and {} uses {}: ranks of one job that use different "
                  "networks hang, or end with an error",
                  one->host, one->network, other->host, other->network),
      fmt::format("{}; {}", one->origin.source, other->origin.source),
      has_plugin
          ? "let all hosts find the same plugin, libnccl-net.so (LD_LIBRARY_PATH, NCCL_NET_PLUGIN; "
            "the lines NET/Plugin of a log say which was loaded), or none: NCCL_NET_PLUGIN=none"
          : "see why one host has no RDMA adapter that NCCL can use: the lines NET/IB of its log, "
            "ibv_devinfo, NCCL_IB_HCA and NCCL_IB_DISABLE; NCCL_NET names one network for all",
      std::nullopt,
      look_for_rdma()};
}

}  // namespace

Examination check_plugins(const Patient& patient) {
  Examination seen;
  if (auto symptom = different_networks(patient.host.networks)) {
    seen.symptoms.push_back(*std::move(symptom));
  }
  if (auto symptom = idle_plugin(patient.host)) seen.symptoms.push_back(*std::move(symptom));
  for (const core::NcclPlugin& plugin : patient.host.plugins) {
    if (plugin.kind == "tuner") seen.symptoms.push_back(tuner_in_place(plugin));
  }
  return seen;
}

Examination check_transports(const Patient& patient) {
  if (patient.host.transports.empty()) return {"only the log of a run shows them", {}};
  Examination seen;
  for (const core::TransportUse& use : patient.host.transports) {
    for (auto& symptom : {over_sockets(patient, use), through_host_memory(patient, use)}) {
      if (symptom) seen.symptoms.push_back(*symptom);
    }
  }
  for (const Lack& lack : hosts_without_gpu_direct(patient.host.gpu_direct_uses)) {
    seen.symptoms.push_back(without_gpu_direct(lack));
  }
  return seen;
}

}  // namespace treering::tuner::doctor
