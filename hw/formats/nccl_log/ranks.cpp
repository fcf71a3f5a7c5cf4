#include "hw/formats/nccl_log/ranks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// More than any node (core::kMaxGpus) keeps an absurd log from filling the memory.
constexpr std::size_t kMostGpus = 1024;
constexpr std::size_t kMostHosts = 100000;

void fill(LoggedGpu& gpu, const Line& line) {
  if (gpu.line == 0) gpu.line = line.number;
  if (!gpu.cuda_index) gpu.cuda_index = number_after_key<int>(line.text, " cudaDev ");
  if (!gpu.nvml_index) gpu.nvml_index = number_after_key<int>(line.text, " nvmlDev ");
}

/// Packed, of "0x0f", which is a bus, or "0000:3b:00". Guests have 0x00 for all.
std::optional<std::uint64_t> listed_bus_id(std::string_view text) {
  constexpr unsigned kBus = 12;
  constexpr unsigned kFunction = 4;
  if (text.starts_with("0x")) {
    const auto bus = core::whole_number<std::uint64_t>(text.substr(2), 16);
    return bus.value_or(0) == 0 ? std::nullopt : std::optional(*bus << kBus);
  }
  const auto device = packed_bus_id_of_path(text);
  return device ? std::optional(*device << kFunction) : std::nullopt;
}

std::vector<LoggedGpu> in_order(std::map<std::uint64_t, LoggedGpu>& by_bus_id,
                                std::map<int, LoggedGpu>& by_index) {
  std::vector<LoggedGpu> gpus;
  for (auto& [bus_id, gpu] : by_bus_id) gpus.push_back(std::move(gpu));
  if (!gpus.empty()) return gpus;
  for (auto& [index, gpu] : by_index) gpus.push_back(std::move(gpu));
  return gpus;
}

}  // namespace

RankReader::HostBuilder& RankReader::host(std::string_view name) {
  const auto known = hosts_.find(name);
  if (known != hosts_.end()) return known->second;
  if (order_.size() >= kMostHosts) return hosts_.begin()->second;
  order_.emplace_back(name);
  return hosts_[std::string(name)];
}

void RankReader::take(const Line& line) {
  if (line.level == Level::Other) return take_device(line);
  if (line.level != Level::Info) return;
  if (has(line.text, " rank ") && has(line.text, "comm ")) return take_rank(line);
  if (line.text.starts_with("MNNVL busId ")) return take_fabric(line);
  if (line.text.starts_with("Setting affinity for GPU") || has(line.text, "Affinity for GPU ")) {
    return take_affinity(line);
  }
  if (line.text.starts_with("NVLS multicast support is ")) {
    ranks_.has_multicast = !has(line.text, "not available");
  }
}

/// "comm 0x... rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 1b000 ... Init START" and "comm 0x... rank
/// 3 nRanks 16 nNodes 2 localRanks 8 ...".
void RankReader::take_rank(const Line& line) {
  if (const auto nodes = number_after_key<int>(line.text, " nNodes ")) {
    const int ranks = number_after_key<int>(line.text, " nRanks ").value_or(0);
    if (ranks < ranks_.most_ranks) return;
    ranks_.most_nodes = ranks > ranks_.most_ranks ? *nodes : std::max(ranks_.most_nodes, *nodes);
    ranks_.most_ranks = ranks;
    ranks_.most_local_ranks = std::max(
        ranks_.most_local_ranks, number_after_key<int>(line.text, " localRanks ").value_or(0));
    return;
  }
  const auto cuda_index = number_after_key<int>(line.text, " cudaDev ");
  if (!cuda_index) return;
  if (ranks_.line == 0) ranks_.line = line.number;
  const int ranks = number_after_key<int>(line.text, " nranks ").value_or(0);
  if (ranks > ranks_.most_ranks) {
    ranks_.most_ranks = ranks;
    ranks_.most_nodes = 0;
    ranks_.most_local_ranks = 0;
  }
  const auto bus_id = number_after_key<std::uint64_t>(line.text, " busId ", 16);
  if (line.host.empty()) {
    if (homeless_.size() >= kMostGpus) return;
    LoggedGpu& gpu = homeless_.emplace_back(LoggedGpu{.bus_id = bus_id});
    return fill(gpu, line);
  }
  HostBuilder& builder = host(line.host);
  if (builder.by_bus_id.size() + builder.by_index.size() >= kMostGpus) return;
  const int index = number_after_key<int>(line.text, " nvmlDev ").value_or(*cuda_index);
  LoggedGpu& gpu = bus_id ? builder.by_bus_id[*bus_id] : builder.by_index[index];
  gpu.bus_id = bus_id;
  fill(gpu, line);
  Thread& thread = threads_[std::string(line.thread)];
  thread.host = line.host;
  thread.bus_id = bus_id;
  thread.index = index;
}

