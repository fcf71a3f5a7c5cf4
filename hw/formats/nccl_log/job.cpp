#include "hw/formats/nccl_log/job.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/topology/topology.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// More than any job keeps an absurd log from filling the memory.
constexpr std::size_t kMostRanksSeen = 100000;
constexpr std::size_t kMostNeighbours = 10000;
constexpr std::size_t kMostCommunicators = 4096;
constexpr int kMostRanks = 1 << 20;

/// Which GPU a rank has, in a number that is equal on other nodes; nothing when unknown. Bus ids
/// come first: a container may number the GPUs that it sees.
std::optional<std::pair<int, std::uint64_t>> gpu_of(const SeenRank& rank) {
  if (rank.bus_id) return std::pair(0, *rank.bus_id);
  if (rank.nvml_index && *rank.nvml_index >= 0) {
    return std::pair(1, static_cast<std::uint64_t>(*rank.nvml_index));
  }
  return std::nullopt;
}

/// Evidence that may have to yield to other evidence.
struct Trust {
  bool names = true;  // one name is one host: not of containers that are all called alike
  bool gpus = true;   // one GPU has one rank: not where NCCL complains of a second
};

/// Whether nodes of `size` ranks in a row agree with what is seen.
bool agrees(const SeenJob& job, int size, Trust trust) {
  std::map<std::string, int> node_of_host;
  std::map<int, std::string> host_of_node;
  std::set<std::tuple<int, int, std::uint64_t>> taken;
  for (const auto& [number, rank] : job.seen) {
    const int node = number / size;
    if (trust.gpus) {
      const auto gpu = gpu_of(rank);
      if (gpu && !taken.emplace(node, gpu->first, gpu->second).second) return false;
    }
    if (rank.local_rank && *rank.local_rank != number % size) return false;
    if (rank.host.empty() || !trust.names) continue;
    if (node_of_host.try_emplace(rank.host, node).first->second != node) return false;
    if (host_of_node.try_emplace(node, rank.host).first->second != rank.host) return false;
  }
  return std::ranges::all_of(
      job.neighbours, [size](const auto& pair) { return pair.first / size == pair.second / size; });
}

/// Whether ranks with one GPU number have one place in their nodes, which is that number where NVML
/// says it: the usual way.
bool is_in_order(const SeenJob& job, int size) {
  std::map<std::pair<int, std::uint64_t>, int> place_of;
  for (const auto& [number, rank] : job.seen) {
    const int place = number % size;
    if (rank.nvml_index && *rank.nvml_index != place) return false;
    const auto gpu = gpu_of(rank);
    if (gpu && place_of.try_emplace(*gpu, place).first->second != place) return false;
  }
  return true;
}

std::vector<int> sizes_that_fit(const SeenJob& job, Trust trust) {
  std::vector<int> sizes;
  for (int size = 1; size <= std::min(job.ranks, core::kMaxGpus); ++size) {
    if (job.ranks % size == 0 && agrees(job, size, trust)) sizes.push_back(size);
  }
  return sizes;
}

/// Whether nodes of this size would be fewer than the hosts whose lines the log has. A name of
/// which no rank is seen may be that of another job.
bool has_more_hosts(const SeenJob& job, int size) {
  const auto is_of_rank = [&job](const std::string& host) {
    return std::ranges::any_of(job.seen,
                               [&](const auto& rank) { return rank.second.host == host; });
  };
  constexpr int kFewest = 2;
  const auto hosts = static_cast<int>(job.hosts.size());
  return hosts >= kFewest && job.ranks / size < hosts && std::ranges::any_of(job.hosts, is_of_rank);
}

std::vector<int> sizes_of_nodes(const SeenJob& job) {
  auto sizes = sizes_that_fit(job, {.names = true, .gpus = !job.has_duplicate_gpus});
  if (sizes.empty() && !job.has_duplicate_gpus) sizes = sizes_that_fit(job, {.names = false});
  std::vector<int> usual;
  std::ranges::copy_if(sizes, std::back_inserter(usual),
                       [&job](int size) { return is_in_order(job, size); });
  return usual.empty() ? sizes : usual;
}

/// Whether the ranks that are seen are all those of some nodes of `size`.
bool fills_nodes(const SeenJob& job, int size) {
  std::map<int, int> count_of_node;
  for (const auto& [number, rank] : job.seen) ++count_of_node[number / size];
  return std::ranges::all_of(count_of_node, [size](const auto& one) { return one.second == size; });
}

