#include "tuner/runs/run_facts.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

using Words = std::vector<std::string_view>;

/// The text behind `mark`; empty when it does not occur.
std::string_view after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  return at == std::string_view::npos ? std::string_view() : line.substr(at + mark.size());
}

std::string_view first_word(std::string_view text) {
  const Words words = words_of(text);
  return words.empty() ? std::string_view() : words.front();
}

/// The number that follows the word `name`, or that is glued to it; -1 for none.
int number_after(const Words& words, std::string_view name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == name) return small_number(words[i + 1]).value_or(-1);
  }
  return -1;
}

/// "nccl-library=22807".
void read_library_version(std::string_view line, RunFacts& facts) {
  const auto code = small_number(first_word(after(line, "nccl-library=")));
  if (!code) return;
  const std::string version = version_of_code(*code);
  if (!version.empty()) facts.nccl_version = version;
}

void read_nccl_version(std::string_view line, RunFacts& facts) {
  const std::string version = version_in(first_word(after(line, "NCCL version ")));
  if (!version.empty()) facts.nccl_version = version;
}

/// "NCCL_ALGO set by environment to RING"
std::string_view setting(std::string_view message, std::string_view variable) {
  if (after(message, variable).empty()) return {};
  std::string_view value = first_word(after(message, " set by environment to "));
  while (value.ends_with('.')) value.remove_suffix(1);
  return value;
}

/// `NET/OFI Setting NCCL_PROTO to "simple"`: a network plugin may choose too.
std::string_view setting_of_plugin(std::string_view message) {
  constexpr std::string_view kMark = "Setting NCCL_PROTO to \"";
  const std::string_view value = after(message, kMark);
  return value.substr(0, std::min(value.find('"'), value.size()));
}

/// The value in "NAME=value" or "NAME='value'"; empty for other words.
std::string_view assigned(std::string_view word, std::string_view name) {
  constexpr std::string_view kQuotes = "'\"";
  if (!word.empty() && kQuotes.find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  if (!word.starts_with(name)) return {};
  word.remove_prefix(name.size());
  const std::size_t first = word.find_first_not_of(kQuotes);
  if (first == std::string_view::npos) return {};
  return word.substr(first, word.find_last_not_of(kQuotes) - first + 1);
}

/// The devices of the communicator that rank 0 is in.
std::vector<const RunDevice*> first_group(const RunFacts& facts) {
  std::vector<const RunDevice*> devices;
  for (const RunDevice& device : facts.devices) {
    if (device.group == facts.devices.front().group) devices.push_back(&device);
  }
  return devices;
}

bool has_groups(const RunFacts& facts) {
  return std::ranges::any_of(facts.devices, [&](const RunDevice& device) {
    return device.group != facts.devices.front().group;
  });
}

/// Model of all of them; empty where they differ.
std::string common_gpu(const std::vector<const RunDevice*>& devices) {
  const std::string& gpu = devices.front()->gpu;
  const bool is_same =
      std::ranges::all_of(devices, [&](const RunDevice* device) { return device->gpu == gpu; });
  return is_same ? gpu : std::string();
}

void apply_devices(const RunFacts& facts, Measurement& row) {
  const auto devices = first_group(facts);
  row.gpu = common_gpu(devices);
  std::set<int> ranks;
  std::vector<std::string> hosts;
  for (const RunDevice* device : devices) {
    ranks.insert(device->rank);
    hosts.push_back(device->host);
  }
  const auto count = static_cast<int>(ranks.size());
  if (has_lone_processes(facts)) {
    row.ranks = count;
    row.nodes = 1;
    row.gpus_per_node = count;
  } else if (has_groups(facts) || *ranks.rbegin() == count - 1) {
    apply_hosts(hosts, row);
  } else {
    row.ranks = *ranks.rbegin() + 1;  // some lines of the list are missing
  }
}

/// NCCL counts the hosts of one NVLink domain as one node, and says so in its log ("nNodes").
void join_domain(const RunFacts& facts, Measurement& row) {
  const int nodes = facts.logged_nodes;
  const bool is_joined = nodes > 0 && nodes < row.nodes && facts.logged_ranks == row.ranks;
  if (!is_joined || row.gpus_per_node == 0 || row.ranks % nodes != 0) return;
  row.nodes = nodes;
  row.gpus_per_node = row.ranks / nodes;
}

}  // namespace

/// "# nThread 1 nGpus 8 minBytes 8": a thread's GPUs.
void read_gpus(std::string_view line, RunFacts& facts) {
  if (line.find("nThread ") == std::string_view::npos) return;
  const int gpus = number_after(words_of(line), "nGpus");
  if (gpus > 0) facts.gpus_per_process = gpus;
}