/// "MNNVL busId 0x901000 fabric UUID ...", of one rank.
void RankReader::take_fabric(const Line& line) {
  const auto bus_id = number_after_key<std::uint64_t>(line.text, "busId ", 16);
  if (line.host.empty()) return;
  HostBuilder& builder = host(line.host);
  if (!bus_id || builder.by_bus_id.size() >= kMostGpus) return;
  LoggedGpu& gpu = builder.by_bus_id[*bus_id];
  gpu.bus_id = bus_id;
  if (gpu.line == 0) gpu.line = line.number;
  if (ranks_.line == 0) ranks_.line = line.number;
  Thread& thread = threads_[std::string(line.thread)];
  thread.host = line.host;
  thread.bus_id = bus_id;
  if (!thread.index) thread.index = 0;
}

/// "Setting affinity for GPU 0 to ff,ffffffff", or since 2.28 "ncclTopoGetCpuAffinity: Affinity for
/// GPU 0 is 0-1. (GPU affinity = 0-31 ; CPU affinity = 0-1).": the GPU's own says where it is.
void RankReader::take_affinity(const Line& line) {
  constexpr std::string_view kTo = " to ";
  const std::size_t to = line.text.find(kTo);
  std::string_view affinity = between(line.text, "GPU affinity = ", ")");
  affinity = affinity.substr(0, affinity.find(';'));
  if (to != std::string_view::npos && line.text.starts_with("Setting")) {
    affinity = line.text.substr(to + kTo.size());
  }
  affinity = core::trimmed(affinity);
  if (affinity.empty()) return;
  Thread& thread = threads_[std::string(line.thread)];
  if (thread.affinity.empty()) thread.affinity = affinity;
}

/// "Channel 00 : 0[100000] -> 1[200000] via direct shared memory": both are in this host. New
/// versions have CUDA's numbers in the brackets.
void RankReader::take_connection(const Line& line, const Connection& connection) {
  constexpr std::uint64_t kFirstBus = 0x1000;
  const bool is_within = std::ranges::any_of(
      std::array{"direct shared memory", "SHM", "P2P/IPC", "P2P/direct pointer"},
      [&](const char* way) { return connection.way.starts_with(way); });
  if (!is_within || connected_.size() >= kMostHosts) return;
  for (const std::string_view end : {connection.from, connection.to}) {
    const auto bus_id = core::whole_number<std::uint64_t>(between(end, "[", "]"), 16);
    if (bus_id.value_or(0) < kFirstBus) continue;
    auto& gpus = connected_[std::string(line.host)];
    if (gpus.size() < kMostGpus) gpus.try_emplace(*bus_id, line.number);
  }
}

/// Adds ranks whose own lines the log lacks, on hosts whose other ranks have bus ids.
void RankReader::add_connected() {
  for (const auto& [name, gpus] : connected_) {
    const auto known = hosts_.find(name);
    if (known == hosts_.end() || known->second.by_bus_id.empty()) continue;
    for (const auto& [bus_id, line] : gpus) {
      LoggedGpu gpu{.bus_id = bus_id};
      gpu.line = line;
      known->second.by_bus_id.try_emplace(bus_id, std::move(gpu));
    }
  }
}

/// nccl-tests: "#  Rank  0 Group  0 Pid 880 on host device  0 [0xa4] NVIDIA A100-SXM4-80GB".
void RankReader::take_device(const Line& line) {
  if (!has(line.text, " Rank ") || !has(line.text, " on ")) return;
  const std::string_view name = word_after(line.text, " on ");
  const auto index = number_after_key<int>(line.text, " device ");
  const std::size_t bracket = line.text.find("] ");
  if (name.empty() || !index || bracket == std::string_view::npos) return;
  if (listed_.size() >= kMostHosts) return;
  auto& gpus = listed_[std::string(name)];
  if (gpus.size() >= kMostGpus || *index < 0) return;
  LoggedGpu gpu{.bus_id = listed_bus_id(between(line.text, "[", "]")), .cuda_index = index};
  gpu.model = core::trimmed(line.text.substr(bracket + 2));
  gpu.line = line.number;
  gpus.try_emplace(*index, std::move(gpu));
}

