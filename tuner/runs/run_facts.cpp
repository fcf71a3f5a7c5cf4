#include "tuner/runs/run_facts.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
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
  const std::string_view word = first_word(after(line, "NCCL version "));
  // RCCL's, which has NCCL's number before that of HIP.
  if (core::has(word, "+hip")) return;
  const std::string version = version_in(word);
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

/// How a list of devices was completed.
std::string concluded_from_list(const RunFacts& facts, const Measurement& row) {
  std::string text = fmt::format("{}, as the list of devices has gaps and ends with rank {}",
                                 core::counted(row.ranks, "rank"), row.ranks - 1);
  if (row.nodes == 0) return text;
  return fmt::format(
      "{} of {}: the list of devices has {} of {} ranks, and its hosts have their "
      "GPUs in order",
      core::counted(row.nodes, "node"), core::counted(row.gpus_per_node, "GPU"),
      facts.devices.size(), row.ranks);
}

/// Returns what the job was concluded from; empty where the list is whole.
std::string apply_devices(const RunFacts& facts, Measurement& row) {
  const auto job = hw::formats::nccl_tests::job_of(facts.devices);
  row.gpu = hw::formats::nccl_tests::common_gpu(facts.devices);
  row.ranks = job.ranks;
  row.nodes = job.hosts;
  row.gpus_per_node = job.gpus_per_host;
  return job.is_concluded ? concluded_from_list(facts, row) : "";
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

/// "# nThread 1 nGpus 8 minBytes 8 maxBytes 134217728 step: 2(factor)": a thread's GPUs, and sizes.
void read_settings_line(std::string_view line, RunFacts& facts) {
  if (line.find("nThread ") == std::string_view::npos) return;
  const Words words = words_of(line);
  const int gpus = number_after(words, "nGpus");
  if (gpus < 1) return;
  ++facts.headings;
  facts.gpus_per_process = gpus;
  facts.threads = std::max(number_after(words, "nThread"), 0);
  facts.most_bytes = whole_number(first_word(after(line, " maxBytes "))).value_or(0);
  const std::string_view step = first_word(after(line, " step: "));
  constexpr std::string_view kFactor = "(factor)";
  const bool is_factor = step.ends_with(kFactor);
  facts.step_factor =
      is_factor ? whole_number(step.substr(0, step.size() - kFactor.size())).value_or(0) : 0;
}

/// "node3: Test NCCL failure common.cu:1005 'remote process exited' ", and what nccl-tests prints
/// of NCCL's last error at the end of a run ("# error: ...", src/util.cu).
void read_failure(std::string_view line, RunFacts& facts) {
  if (!facts.failure.empty()) return;
  constexpr std::size_t kShort = 120;
  for (const std::string_view mark :
       {"Test NCCL failure", "Test CUDA failure", "# error: ", "Invalid number of GPUs"}) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) continue;
    facts.failure = core::trimmed(line.substr(at, kShort), " \t\r#");
    return;
  }
}