void read_run_line(std::string_view line, RunFacts& facts) {
  read_gpus(line, facts);
  read_nccl_version(line, facts);
  read_library_version(line, facts);
  for (const std::string_view mark :
       {"Collective test starting: ", "Collective test concluded: "}) {
    const std::string_view program = program_in(first_word(after(line, mark)));
    if (!program.empty()) facts.program = program;
  }
  if (line.find("Out of bounds values") != std::string_view::npos &&
      line.find("FAILED") != std::string_view::npos) {
    facts.has_failed_values = true;
  }
}

void read_debug_line(std::string_view message, RunFacts& facts) {
  read_nccl_version(message, facts);
  const std::string_view algorithm = setting(message, "NCCL_ALGO ");
  if (!algorithm.empty()) facts.way.algorithm = algorithm_named(algorithm);
  const std::string_view protocol = setting(message, "NCCL_PROTO ");
  if (!protocol.empty()) facts.way.protocol = protocol_named(protocol);
  const std::string_view of_plugin = setting_of_plugin(message);
  if (!of_plugin.empty()) facts.way.protocol = protocol_named(of_plugin);
  if (message.find(" nNodes ") == std::string_view::npos) return;
  const Words words = words_of(message);
  facts.logged_ranks = std::max(facts.logged_ranks, number_after(words, "nRanks"));
  facts.logged_nodes = std::max(facts.logged_nodes, number_after(words, "nNodes"));
}

bool read_command_line(const Words& words, RunFacts& facts) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view algorithm = assigned(words[i], "NCCL_ALGO=");
    if (!algorithm.empty()) facts.way.algorithm = algorithm_named(algorithm);
    const std::string_view protocol = assigned(words[i], "NCCL_PROTO=");
    if (!protocol.empty()) facts.way.protocol = protocol_named(protocol);
    const std::string_view program = program_in(words[i]);
    if (program.empty()) continue;
    const bool is_built = i > 0 && (words[i - 1] == "-o" || words[i - 1] == ">");
    const bool is_run = i + 1 == words.size() || words[i + 1].starts_with('-');
    if (is_built || !is_run) continue;
    facts.program = program;
    return true;
  }
  return false;
}

bool read_device_line(std::string_view line, RunFacts& facts) {
  const Words words = words_of(line);
  const auto is_rank = [](std::string_view word) { return word == "Rank" || word == "#Rank"; };
  const auto start = std::ranges::find_if(words, is_rank);
  const auto on = std::find(start, words.end(), "on");
  const auto device = std::find(on, words.end(), "device");
  if (words.end() - device < 3 || device - on < 2 || on - start < 2) return false;
  const auto rank = small_number(start[1]);
  if (!rank) return false;
  RunDevice found{*rank, std::max(number_after(words, "Group"), 0), std::string(on[1]), ""};
  const std::size_t bracket =
      line.find(']', static_cast<std::size_t>(device->data() - line.data()));
  if (bracket != std::string_view::npos) {
    const Words name = words_of(line.substr(bracket + 1));
    for (const std::string_view word : name) {
      found.gpu += found.gpu.empty() ? std::string(word) : " " + std::string(word);
    }
  }
  facts.devices.push_back(std::move(found));
  return true;
}

bool has_lone_processes(const RunFacts& facts) {
  return std::ranges::count_if(facts.devices,
                               [](const RunDevice& device) { return device.rank == 0; }) > 1;
}

void apply_facts(const RunFacts& facts, Measurement& row) {
  row.nccl_version = facts.nccl_version;
  row.gpus_per_process = facts.gpus_per_process;
  row.way.algorithm = facts.way.algorithm;
  row.way.protocol = facts.way.protocol;
  if (!facts.devices.empty()) {
    apply_devices(facts, row);
    join_domain(facts, row);
    return;
  }
  row.ranks = facts.logged_ranks;
  row.nodes = facts.logged_nodes;
  if (row.nodes > 0 && row.ranks % row.nodes == 0) row.gpus_per_node = row.ranks / row.nodes;
}

void apply_hosts(const std::vector<std::string>& hosts, Measurement& row) {
  std::map<std::string, int> counts;
  for (const std::string& host : hosts) ++counts[host];
  row.ranks = static_cast<int>(hosts.size());
  row.nodes = static_cast<int>(counts.size());
  const auto is_even = [&](const auto& entry) { return entry.second == counts.begin()->second; };
  if (!counts.empty() && std::ranges::all_of(counts, is_even)) {
    row.gpus_per_node = counts.begin()->second;
  }
}

}  // namespace treering::tuner::runs