/// Where NCCL names no ranks, as with GRAPH alone, the list stands for them.
void RankReader::add_listed_hosts() {
  if (!order_.empty()) return;
  for (const auto& [name, gpus] : listed_) {
    Host host{name, {}};
    for (const auto& [index, gpu] : gpus) host.gpus.push_back(gpu);
    ranks_.most_ranks += static_cast<int>(gpus.size());
    if (ranks_.line == 0) ranks_.line = host.gpus.front().line;
    ranks_.hosts.push_back(std::move(host));
  }
}

int RankReader::count_gpus() const {
  std::size_t count = 0;
  for (const auto& [name, builder] : hosts_) {
    count += std::max(builder.by_bus_id.size(), builder.by_index.size());
  }
  return static_cast<int>(count);
}

/// Where the lines of some ranks are left out, the list has their GPUs: on hosts of other ranks by
/// the bus id, and on other hosts. Not where it lists more than the job has, as that of several
/// jobs.
void RankReader::add_listed_gpus() {
  std::size_t listed = 0;
  for (const auto& [name, gpus] : listed_) listed += gpus.size();
  const bool is_part = count_gpus() < ranks_.most_ranks;
  if (order_.empty() || !is_part || static_cast<int>(listed) > ranks_.most_ranks) return;
  for (const auto& [name, gpus] : listed_) {
    const bool is_known = hosts_.contains(name);
    // NCCL and the list may write one host's name with its domain and without.
    const auto is_same = [&](const std::string& other) {
      return other.substr(0, other.find('.')) == name.substr(0, name.find('.'));
    };
    if (!is_known && std::ranges::any_of(order_, is_same)) continue;
    HostBuilder& builder = host(name);
    if (is_known && builder.by_bus_id.empty()) continue;
    for (const auto& [index, gpu] : gpus) {
      const bool is_seen = std::ranges::any_of(builder.by_bus_id, [&](const auto& one) {
        return one.second.cuda_index == gpu.cuda_index;
      });
      if (is_seen) continue;
      if (gpu.bus_id) {
        builder.by_bus_id.try_emplace(*gpu.bus_id, gpu);
      } else if (!is_known) {
        builder.by_index.try_emplace(index, gpu);
      }
    }
  }
}

/// A GPU whose host is torn off the line is of the first host that has none of its bus id or
/// number; where no line has a host, all are of one without a name.
void RankReader::place_homeless() {
  const bool is_nameless = order_.empty();
  for (LoggedGpu& gpu : homeless_) {
    const int index = gpu.nvml_index.value_or(gpu.cuda_index.value_or(0));
    const auto lacks = [&](const std::string& name) {
      const HostBuilder& builder = hosts_[name];
      return gpu.bus_id ? !builder.by_bus_id.contains(*gpu.bus_id)
                        : !builder.by_index.contains(index);
    };
    const auto found = std::ranges::find_if(order_, lacks);
    if (found == order_.end() && !is_nameless) continue;
    HostBuilder& builder = host(found == order_.end() ? std::string() : *found);
    if (gpu.bus_id) {
      builder.by_bus_id.try_emplace(*gpu.bus_id, std::move(gpu));
    } else {
      builder.by_index.try_emplace(index, std::move(gpu));
    }
  }
}

Ranks RankReader::finish() && {
  place_homeless();
  add_connected();
  add_listed_gpus();
  for (const auto& [name, thread] : threads_) {
    if (thread.affinity.empty() || !thread.index) continue;
    HostBuilder& builder = host(thread.host);
    const auto gpu =
        thread.bus_id ? builder.by_bus_id.find(*thread.bus_id) : builder.by_bus_id.end();
    if (gpu != builder.by_bus_id.end()) gpu->second.affinity = thread.affinity;
    const auto other = builder.by_index.find(*thread.index);
    if (!thread.bus_id && other != builder.by_index.end()) other->second.affinity = thread.affinity;
  }
  for (const std::string& name : order_) {
    HostBuilder& builder = hosts_[name];
    Host host{name, in_order(builder.by_bus_id, builder.by_index)};
    for (LoggedGpu& gpu : host.gpus) {
      const auto& listed = listed_[name];
      const auto found = listed.find(gpu.cuda_index.value_or(-1));
      if (found != listed.end()) gpu.model = found->second.model;
    }
    ranks_.hosts.push_back(std::move(host));
  }
  add_listed_hosts();
  return std::move(ranks_);
}

}  // namespace treering::hw::formats::nccl_log
