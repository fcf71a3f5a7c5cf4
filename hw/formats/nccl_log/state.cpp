#include "hw/formats/nccl_log/state.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

constexpr std::string_view kSetByEnvironment = " set by environment to ";
// NCCL 2.3 and before, a line for each interface that carries data.
constexpr std::string_view kOldInterface = "NET : Using interface ";
// A person reads no more; values that differ by rank could be many.
constexpr std::size_t kMostEntries = 256;
// An absurd log has more.
constexpr std::size_t kMostGpuDirectUses = 4096;
constexpr std::size_t kMostNetworkUses = 4096;
constexpr std::size_t kMostWarnings = 8;

struct Provider {
  std::string_view part;  // of a plugin's name, in lower case
  std::string_view provider;
};

// Names: github.com/aws/aws-ofi-nccl; Google's "GPUDirect-TCPX", "FasTrak", "gIB"; NVIDIA's HPC-X.
constexpr std::array<Provider, 9> kProviders{{
    {"aws", "AWS"},
    {"libfabric", "AWS"},
    {"ofi", "AWS"},
    {"fastrak", "GKE"},
    {"tcpx", "GKE"},
    {"gib", "GKE"},
    {"ibext", "HPC-X"},
    {"rdma plugin", "HPC-X"},
    {"sharp", "HPC-X"},
}};

std::string provider_of(std::string_view name) {
  const std::string lower = core::lower_case(name);
  for (const auto& [part, provider] : kProviders) {
    if (has(lower, part)) return std::string(provider);
  }
  return "";
}

/// "NCCL RDMA Plugin" of "NCCL RDMA Plugin v6 (v6)".
std::string_view without_version(std::string_view name) {
  name = core::trimmed(name);
  const std::size_t bracket = name.rfind(" (v");
  return core::trimmed(bracket == kNone ? name : name.substr(0, bracket));
}

/// A part that counts or shares: "0", "0(3)", "read", "Shared".
bool is_left_out(std::string_view part) {
  return part.empty() || core::is_digit(part[0]) || part == "read" || part == "Shared";
}

/// NCCL's own networks; all others are plugins.
bool is_built_in(std::string_view network) {
  return network == "IB" || network == "Socket";
}

}  // namespace

std::string transport_of(std::string_view via) {
  via = core::trimmed(via);
  if (via.starts_with("direct shared memory") || via.starts_with("SHM")) return "SHM";
  if (via.starts_with("P2P/indirect")) return "P2P/indirect";
  std::string transport;
  while (!via.empty()) {
    const std::size_t slash = via.find('/');
    std::string_view part = via.substr(0, slash);
    // "GDRDMA(PCI)" says which way.
    if (part.starts_with("GDRDMA")) part = "GDRDMA";
    if (!is_left_out(part)) transport += (transport.empty() ? "" : "/") + std::string(part);
    via = slash == kNone ? std::string_view() : via.substr(slash + 1);
  }
  return transport;
}

core::Origin StateReader::origin(const Line& line) const {
  return {core::Origin::Kind::File, fmt::format("{}: line {}", path_, line.number)};
}

/// What a text's end says of NCCL's start: ranks print "Trees" (INIT alone, since 2.4), connect,
/// and print "comm 0x.. rank 0 nranks 8 .. - Init COMPLETE" (src/init.cc).
void StateReader::watch_start(const Line& line) {
  if (is_started_) return;
  if (line.level == Level::Other) {
    const std::string_view said = core::trimmed(line.whole);
    if (!said.empty() && !said.starts_with("```")) last_.reset();
    return;
  }
  const bool is_of_calls = has(line.text, "opCount ") || line.text.starts_with("Launch mode ");
  is_started_ = is_of_calls || has(line.text, " COMPLETE");
  shows_trees_ |= line.level == Level::Info && line.text.starts_with("Trees [");
  last_.reset();
  if (shows_trees_ && line.level == Level::Info) {
    constexpr std::size_t kLongest = 200;
    last_ = {core::printable(core::trimmed(line.text).substr(0, kLongest)), origin(line)};
  }
}

void StateReader::take(const Line& line) {
  complaints_.take(line);
  watch_start(line);
  switch (line.level) {
    case Level::Version:
    case Level::Info:
      if (line.level == Level::Info && !line.text.starts_with(kVersionWords)) {
        return take_info(line);
      }
      if (!state_.nccl_version) {
        const std::string_view text = line.text.starts_with(kVersionWords)
                                          ? line.text.substr(kVersionWords.size())
                                          : line.text;
        const std::string_view version = text.substr(0, text.find_first_of(" \t,"));
        if (!version.empty()) state_.nccl_version = {std::string(version), origin(line)};
      }
      return;
    case Level::Warn:
      return take_warning(line);
    case Level::Other:
      return take_command(line);
  }
}

