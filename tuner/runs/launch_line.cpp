#include "tuner/runs/launch_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

using LaunchWords = std::vector<std::string_view>;

/// A command line has more words than a line of a log.
LaunchWords launch_words(std::string_view line) {
  constexpr std::size_t kMost = 1024;
  LaunchWords all;
  while (!line.empty() && all.size() < kMost) {
    const auto some = words_of(line);
    if (some.empty()) break;
    all.insert(all.end(), some.begin(), some.end());
    line.remove_prefix(
        static_cast<std::size_t>(some.back().data() + some.back().size() - line.data()));
  }
  std::erase(all, std::string_view("\\"));
  return all;
}

enum class Launcher { None, Mpirun, Srun };

/// The program that a word names, without its folders.
std::string_view base_name(std::string_view word) {
  const std::size_t slash = word.rfind('/');
  return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

Launcher launcher_of(std::string_view word) {
  constexpr std::array<std::string_view, 5> kMpi{"mpirun", "mpiexec", "orterun", "prun",
                                                 "mpiexec.hydra"};
  const std::string_view name = base_name(word);
  if (name == "srun") return Launcher::Srun;
  return std::ranges::find(kMpi, name) == kMpi.end() ? Launcher::None : Launcher::Mpirun;
}

/// The number that an option has: "-np 16", "--ntasks=16", "-N2". Nothing where `word` is another.
std::optional<int> option_number(const LaunchWords& words, std::size_t at, std::string_view name) {
  const std::string_view word = words[at];
  if (word == name) return at + 1 < words.size() ? small_number(words[at + 1]) : std::nullopt;
  if (!word.starts_with(name)) return {};
  std::string_view rest = word.substr(name.size());
  const bool is_long = name.starts_with("--");
  if (is_long && !rest.starts_with('=')) return {};
  if (rest.starts_with('=')) rest.remove_prefix(1);
  // "-np16" is no option, and "-n" begins others: only one letter takes a number glued to it.
  return is_long || name.size() == 2 ? small_number(rest) : std::nullopt;
}

struct OptionOf {
  std::string_view name;
  int LaunchLine::*field;
};

// Open MPI 4 and 5 (docs.open-mpi.org, mpirun), MPICH and Intel MPI (-ppn); Slurm (srun). -N is
// processes of a node for the one, nodes for the other.
constexpr std::array kMpirunOptions{OptionOf{"-np", &LaunchLine::processes},
                                    OptionOf{"--np", &LaunchLine::processes},
                                    OptionOf{"-n", &LaunchLine::processes},
                                    OptionOf{"-c", &LaunchLine::processes},
                                    OptionOf{"-N", &LaunchLine::processes_per_node},
                                    OptionOf{"-npernode", &LaunchLine::processes_per_node},
                                    OptionOf{"--npernode", &LaunchLine::processes_per_node},
                                    OptionOf{"-ppn", &LaunchLine::processes_per_node}};
constexpr std::array kSrunOptions{
    OptionOf{"-n", &LaunchLine::processes}, OptionOf{"--ntasks", &LaunchLine::processes},
    OptionOf{"-N", &LaunchLine::nodes}, OptionOf{"--nodes", &LaunchLine::nodes},
    OptionOf{"--ntasks-per-node", &LaunchLine::processes_per_node}};
// nccl-tests, src/common.cu.
constexpr std::array kProgramOptions{
    OptionOf{"-g", &LaunchLine::gpus}, OptionOf{"--ngpus", &LaunchLine::gpus},
    OptionOf{"-t", &LaunchLine::threads}, OptionOf{"--nthreads", &LaunchLine::threads}};

template <std::size_t Count>
void take_option(const LaunchWords& words, std::size_t at,
                 const std::array<OptionOf, Count>& options, LaunchLine& launch) {
  for (const OptionOf& option : options) {
    const auto number = option_number(words, at, option.name);
    if (number && *number > 0) launch.*option.field = *number;
  }
}

/// "1G" of nccl-tests' -b and -e (src/common.cu, parsesize); 0 for what is no size.
std::uint64_t size_in(std::string_view word) {
  const std::size_t end = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto number = whole_number(word.substr(0, end));
  const std::string_view unit = word.substr(end);
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20U;
  if (!number) return 0;
  if (unit.empty()) return *number;
  constexpr std::string_view kUnits = "KMG";
  const std::size_t power = kUnits.find(static_cast<char>(unit[0] & ~0x20));
  if (power == std::string_view::npos || *number > kMost) return 0;
  return *number << (10U * (power + 1));
}

void take_sizes(const LaunchWords& words, std::size_t at, LaunchLine& launch) {
  if (at + 1 >= words.size()) return;
  const std::string_view word = words[at];
  if (word == "-b" || word == "--minbytes") launch.least_bytes = size_in(words[at + 1]);
  if (word == "-e" || word == "--maxbytes") launch.most_bytes = size_in(words[at + 1]);
}

struct HostSlots {
  std::string_view host;
  int slots = 0;
};

/// Those of "-H node1:8,node2:8", in order; one slot where none is said (Open MPI, mpirun).
std::vector<HostSlots> slots_in(std::string_view list) {
  std::vector<HostSlots> all;
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(','));
    const std::size_t colon = std::min(one.rfind(':'), one.size());
    const std::string_view host = one.substr(0, colon);
    const int slots = colon < one.size() ? small_number(one.substr(colon + 1)).value_or(1) : 1;
    const bool is_again = !all.empty() && all.back().host == host;
    if (is_again) all.back().slots += slots;
    if (!is_again) all.push_back({host, slots});
    list.remove_prefix(std::min(one.size() + 1, list.size()));
  }
  return all;
}