/// Of several sizes the one that gives as many nodes as hosts are seen, if these are several: of
/// one host alone nobody knows whether there are others. Else one of eight or more of which whole
/// nodes are seen: a part of a larger node would not end there.
int size_of_node(const SeenJob& job) {
  constexpr int kBoard = 8;
  std::vector<int> sizes = sizes_of_nodes(job);
  std::erase_if(sizes, [&job](int size) { return has_more_hosts(job, size); });
  if (sizes.size() == 1) return sizes.front();
  const auto hosts = static_cast<int>(job.hosts.size());
  for (const int size : sizes) {
    if (hosts > 1 && job.ranks / size == hosts) return size;
  }
  for (const int size : sizes) {
    if (size >= kBoard && fills_nodes(job, size)) return size;
  }
  return 0;
}

/// By host, where the log has each rank with its host: also where nodes differ or ranks alternate.
std::map<std::string, int> ranks_by_host(const SeenJob& job) {
  std::map<std::string, int> counts;
  if (static_cast<int>(job.seen.size()) != job.ranks) return counts;
  for (const auto& [number, rank] : job.seen) {
    if (rank.host.empty()) return {};
    ++counts[rank.host];
  }
  return counts;
}

int if_equal(const std::map<std::string, int>& counts) {
  const int first = counts.begin()->second;
  const bool is_even =
      std::ranges::all_of(counts, [first](const auto& one) { return one.second == first; });
  return is_even ? first : 0;
}

/// NVML's numbers by local rank, of the first node of which each is known.
std::vector<int> devices_of(const SeenJob& job, int size) {
  // Ranks may stand by turns on the hosts.
  if (size == 0 || !agrees(job, size, {.names = true, .gpus = false})) return {};
  for (int first = 0; first + size <= job.ranks; first += size) {
    std::vector<int> devices;
    std::set<int> different;
    for (int rank = first; rank < first + size; ++rank) {
      const auto seen = job.seen.find(rank);
      if (seen == job.seen.end() || seen->second.nvml_index.value_or(-1) < 0) break;
      devices.push_back(*seen->second.nvml_index);
      different.insert(devices.back());
    }
    if (static_cast<int>(different.size()) == size) return devices;
  }
  return {};
}

/// The job, but for names of hosts that one rank has while others have more: they may be torn.
SeenJob without_rare_names(SeenJob job, const std::map<std::string, int>& counts) {
  for (auto& [number, rank] : job.seen) {
    const auto count = counts.find(rank.host);
    if (count != counts.end() && count->second == 1) rank.host.clear();
  }
  return job;
}

/// How many ranks each of the hosts has that have all ranks; 0 where they differ.
int size_of_hosts(const SeenJob& job, const std::map<std::string, int>& counts) {
  const int even = if_equal(counts);
  if (even > 0) return even;
  const auto sizes = sizes_that_fit(without_rare_names(job, counts), {});
  return sizes.size() == 1 ? sizes.front() : 0;
}

/// "0x55c6d6" of "comm 0x55c6d6 rank 0".
std::string_view address_in(std::string_view text) {
  return word_after(text, "comm ");
}

/// One end of "0[7000] -> 1[b000]": before 2.18 bus ids, which are 0x1000 or more; then NVML's
/// numbers.
std::optional<std::pair<int, SeenRank>> end_in(std::string_view word) {
  constexpr std::uint64_t kFirstBus = 0x1000;
  const std::size_t bracket = word.find('[');
  const auto rank = core::whole_number<int>(word.substr(0, bracket));
  if (!rank || *rank < 0 || *rank >= kMostRanks) return {};
  SeenRank seen;
  const std::string_view inside = between(word, "[", "]");
  const auto bus_id = core::whole_number<std::uint64_t>(inside, 16);
  if (bus_id && *bus_id >= kFirstBus) {
    seen.bus_id = bus_id;
  } else {
    seen.nvml_index = core::whole_number<int>(inside);
  }
  return std::pair(*rank, std::move(seen));
}

void merge(SeenRank& known, SeenRank more) {
  if (known.host.empty()) known.host = std::move(more.host);
  if (!known.nvml_index) known.nvml_index = more.nvml_index;
  if (!known.bus_id) known.bus_id = more.bus_id;
  if (!known.local_rank) known.local_rank = more.local_rank;
  if (known.line == 0) known.line = more.line;
  known.has_own_line = known.has_own_line || more.has_own_line;
}