/// "export NCCL_IB_GID_INDEX=3", "mpirun -x NCCL_DEBUG=INFO": what was typed above a log.
void StateReader::take_command(const Line& line) {
  if (!has(line.text, "NCCL_")) return;
  for (const std::string_view key : {"export NCCL_", "-x NCCL_", "-e NCCL_", "--env NCCL_"}) {
    for (std::size_t at = line.text.find(key); at != kNone; at = line.text.find(key, at + 1)) {
      const std::string_view word = line.text.substr(at + key.find("NCCL_"));
      const std::string_view setting = word.substr(0, word.find_first_of(" \t;\\\r"));
      const std::size_t equals = setting.find('=');
      if (equals == kNone || equals + 1 == setting.size()) continue;
      add_variable(setting.substr(0, equals), core::trimmed(setting.substr(equals + 1), "\"'"),
                   line);
    }
  }
}

void StateReader::take_info(const Line& line) {
  const std::string_view text = line.text;
  if (has(text, kSetByEnvironment)) return take_variable(line);
  if (text.starts_with("MNNVL busId")) return take_fabric(line);
  if (text.starts_with("P2P is disabled")) return take_disabled_peers(line);
  if (text.starts_with("cudaDriverVersion ") && !state_.driver_version) {
    const int version = number_after_key<int>(text, "cudaDriverVersion ").value_or(0);
    state_.driver_version = {fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10),
                             origin(line)};
    return;
  }
  if (text.starts_with("Bootstrap : Using ") || text.starts_with("Bootstrap: Using ")) {
    return take_interface(line, line.text.substr(line.text.find(" Using ") + 7));
  }
  if (text.starts_with(kOldInterface)) {
    return take_interface(line, text.substr(kOldInterface.size()));
  }
  // Of the interfaces that carry data, only the loopback says something.
  const std::size_t loopback = text.starts_with("NET/Socket : Using ") ? text.find("]lo:") : kNone;
  if (loopback != kNone) return take_interface(line, text.substr(loopback + 1));
  if (has(text, "GPU Direct RDMA ")) take_gpu_direct(line);
  if (has(text, "GPU Direct RDMA Disabled for HCA")) return take_refused_adapter(line);
  // RCCL's, and of forks of NCCL.
  if (has(text, "NUMA auto balancing enabled")) state_.numa_balancing = {true, origin(line)};
  take_network(line);
  take_plugin(line);
}

/// "Using network IBext_v8" (2.28 src/plugin/net.cc), "Using internal Network IB" before 2.4.
void StateReader::take_network(const Line& line) {
  if (line.host.empty()) return;
  for (const std::string_view start : {"Using network ", "Using internal Network "}) {
    if (!line.text.starts_with(start)) continue;
    const std::string_view rest = core::trimmed(line.text.substr(start.size()));
    const std::string_view network = rest.substr(0, rest.find_first_of(" \t\r"));
    if (network.empty() || networks_.size() >= kMostNetworkUses) return;
    networks_.try_emplace(
        {std::string(line.host), std::string(network)},
        core::NetworkUse{std::string(line.host), std::string(network), origin(line)});
  }
}

/// "Bootstrap : Using eth0:10.0.0.1<0>", before 2.7 "Bootstrap : Using [0]eth0:10.0.0.1<0> [1]...",
/// since 2.24 "Bootstrap: Using ...".
void StateReader::take_interface(const Line& line, std::string_view used) {
  if (used.starts_with('[')) used.remove_prefix(std::min(used.find(']') + 1, used.size()));
  const std::size_t colon = used.find(':');
  if (line.host.empty() || colon == kNone || colon == 0 || used.find('<') == kNone) return;
  if (interfaces_.size() >= kMostNetworkUses) return;
  const std::string host(line.host);
  const std::string interface = core::printable(used.substr(0, colon));
  interfaces_.try_emplace({host, interface}, core::InterfaceUse{host, interface, origin(line)});
}