void read_run_line(std::string_view line, RunFacts& facts) {
  read_settings_line(line, facts);
  read_failure(line, facts);
  if (const auto average = parse_figure(first_word(after(line, "Avg bus bandwidth    : ")))) {
    facts.average_busbw = average->value;
  }
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

namespace {

/// "NCCL_P2P_LEVEL set by environment to SYS": what the command line or a file of settings did.
void read_variable(std::string_view message, RunFacts& facts) {
  if (message.find(" set by environment to ") == std::string_view::npos) return;
  for (const std::string_view word : words_of(message)) {
    if (!word.starts_with("NCCL_")) continue;
    const std::string_view value = setting(message, std::string(word) + " ");
    if (!value.empty()) facts.variables.emplace(word, value);
    return;
  }
}

}  // namespace

void read_debug_line(std::string_view message, RunFacts& facts) {
  read_variable(message, facts);
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

void take_launch(const LaunchLine& launch, RunFacts& facts) {
  facts.launch = launch;
  facts.program = launch.program;
  take_variables({launch.variables.begin(), launch.variables.end()}, facts);
}

void take_variables(const std::map<std::string, std::string>& variables, RunFacts& facts) {
  for (const auto& [name, value] : variables) {
    facts.variables[name] = value;
    if (name == "NCCL_ALGO") facts.way.algorithm = algorithm_named(value);
    if (name == "NCCL_PROTO") facts.way.protocol = protocol_named(value);
  }
}

bool read_command_line(std::string_view line, RunFacts& facts) {
  LaunchLine launch;
  if (!read_launch_line(line, launch)) return false;
  take_launch(launch, facts);
  return true;
}

bool read_device_line(std::string_view line, RunFacts& facts) {
  auto device = hw::formats::nccl_tests::read_device(line);
  if (!device) return false;
  facts.devices.push_back(*std::move(device));
  return true;
}

int listed_ranks(const RunFacts& facts) {
  if (!facts.devices.empty()) return hw::formats::nccl_tests::job_of(facts.devices).ranks;
  if (facts.logged_ranks > 0 || facts.communicator.empty()) return facts.logged_ranks;
  const int ranks = facts.communicator.front().ranks;
  const bool is_one = std::ranges::all_of(
      facts.communicator, [&](const LoggedRank& one) { return one.ranks == ranks; });
  return is_one ? ranks : 0;
}

namespace {

/// The ranks by the figures of the rows.
int ranks_of_figures(const RunFacts& facts) {
  return facts.count_ranks > 0 ? facts.count_ranks : facts.bandwidth_ranks;
}

/// The ranks of the job that the lines of the run show; 0: unknown.
int shown_ranks(const RunFacts& facts) {
  const int listed = listed_ranks(facts);
  return listed > 0 ? listed : ranks_of_figures(facts);
}

/// The GPUs of a process, by the heading or the command; 0: unknown.
int ranks_of_process(const RunFacts& facts) {
  if (facts.gpus_per_process > 0) return facts.gpus_per_process * std::max(facts.threads, 1);
  return facts.launch.processes > 0 ? facts.launch.ranks_of_process() : 0;
}

/// Lines of a rank 0. One of the same process is none: somebody pasted it twice.
int count_rank_0(const RunFacts& facts) {
  std::set<std::pair<std::string, int>> processes;
  int count = 0;
  for (const RunDevice& device : facts.devices) {
    if (device.rank != 0 || device.group != facts.devices.front().group) continue;
    const bool is_new = processes.emplace(device.host, device.pid).second;
    if (is_new || device.pid < 0 || facts.equal_sizes > 1) ++count;
  }
  return count;
}

/// NCCL_TESTS_SPLIT makes communicators of a part of the ranks.
bool is_split(const RunFacts& facts) {
  const bool has_groups = std::ranges::any_of(facts.devices, [&](const RunDevice& device) {
    return device.group != facts.devices.front().group;
  });
  return has_groups || std::ranges::any_of(facts.variables, [](const auto& variable) {
           return variable.first.starts_with("NCCL_TESTS_SPLIT");
         });
}

/// By NCCL's lines: hosts that have a rank 0 each.
LoneProcesses lone_hosts(const RunFacts& facts) {
  const auto hosts = hosts_with_rank_0(facts.communicator);
  const int count = static_cast<int>(hosts.size());
  if (count < 2 || is_split(facts)) return {};
  const int each = facts.communicator.front().ranks;
  return {std::max(count, facts.launch.processes), each,
          fmt::format("NCCL shows a rank 0 of {} on each of {} hosts", each, count)};
}

}  // namespace

LoneProcesses lone_processes(const RunFacts& facts) {
  const int shown = shown_ranks(facts);
  const int each = shown > 0 ? shown : ranks_of_process(facts);
  const int listed = count_rank_0(facts);
  const int asked = facts.launch.processes;
  const bool is_of_one_process = each > 0 && each == ranks_of_process(facts);
  const bool is_part = asked > 1 && !is_split(facts) && is_of_one_process && shown > 0 &&
                       facts.launch.ranks() > shown;
  constexpr std::string_view kNoBusbw = "busbw is 0 where algbw is not";
  if (is_part && facts.bandwidth_ranks == 1) return {asked, 1, std::string(kNoBusbw)};
  if (each > 0 && !facts.possible_ranks.has(each)) return {};
  if (listed > 1) {
    return {std::max(listed, asked), each, fmt::format("rank 0 is listed {} times", listed)};
  }
  // Two headings alone may be those of two runs, of which somebody pasted the beginnings.
  const bool has_rows_of_several = facts.equal_sizes > 1;
  if (facts.headings > 1 && has_rows_of_several && (shown == 0 || is_of_one_process)) {
    return {std::max(facts.headings, asked), each,
            fmt::format("the heading of one job stands there {} times", facts.headings)};
  }
  if (auto hosts = lone_hosts(facts); hosts.processes > 1) return hosts;
  if (facts.bandwidth_ranks == 1 && facts.equal_sizes > 1 && shown == 1) {
    return {std::max(facts.equal_sizes, asked), 1, std::string(kNoBusbw)};
  }
  if (is_part) {
    return {asked, each,
            fmt::format("the run has {} of its {} ranks", shown, facts.launch.ranks())};
  }
  return {};
}

namespace {

/// Returns what it was concluded from.
std::string apply_launch(const LaunchLine& launch, Measurement& row) {
  row.ranks = launch.ranks();
  row.nodes = launch.hosts();
  if (row.nodes > 0 && row.ranks % row.nodes == 0) row.gpus_per_node = row.ranks / row.nodes;
  const std::string ranks = core::counted(row.ranks, "rank");
  return row.nodes == 0 ? fmt::format("{}, as the command line asks for", ranks)
                        : fmt::format("{} on {}, as the command line asks for", ranks,
                                      core::counted(row.nodes, "node"));
}

std::string apply_figures(const RunFacts& facts, Measurement& row) {
  row.ranks = ranks_of_figures(facts);
  if (facts.count_ranks > 0) {
    return fmt::format("{}: sizes are {} times those of the counts",
                       core::counted(row.ranks, "rank"), row.ranks);
  }
  return fmt::format("{}: busbw is {:.4g} times algbw", core::counted(row.ranks, "rank"),
                     facts.bandwidth_factor);
}

void apply_one_process(const LoneProcesses& alone, Measurement& row) {
  row.ranks = alone.ranks_each;
  row.nodes = alone.ranks_each > 0 ? 1 : 0;
  row.gpus_per_node = alone.ranks_each;
}

/// Nodes of the command line, for ranks that other lines show.
void add_hosts(const LaunchLine& launch, Measurement& row) {
  const int hosts = launch.hosts();
  if (row.nodes > 0 || hosts == 0 || launch.ranks() != row.ranks) return;
  row.nodes = hosts;
  if (row.ranks % hosts == 0) row.gpus_per_node = row.ranks / hosts;
}

/// A list of devices with fewer ranks than busbw is of: people shorten lists.
std::string apply_short_list(const RunFacts& facts, Measurement& row) {
  const int listed = row.ranks;
  row.ranks = facts.bandwidth_ranks;
  row.nodes = 0;
  row.gpus_per_node = 0;
  return row.ranks == 0
             ? ""
             : fmt::format("{}, as busbw is {:.4g} times algbw; the list of devices has {}",
                           core::counted(row.ranks, "rank"), facts.bandwidth_factor, listed);
}

/// The job by the command or the figures, where no line states it.
std::string apply_conclusions(const RunFacts& facts, Measurement& row) {
  const int asked = facts.launch.ranks();
  const int of_figures = ranks_of_figures(facts);
  const bool agree = facts.possible_ranks.has(asked) && (of_figures == 0 || of_figures == asked);
  if (asked > 0 && agree) return apply_launch(facts.launch, row);
  if (of_figures == 0) return "";
  std::string concluded = apply_figures(facts, row);
  add_hosts(facts.launch, row);
  return concluded;
}

}  // namespace

std::string apply_facts(const RunFacts& facts, Measurement& row) {
  row.possible_ranks = facts.possible_ranks;
  row.nccl_version = facts.nccl_version;
  row.gpus_per_process = facts.gpus_per_process > 0 ? facts.gpus_per_process : facts.launch.gpus;
  row.way.algorithm = facts.way.algorithm;
  row.way.protocol = facts.way.protocol;
  std::string concluded;
  if (!facts.devices.empty()) concluded = apply_devices(facts, row);
  if (const LoneProcesses alone = lone_processes(facts); alone.processes > 1) {
    apply_one_process(alone, row);
    return "";
  }
  if (!facts.devices.empty()) {
    if (row.ranks < facts.possible_ranks.least) return apply_short_list(facts, row);
    join_domain(facts, row);
    return concluded;
  }
  row.ranks = listed_ranks(facts);
  row.nodes = facts.logged_nodes;
  if (row.nodes > 0 && row.ranks % row.nodes == 0) row.gpus_per_node = row.ranks / row.nodes;
  const auto hosts = hosts_of_ranks(facts.communicator);
  if (row.nodes == 0 && !hosts.empty()) apply_hosts(hosts, row);
  return row.ranks > 0 ? "" : apply_conclusions(facts, row);
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

namespace {

/// "sendrecv_perf", or "a test".
std::string name_of_test(const RunFacts& facts) {
  return facts.program.empty() ? "a test" : core::printable(facts.program) + "_perf";
}

RunFault alone_fault(const LoneProcesses& alone, const std::string& where) {
  const std::string job = alone.ranks_each > 0
                              ? "a job of its own of " + core::counted(alone.ranks_each, "rank")
                              : "a job of its own";
  return {
      RunFault::What::RanAlone, where,
      fmt::format(
          "{} processes were started and each ran {} ({}): nothing went from one to the other, so "
          "these times say nothing of the network between them; nccl-tests was built "
          "without MPI=1, or for another MPI than this launcher's",
          alone.processes, job, alone.sign)};
}

RunFault no_row_fault(const RunFacts& facts, const std::string& where) {
  Measurement job;
  apply_facts(facts, job);
  const std::string on = job.nodes > 1   ? fmt::format(" on {} nodes", job.nodes)
                         : job.ranks > 0 ? " with " + core::counted(job.ranks, "rank")
                                         : "";
  const std::string why = facts.failure.empty()
                              ? "it hung or was stopped at its first size, unless the text is cut"
                              : core::in_quotes(facts.failure);
  return {RunFault::What::NoRow, where,
          fmt::format("{} started{} and printed no row: {}", name_of_test(facts), on, why)};
}

/// Whether sizes would have gone on.
bool is_cut(const RunFacts& facts, std::uint64_t last_bytes) {
  if (facts.has_end || facts.step_factor < 2 || last_bytes == 0) return false;
  return last_bytes <= facts.most_bytes / facts.step_factor;
}

}  // namespace

std::vector<RunFault> faults_of(const RunFacts& facts, const std::string& where,
                                std::uint64_t last_bytes) {
  std::vector<RunFault> faults;
  const LoneProcesses alone = lone_processes(facts);
  if (alone.processes > 1) faults.push_back(alone_fault(alone, where));
  if (last_bytes > 0 && facts.has_failed_values) {
    faults.push_back(
        {RunFault::What::Failed, where,
         fmt::format("the results of {} are wrong (\"Out of bounds values\"): whatever "
                     "its times are, look for that first",
                     name_of_test(facts))});
  }
  if (last_bytes == 0) {
    faults.push_back(no_row_fault(facts, where));
  } else if (is_cut(facts, last_bytes)) {
    const std::string why = facts.failure.empty() ? "the run was stopped there, or the text is cut"
                                                  : core::in_quotes(facts.failure);
    faults.push_back(
        {RunFault::What::Cut, where,
         fmt::format("{} ends at {}, before its last size of {}: {}", name_of_test(facts),
                     core::format_size(last_bytes), core::format_size(facts.most_bytes), why)});
  } else if (!facts.failure.empty()) {
    faults.push_back(
        {RunFault::What::Failed, where,
         fmt::format("{} reports {}", name_of_test(facts), core::in_quotes(facts.failure))});
  }
  return faults;
}

}  // namespace treering::tuner::runs