void add(SeenJob& job, int number, SeenRank rank) {
  if (job.seen.size() < kMostRanksSeen || job.seen.contains(number)) {
    merge(job.seen[number], std::move(rank));
  }
}

}  // namespace

LoggedJob job_of(const SeenJob& job) {
  LoggedJob found;
  found.ranks = job.ranks;
  for (const auto& [number, rank] : job.seen) {
    if (rank.has_own_line) ++found.ranks_seen;
    if (found.line == 0 || (rank.line != 0 && rank.line < found.line)) found.line = rank.line;
  }
  if (job.ranks == 0) return found;
  // A process has lines, though the one with the number of its rank may be missing.
  constexpr std::size_t kMost = kMostRanks;
  const auto processes = static_cast<int>(std::min(job.processes, kMost));
  found.ranks_seen = std::max(found.ranks_seen, std::min(processes, job.ranks));
  if (job.nodes > 0) {
    found.nodes = job.nodes;
    const bool is_even = job.local_ranks > 0 && job.local_ranks * job.nodes == job.ranks;
    found.gpus_per_node = is_even ? job.local_ranks : 0;
  } else if (const auto counts = ranks_by_host(job); counts.size() > 1) {
    found.gpus_per_node = size_of_hosts(job, counts);
    found.nodes =
        found.gpus_per_node > 0 ? job.ranks / found.gpus_per_node : static_cast<int>(counts.size());
  } else if (const int size = size_of_node(job); size > 0) {
    found.nodes = job.ranks / size;
    found.gpus_per_node = size;
  } else {
    found.sizes = sizes_of_nodes(job);
    std::erase_if(found.sizes, [&job](int one) { return has_more_hosts(job, one); });
  }
  found.devices = devices_of(job, found.gpus_per_node);
  return found;
}

SeenJob& JobReader::communicator(int ranks, std::string_view id) {
  const std::pair key(ranks, std::string(id));
  const auto known = communicators_.find(key);
  if (known != communicators_.end()) return known->second;
  if (communicators_.size() >= kMostCommunicators) return communicators_.begin()->second;
  order_.push_back(key);
  SeenJob& made = communicators_[key];
  made.ranks = ranks;
  return made;
}

void JobReader::take(const Line& line) {
  if (line.level == Level::Warn && has(line.text, "Duplicate GPU detected")) {
    has_duplicate_gpus_ = true;
  }
  const bool may_be_listed = line.level == Level::Other && has(line.text, " Rank ");
  if (may_be_listed && listed_.size() < kMostRanksSeen) {
    if (auto device = nccl_tests::read_device(line.text)) listed_.push_back(*std::move(device));
  }
  if (line.level != Level::Info) return;
  take_process(line);
  if (has(line.text, " rank ") && has(line.text, "comm ")) take_rank(line);
}

/// The hosts of ranks as nccl-tests lists them. Not those of a list of several jobs, nor where
/// hosts are called alike or processes see one GPU each: there devices have one number twice.
void JobReader::add_listed(SeenJob& job) const {
  std::set<int> ranks;
  std::set<std::pair<std::string, int>> devices;
  for (const nccl_tests::ListedDevice& device : listed_) {
    const bool is_new =
        ranks.insert(device.rank).second && devices.emplace(device.host, device.device).second;
    if (!is_new || device.group != 0 || device.device < 0 || device.rank >= job.ranks) return;
  }
  const auto short_name = [](std::string_view name) { return name.substr(0, name.find('.')); };
  for (const nccl_tests::ListedDevice& device : listed_) {
    // NCCL may write the host with its domain.
    const auto known = std::ranges::find_if(job.hosts, [&](const std::string& host) {
      return short_name(host) == short_name(device.host);
    });
    SeenRank rank;
    rank.host = known == job.hosts.end() ? device.host : *known;
    add(job, device.rank, std::move(rank));
  }
}

/// By "host:pid" of its thread and "[2]", the GPU of the process.
void JobReader::take_process(const Line& line) {
  const std::size_t colon = line.thread.rfind(':');
  const std::size_t gpu = line.head.rfind('[');
  if (colon == std::string_view::npos || colon == 0 || gpu == std::string_view::npos) return;
  if (processes_.size() >= kMostRanksSeen) return;
  processes_.insert(std::string(line.thread.substr(0, colon)) + std::string(line.head.substr(gpu)));
}