/// "NET/IB : GPU Direct RDMA Enabled for HCA 0 'mlx5_0'", "NET/IB: GPU Direct RDMA (DMABUF) enabled
/// for HCA 0 'mlx5_0", "GPU Direct RDMA Disabled for GPU 3 / HCA 1 (distance 7 > 4)".
void StateReader::take_gpu_direct(const Line& line) {
  const bool is_able = has(line.text, " Enabled for HCA") || has(line.text, " enabled for HCA");
  if (is_able && !state_.can_gpu_direct) state_.can_gpu_direct = {true, origin(line)};
  const std::string_view distance = between(line.text, "(distance ", ")");
  const bool is_too_far = has(line.text, "RDMA Disabled for GPU") && !distance.empty();
  if (!is_too_far || state_.too_far_for_gpu_direct) return;
  state_.too_far_for_gpu_direct = {fmt::format("distance {}", core::printable(distance)),
                                   origin(line)};
}

/// "NET/IB : GPU Direct RDMA Disabled for HCA 1 'mlx5_1' (no module)".
void StateReader::take_refused_adapter(const Line& line) {
  if (!state_.has_peermem) state_.has_peermem = {false, origin(line)};
  const std::string_view name = between(line.text, "'", "'");
  const bool is_known =
      std::ranges::find(adapters_, name, &core::AdapterPortState::device) != adapters_.end();
  if (name.empty() || is_known || adapters_.size() >= kMostEntries) return;
  core::AdapterPortState adapter;
  adapter.device = name;
  adapter.origin = origin(line);
  adapters_.push_back(std::move(adapter));
}

void StateReader::take_variable(const Line& line) {
  const std::size_t at = line.text.find(kSetByEnvironment);
  const std::string_view name = core::trimmed(line.text.substr(0, at));
  if (!name.starts_with("NCCL_") || has(name, " ")) return;
  std::string_view value = core::trimmed(line.text.substr(at + kSetByEnvironment.size()));
  if (value.ends_with('.')) value.remove_suffix(1);
  add_variable(name, value, line);
}

void StateReader::add_variable(std::string_view name, std::string_view value, const Line& line) {
  const bool is_known = std::ranges::any_of(state_.variables, [&](const core::NcclVariable& known) {
    return known.name == name && known.value == value;
  });
  if (is_known || state_.variables.size() >= kMostEntries) return;
  state_.variables.push_back({std::string(name), std::string(value), origin(line)});
}

/// "NET/Plugin: Loaded net plugin AWS Libfabric (v8)", "Initialized NET plugin AWS Libfabric"
/// (since 2.26), "TUNER/Plugin: Using nccl_ofi_tuner (v3)", "Using network FasTrak", "P2P plugin
/// IBext_v8".
void StateReader::take_plugin(const Line& line) {
  struct Form {
    std::string_view kind;
    std::string_view start;
  };
  constexpr std::array<Form, 9> kForms{{
      {"net", "NET/Plugin: Loaded net plugin "},
      {"net", "Successfully loaded external network plugin "},
      {"net", "Initialized NET plugin "},
      {"net", "Using network "},
      {"net", "P2P plugin "},
      {"tuner", "TUNER/Plugin: Using tuner plugin "},
      {"tuner", "TUNER/Plugin: Using "},
      {"profiler", "PROFILER/Plugin: Loaded "},
      {"net", "NET/OFI Initializing "},
  }};
  for (const auto& [kind, start] : kForms) {
    if (!line.text.starts_with(start)) continue;
    return add_plugin(kind, without_version(line.text.substr(start.size())), line);
  }
}

void StateReader::add_plugin(std::string_view kind, std::string_view name, const Line& line) {
  if (name.empty() || is_built_in(name) || name.starts_with("internal")) return;
  const bool is_known = std::ranges::any_of(state_.plugins, [&](const core::NcclPlugin& known) {
    return known.kind == kind && known.name == name;
  });
  if (is_known || state_.plugins.size() >= kMostEntries) return;
  state_.plugins.push_back({std::string(kind), std::string(name), provider_of(name), origin(line)});
}

void StateReader::take_connection(const Line& line, const Connection& connection) {
  watch_start(line);
  const std::string transport = transport_of(connection.way);
  const auto known = transports_.find(transport);
  if (transport.empty() || (known == transports_.end() && transports_.size() >= kMostEntries)) {
    return;
  }
  Connections& connections = known == transports_.end() ? transports_[transport] : known->second;
  if (connections.sent + connections.received == 0) connections.origin = origin(line);
  ++(connection.is_received ? connections.received : connections.sent);
  if (connection.way.starts_with("NET/")) take_gpu_direct(line, connection);
}