/// The slots are filled in order, all of them where no number of processes is given. Hosts that are
/// filled in part say nothing.
void fill_hosts(const std::vector<HostSlots>& all, LaunchLine& launch) {
  int filled = 0;
  int hosts = 0;
  for (const HostSlots& one : all) {
    if (launch.processes > 0 && filled >= launch.processes) break;
    filled += one.slots;
    ++hosts;
  }
  if (launch.processes == 0) launch.processes = filled;
  if (launch.nodes == 0 && launch.processes_per_node == 0 && filled == launch.processes) {
    launch.nodes = hosts;
  }
}

bool names_hosts(std::string_view word) {
  return word == "-H" || word == "-host" || word == "--host";
}

/// "ppr:8:node" of --map-by.
void take_mapping(std::string_view word, LaunchLine& launch) {
  constexpr std::string_view kMark = "ppr:";
  const std::size_t at = word.find(kMark);
  if (at == std::string_view::npos) return;
  word.remove_prefix(at + kMark.size());
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || !word.substr(colon + 1).starts_with("node")) return;
  launch.processes_per_node = small_number(word.substr(0, colon)).value_or(0);
}

/// The word that names the program which the line runs; the number of words where there is none.
/// "nvcc -o build/all_reduce_perf" makes it, and a sentence names it.
std::size_t program_at(const LaunchWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (program_in(words[i]).empty()) continue;
    const bool is_built = i > 0 && (words[i - 1] == "-o" || words[i - 1] == ">");
    const bool is_run = i + 1 == words.size() || words[i + 1].starts_with('-');
    if (!is_built && is_run) return i;
  }
  return words.size();
}

/// The processes that nodes and those of each come to.
void complete(Launcher launcher, LaunchLine& launch) {
  // One rank alone sends nothing: it was started by a launcher that the line does not show.
  if (launcher == Launcher::None && launch.ranks_of_process() > 1) {
    launch.processes = 1;
    launch.nodes = 1;
  } else if (launcher == Launcher::Srun && launch.processes == 0 && launch.nodes > 0) {
    // One task of each node where nothing else is said (slurm.schedmd.com/srun.html, -n).
    launch.processes = launch.nodes * std::max(launch.processes_per_node, 1);
  }
}

}  // namespace

void take_assignment(std::string_view word, NcclVariables& variables) {
  constexpr std::string_view kQuotes = "'\"";
  const std::size_t name = word.find("NCCL_");
  const std::size_t end = word.find('=', std::min(name, word.size()));
  if (name == std::string_view::npos || end == std::string_view::npos) return;
  const bool begins =
      name == 0 || std::string_view("'\",").find(word[name - 1]) != std::string_view::npos;
  std::string_view value = word.substr(end + 1);
  const std::size_t first = value.find_first_not_of(kQuotes);
  if (!begins || first == std::string_view::npos) return;
  // A semicolon ends a command of the shell, a colon a title.
  const std::size_t last = value.find_last_not_of("'\";:`");
  if (last == std::string_view::npos || last < first) return;
  value = value.substr(first, last - first + 1);
  const std::string variable(word.substr(name, end - name));
  std::erase_if(variables, [&](const auto& one) { return one.first == variable; });
  variables.emplace_back(variable, std::string(value));
}

int LaunchLine::ranks_of_process() const {
  return std::max(gpus, 1) * std::max(threads, 1);
}

int LaunchLine::ranks() const {
  return processes * ranks_of_process();
}

int LaunchLine::hosts() const {
  if (nodes > 0) return nodes;
  if (processes_per_node > 0 && processes % processes_per_node == 0) {
    return processes / processes_per_node;
  }
  return 0;
}

bool read_launch_line(std::string_view line, LaunchLine& launch) {
  if (line.find("_perf") == std::string_view::npos) return false;
  const LaunchWords words = launch_words(line);
  const std::size_t program = program_at(words);
  if (program == words.size()) return false;
  launch = {};
  launch.program = program_in(words[program]);
  Launcher launcher = Launcher::None;
  std::vector<HostSlots> slots;
  for (std::size_t i = 0; i < program; ++i) {
    if (launcher_of(words[i]) != Launcher::None) launcher = launcher_of(words[i]);
    if (launcher == Launcher::Mpirun) take_option(words, i, kMpirunOptions, launch);
    if (launcher == Launcher::Srun) take_option(words, i, kSrunOptions, launch);
    if (launcher == Launcher::Mpirun) take_mapping(words[i], launch);
    take_assignment(words[i], launch.variables);
    const bool has_hosts = launcher == Launcher::Mpirun && names_hosts(words[i]);
    if (has_hosts && i + 1 < program) slots = slots_in(words[i + 1]);
  }
  for (std::size_t i = program + 1; i < words.size(); ++i) {
    take_option(words, i, kProgramOptions, launch);
    take_sizes(words, i, launch);
  }
  if (!slots.empty()) fill_hosts(slots, launch);
  complete(launcher, launch);
  return true;
}

}  // namespace treering::tuner::runs