/// "comm 0x... rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 1b000 commId 0x7 - Init START" and "comm
/// 0x... rank 3 nRanks 16 nNodes 2 localRanks 8 localRank 3 MNNVL 0" (2.28 src/init.cc).
void JobReader::take_rank(const Line& line) {
  const auto number = number_after_key<int>(line.text, " rank ");
  const auto nodes = number_after_key<int>(line.text, " nNodes ");
  const auto ranks = number_after_key<int>(line.text, nodes ? " nRanks " : " nranks ");
  if (!number || !ranks || *ranks < 1 || *ranks > kMostRanks || *number < 0 || *number >= *ranks) {
    return;
  }
  const std::string address = std::string(line.thread.substr(0, line.thread.rfind(':'))) + " " +
                              std::string(address_in(line.text));
  const std::string_view id = word_after(line.text, " commId ");
  auto key = std::pair(*ranks, std::string(id));
  const auto known = by_address_.find(address);
  // Lines of nodes have no id.
  if (nodes && known != by_address_.end()) key = known->second;
  if (!nodes && by_address_.size() < kMostRanksSeen) by_address_.insert_or_assign(address, key);
  SeenJob& job = communicator(key.first, key.second);
  SeenRank rank;
  rank.host = line.host;
  rank.line = line.number;
  rank.has_own_line = true;
  rank.nvml_index = number_after_key<int>(line.text, " nvmlDev ");
  rank.bus_id = number_after_key<std::uint64_t>(line.text, " busId ", 16);
  rank.local_rank = number_after_key<int>(line.text, " localRank ");
  if (nodes && *nodes >= 1 && *nodes <= *ranks) {
    job.nodes = std::max(job.nodes, *nodes);
    job.local_ranks =
        std::max(job.local_ranks, number_after_key<int>(line.text, " localRanks ").value_or(0));
    joins_hosts_ = joins_hosts_ || number_after_key<int>(line.text, " MNNVL ").value_or(0) > 0;
  }
  add(job, *number, std::move(rank));
}

void JobReader::take_connection(const Line& line, const Connection& connection) {
  if (connection.channel.empty() || !connection.from.ends_with(']')) return;
  auto from = end_in(connection.from);
  auto to = end_in(connection.to);
  if (!from || !to || from->first == to->first) return;
  SeenRank& own = connection.is_received ? to->second : from->second;
  own.host = line.host;
  own.line = line.number;
  own.has_own_line = true;
  take_process(line);
  const bool is_within = connection.way.starts_with("P2P/") || connection.way.starts_with("SHM") ||
                         connection.way.starts_with("direct shared memory");
  // NVLink may join hosts (MNNVL), between which P2P goes too.
  if (is_within && connected_.neighbours.size() < kMostNeighbours) {
    connected_.neighbours.emplace_back(from->first, to->first);
  }
  add(connected_, from->first, std::move(from->second));
  add(connected_, to->first, std::move(to->second));
}

bool JobReader::has_one_communicator() const {
  return communicators_.size() <= 1;
}

/// Lines of nodes that have no id are of the one communicator of as many ranks that has.
void JobReader::join_nameless() {
  for (const auto& key : std::vector(order_)) {
    if (!key.second.empty() || communicators_.size() < 2) continue;
    const auto of_size = [&key](const auto& other) {
      return other.first == key.first && !other.second.empty();
    };
    if (std::ranges::count_if(order_, of_size) != 1) continue;
    SeenJob& named = communicators_[*std::ranges::find_if(order_, of_size)];
    SeenJob& nameless = communicators_[key];
    for (auto& [number, rank] : nameless.seen) add(named, number, std::move(rank));
    named.nodes = std::max(named.nodes, nameless.nodes);
    named.local_ranks = std::max(named.local_ranks, nameless.local_ranks);
    communicators_.erase(key);
    std::erase(order_, key);
  }
}

SeenJob JobReader::finish(std::vector<std::string> hosts) && {
  join_nameless();
  SeenJob largest;
  for (const auto& key : order_) {
    if (key.first > largest.ranks) largest = communicators_[key];
  }
  largest.hosts = std::move(hosts);
  largest.processes = processes_.size();
  largest.has_duplicate_gpus = has_duplicate_gpus_;
  // Of several communicators nobody knows whose ranks the connections name.
  if (!has_one_communicator()) return largest;
  add_listed(largest);
  for (auto& [number, rank] : connected_.seen) {
    if (largest.ranks == 0 || number < largest.ranks) add(largest, number, std::move(rank));
  }
  if (!joins_hosts_) largest.neighbours = std::move(connected_.neighbours);
  return largest;
}

}  // namespace treering::hw::formats::nccl_log