/// Which hosts used GPUDirect RDMA. Sockets have none.
void StateReader::take_gpu_direct(const Line& line, const Connection& connection) {
  const bool has_end = connection.is_sent || connection.is_received;
  if (!has_end || line.host.empty() || connection.way.starts_with("NET/Socket")) return;
  const std::string_view gpu = between(connection.own_end(), "[", "]");
  if (!core::whole_number<std::uint64_t>(gpu, 16)) return;
  if (gpu_direct_uses_.size() >= kMostGpuDirectUses) return;
  core::GpuDirectUse& use =
      gpu_direct_uses_[{std::string(line.host), std::string(gpu), connection.is_sent}];
  if (use.host.empty()) {
    use = {std::string(line.host), std::string(gpu), connection.is_sent, false, origin(line)};
  }
  use.is_used = use.is_used || has(connection.way, "/GDRDMA");
}

/// "MNNVL busId 0x901000 fabric UUID 3143.28cc cliqueId 0x7ffe state 3 healthMask 0xaa".
void StateReader::take_fabric(const Line& line) {
  // NVML_GPU_FABRIC_STATE_COMPLETED (nvml.h).
  constexpr int kCompleted = 3;
  const auto bus_id = number_after_key<std::uint64_t>(line.text, "busId ", 16);
  const std::string_view uuid = word_after(line.text, " UUID ");
  const auto clique = number_after_key<std::uint64_t>(line.text, " cliqueId ", 16);
  const auto status = number_after_key<int>(line.text, " state ");
  if (!bus_id || uuid.empty() || gpus_.size() >= kMostEntries) return;
  core::GpuState gpu;
  gpu.in_fabric = status.value_or(0) == kCompleted;
  if (uuid != "0.0") gpu.fabric_clique = fmt::format("{}/{}", uuid, clique.value_or(0));
  gpu.origin = origin(line);
  gpus_.try_emplace(*bus_id, std::move(gpu));
}

/// "P2P is disabled between connected GPUs 0 and 1. You can ...": NVML's numbers. Any status but OK
/// says so.
void StateReader::take_disabled_peers(const Line& line) {
  const auto from = number_after_key<int>(line.text, " GPUs ");
  std::string_view other = word_after(line.text, " and ");
  if (other.ends_with('.')) other.remove_suffix(1);
  const auto to = core::whole_number<int>(other);
  if (!from || !to) return;
  const bool is_known = std::ranges::any_of(state_.peers, [&](const core::PeerState& known) {
    return known.from == *from && known.to == *to;
  });
  if (is_known || state_.peers.size() >= kMostEntries) return;
  state_.peers.push_back({*from, *to, core::PeerAccess::Refused, origin(line)});
  state_.peers.push_back({*to, *from, core::PeerAccess::Refused, origin(line)});
}

void StateReader::take_warning(const Line& line) {
  const std::string_view text = core::trimmed(line.text);
  if (text.starts_with("P2P is disabled")) take_disabled_peers(line);
  if (has(text, "NUMA auto balancing enabled")) state_.numa_balancing = {true, origin(line)};
  if (has(text, "Missing \"iommu=pt\"")) {
    state_.iommu = {core::IommuMode::Translating, origin(line)};
  }
  const std::string said = fmt::format("NCCL warns: {}", core::printable(text));
  const bool is_known =
      std::ranges::find(warnings_, said, &core::Diagnostic::text) != warnings_.end();
  if (text.empty() || is_known || warnings_.size() >= kMostWarnings) return;
  warnings_.push_back(
      {core::Severity::Warning, fmt::format("{}: line {}", path_, line.number), said});
}

StateReader::Result StateReader::finish() && {
  for (auto& [transport, connections] : transports_) {
    state_.transports.push_back({transport, std::max(connections.sent, connections.received),
                                 std::move(connections.origin)});
  }
  for (auto& [key, use] : gpu_direct_uses_) {
    state_.gpu_direct_uses.push_back(std::move(use));
  }
  for (auto& [key, use] : networks_) state_.networks.push_back(std::move(use));
  for (auto& [key, use] : interfaces_) state_.interfaces.push_back(std::move(use));
  // A log whose head is left out is a choice of lines.
  const bool has_head = state_.nccl_version || !state_.interfaces.empty();
  if (!is_started_ && has_head) state_.ends_in_start = std::move(last_);
  state_.warnings = std::move(complaints_).finish();
  return {std::move(state_), std::move(gpus_), std::move(warnings_), std::move(adapters_)};
}

}  // namespace treering::hw::formats::nccl_log
