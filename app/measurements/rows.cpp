#include "app/measurements/rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measurements/texts_of_rows.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/names.h"
#include "core/topology/part.h"
#include "core/units.h"
#include "hw/formats/as_written.h"
#include "sim/job/port_variables.h"
#include "sim/job/variables.h"
#include "sim/nccl/system/adapters.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::measurements {

namespace {

core::Result<tuner::runs::RunFile> read_file(const std::string& file,
                                             const tuner::runs::ImportHints& hints,
                                             const hw::io::Files& source) {
  auto text = source.read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  return tuner::runs::read_run_file(
      {hw::io::shown_path(file), hw::formats::as_written(*std::move(text))}, hints);
}

}  // namespace

core::Result<tuner::runs::Runs> read_runs(const std::vector<std::string>& files,
                                          const tuner::runs::ImportHints& hints,
                                          const hw::io::Files& source) {
  tuner::runs::Runs all;
  for (const std::string& file : files) {
    auto runs = read_file(file, hints, source);
    if (!runs) return core::fail(runs.error());
    all.push_back(*std::move(runs));
  }
  return all;
}

core::Result<tuner::MeasurementSet> gpu_rows_of(const tuner::runs::Runs& runs) {
  auto set = tuner::runs::rows_of(runs);
  if (!set) return set;
  for (const tuner::Measurement& row : set->rows) {
    if (row.way.library.empty()) continue;
    return core::bad_input(
        row.file, "runs of " + row.way.library + " on CPUs", "expected runs of NCCL on GPUs",
        "treering calibrate hosts, validate hosts and check --topology hosts take them; tune "
        "--runner replay --measurements FILE --report PAGE makes a page of them, measure --compare "
        "lays two beside each other");
  }
  return set;
}

bool Wanted::has(const tuner::Measurement& row) const {
  return row.id == id.value_or(row.id) &&
         (collectives.empty() ||
          std::ranges::find(collectives, row.collective) != collectives.end());
}

namespace {

using tuner::Measurement;

/// The number on which all rows agree; 0 where they differ or lack it.
int common(const std::vector<Measurement>& rows, int Measurement::*field) {
  const int first = rows.front().*field;
  const bool is_common =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.*field == first; });
  return is_common ? first : 0;
}

/// The NCCL that all rows name; empty where they differ or name none.
std::string common_version(const std::vector<Measurement>& rows) {
  const std::string& first = rows.front().nccl_version;
  const bool is_common =
      std::ranges::all_of(rows, [&](const Measurement& row) { return row.nccl_version == first; });
  return is_common && sim::nccl::versions::find_version(first) != nullptr ? first : "";
}

}  // namespace

namespace {

/// What all rows say of the job.
setup::JobRequest as_rows_say(setup::JobRequest job, const std::vector<Measurement>& rows) {
  const int nodes = common(rows, &Measurement::nodes);
  if (!job.nodes && nodes > 0) job.nodes = nodes;
  const int gpus = common(rows, &Measurement::gpus_per_node);
  if (!job.devices && !job.gpus_per_node && gpus > 0) job.gpus_per_node = gpus;
  const int per_process = common(rows, &Measurement::gpus_per_process);
  if (!job.gpus_per_process && per_process > 1 && per_process <= gpus) {
    job.gpus_per_process = per_process;
  }
  std::string version = common_version(rows);
  if (!job.nccl && !version.empty()) job.nccl = std::move(version);
  return job;
}

/// The GPUs of a node that the job has: those that are asked for, else all.
int gpus_of_node(const setup::JobRequest& job, const core::Topology& node) {
  if (job.devices) return static_cast<int>(job.devices->size());
  return job.gpus_per_node.value_or(node.gpu_count());
}

/// The multiple of a node's GPUs that is possible; 0 for none and for several.
int only_multiple(int gpus, const tuner::RankRange& possible) {
  const int first = (std::max(possible.least, 1) + gpus - 1) / gpus * gpus;
  const bool is_only = possible.is_known() && possible.has(first) && possible.most - first < gpus;
  return is_only ? first : 0;
}

/// Ranks alone: as many nodes as they fill, else a part of one.
void fill_nodes(int ranks, const core::Topology& node, CompletedJob& completed) {
  setup::JobRequest& job = completed.job;
  const int gpus = gpus_of_node(job, node);
  const bool is_part = ranks < gpus && !job.devices && !job.gpus_per_node;
  if (is_part) job.gpus_per_node = ranks;
  if (!is_part && ranks % gpus != 0) return;
  job.nodes = is_part ? 1 : ranks / gpus;
  completed.notes.push_back(
      fmt::format("deduced: {} on {}, as {}; if they were on more, say so with ⟨nodes⟩",
                  core::counted(ranks, "rank"), core::counted(*job.nodes, "node"),
                  is_part ? std::string("fewer than its GPUs")
                          : fmt::format("{} has {}", node.name(), core::counted(gpus, "GPU"))));
}

/// The fewest racks with so many trays that hosts fill alike.
int racks_for(int hosts, int trays) {
  int racks = (hosts + trays - 1) / trays;
  while (hosts % racks != 0) ++racks;
  return racks;
}

/// The hosts of rows that racks have as trays: NCCL takes those of one rack for one node.
void join_trays(const Measurement& row, const core::Topology& node, CompletedJob& completed) {
  const int trays = core::host_count(node);
  const int gpus = node.gpu_count() / trays;
  if (row.gpus_per_node > gpus) return;
  const int racks = racks_for(row.nodes, trays);
  const std::vector<int> numbers = core::sorted_gpu_numbers(node);
  std::vector<int> devices;
  for (int tray = 0; tray < row.nodes / racks; ++tray) {
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(tray) * gpus;
    devices.insert(devices.end(), first, first + row.gpus_per_node);
  }
  completed.job.nodes = racks;
  completed.job.gpus_per_node.reset();
  completed.job.devices = std::move(devices);
  if (racks > 1) {
    completed.notes.push_back(fmt::format(
        "deduced: the {} hosts are trays of {} racks {}, each one node to NCCL; if they are of "
        "another number, say so with ⟨nodes⟩",
        row.nodes, racks, node.name()));
    return;
  }
  completed.notes.push_back(
      fmt::format("deduced: the {} hosts are trays of one {}, which NVLink joins, so NCCL counts "
                  "one node; if they are of as many racks, say so with ⟨nodes⟩ {}",
                  row.nodes, node.name(), row.nodes));
}

std::string unknown_ranks_note() {
  return "the text does not say how many ranks ran: one whole node is taken; if it was another "
         "job, give it with ⟨nodes⟩ and ⟨gpus-per-node⟩";
}

}  // namespace

CompletedJob completed(setup::JobRequest asked, const std::vector<Measurement>& rows,
                       const setup::NamedMachine& machine) {
  const bool is_open = !asked.nodes && !asked.topology.empty();
  const bool names_gpus = asked.devices || asked.gpus_per_node;
  CompletedJob completed{as_rows_say(std::move(asked), rows), {}};
  if (!is_open) return completed;
  int ranks = common_ranks(rows);
  const int nodes = common(rows, &Measurement::nodes);
  const bool may_be_trays =
      nodes > 1 && !names_gpus && common(rows, &Measurement::gpus_per_node) > 0;
  const auto possible = possible_ranks(rows);
  const bool is_unknown = nodes == 0 && ranks == 0 && !possible.is_known();
  if (nodes > 0 && !may_be_trays) return completed;
  const auto* const loaded = machine.shown();
  if (loaded == nullptr || loaded->cluster.node_count > 1) return completed;
  const core::Topology& node = loaded->cluster.node;
  if (node.gpu_count() == 0) return completed;
  if (is_unknown) {
    if (!names_gpus) completed.notes.push_back(unknown_ranks_note());
    return completed;
  }
  if (ranks == 0) ranks = only_multiple(gpus_of_node(completed.job, node), possible);
  if (nodes == 0) {
    if (ranks > 0) fill_nodes(ranks, node, completed);
  } else if (core::host_count(node) > 1) {
    join_trays(rows.front(), node, completed);
  }
  return completed;
}

namespace {

/// Whether the job of a question may have it: NCCL takes the value, and times go by it.
bool is_followed(const std::string& name, const std::string& value, const core::Topology& node) {
  if (sim::job::find_variable(name) == nullptr) return false;
  if (name == "NCCL_IB_HCA") {
    const auto list = sim::job::read_adapter_list(value);
    return sim::nccl::system::unknown_names(node, list).empty() &&
           !sim::nccl::system::used_ports(node, list).empty();
  }
  const std::array given{sim::job::Assignment{name, value, sim::job::Origin::Option}};
  const auto read = sim::job::read_environment(given);
  return read && !read->followed.empty();
}

/// How many adapters the list names, where one of them is named as none of the machine's is: a
/// machine of the same kind may count them otherwise. 0 where all are its own, where the list
/// excludes some or has beginnings of names, and where it has no fewer than the machine.
int adapters_by_other_names(const std::string& value, const core::Topology& node) {
  const auto list = sim::job::read_adapter_list(value);
  bool is_other = false;
  for (const sim::job::NetName& one : list.names) {
    const bool is_whole =
        one.name.find('_') != std::string::npos && core::is_digit(one.name.back());
    if (!is_whole) return 0;
    const sim::job::AdapterList alone{false, true, {one}};
    is_other = is_other || sim::nccl::system::used_ports(node, alone).empty();
  }
  const auto count = static_cast<int>(list.names.size());
  const bool is_fewer = count > 0 && count < sim::nccl::system::least_ports(node);
  return is_other && is_fewer && !list.is_excluding ? count : 0;
}

/// Whether the rows are of several nodes of that machine.
bool are_of_nodes(const setup::JobRequest& job, const std::vector<Measurement>& rows,
                  const core::Topology& node) {
  int nodes = job.nodes.value_or(0);
  for (const Measurement& row : rows) nodes = std::max(nodes, row.nodes);
  return nodes > 1 || common_ranks(rows) > node.gpu_count();
}

/// "not read by NCCL 2.18.3; in NCCL up to 2.4 it listed the rings by hand".
std::string meaning_of_removed(const sim::job::OtherVariable& variable, std::string_view nccl) {
  const auto number = [](std::string_view version) {
    const std::size_t dot = version.find('.');
    const std::size_t end = std::min(version.find('.', dot + 1), version.size());
    if (dot == std::string_view::npos) return std::pair(0, 0);
    return std::pair(core::whole_number<int>(version.substr(0, dot)).value_or(0),
                     core::whole_number<int>(version.substr(dot + 1, end - dot - 1)).value_or(0));
  };
  const bool is_read = !nccl.empty() && number(nccl) <= number(variable.last);
  if (is_read) {
    return fmt::format("in NCCL up to {} it {}; that is not modelled", variable.last, variable.did);
  }
  return fmt::format("not read{}; in NCCL up to {} it {}",
                     nccl.empty() ? fmt::format(" by NCCL after {}", variable.last)
                                  : fmt::format(" by NCCL {}", core::printable(nccl)),
                     variable.last, variable.did);
}

/// What a variable that is not followed is; empty where it changes no time.
std::string note_on(const std::string& name, const std::string& value, std::string_view nccl) {
  using sim::job::NotFollowed;
  const auto other = sim::job::find_other_variable(name);
  if (!other || other->why == NotFollowed::NoEffect || other->why == NotFollowed::Hardware) {
    return "";
  }
  return fmt::format("{}={}, as the text of the run sets it: {}", name, core::printable(value),
                     other->why == NotFollowed::Removed
                         ? meaning_of_removed(*other, nccl)
                         : std::string(sim::job::meaning_of(other->why)));
}

/// On NCCL_ALGO and NCCL_PROTO of the text, whose choice the rows have.
std::vector<std::string> notes_on_forced(const tuner::MeasurementSet& set) {
  std::vector<std::string> notes;
  for (const auto& [name, value] : set.variables) {
    const bool is_algorithm = name == "NCCL_ALGO";
    if (!is_algorithm && name != "NCCL_PROTO") continue;
    const bool is_forced = std::ranges::any_of(set.rows, [&](const Measurement& row) {
      return !(is_algorithm ? row.way.algorithm : row.way.protocol).empty();
    });
    if (!is_forced) continue;
    notes.push_back(
        fmt::format("deduced: {}={}, as the text of the run sets it, which forced its rows", name,
                    core::printable(value)));
  }
  return notes;
}

}  // namespace

JobWithVariables with_variables_of(const tuner::MeasurementSet& set, setup::JobRequest job,
                                   const setup::NamedMachine& machine) {
  if (set.variables.empty() || job.topology.empty()) return {std::move(job), ""};
  const auto* const loaded = machine.shown();
  if (loaded == nullptr) return {std::move(job), ""};
  std::vector<std::string> not_followed = notes_on_forced(set);
  const std::string nccl = set.rows.empty() ? "" : set.rows.front().nccl_version;
  std::vector<std::string>& env = job.variables.env;
  const std::vector<std::string> given = env;
  for (const auto& [name, value] : set.variables) {
    if (name == "NCCL_ALGO" || name == "NCCL_PROTO") continue;
    const bool is_given = std::ranges::any_of(
        given, [&](const std::string& one) { return one.starts_with(name + "="); });
    if (is_given) continue;
    const core::Topology& node = loaded->cluster.node;
    const bool has_list =
        name == "NCCL_IB_HCA" && !job.adapters.nics && are_of_nodes(job, set.rows, node);
    if (const int count = has_list ? adapters_by_other_names(value, node) : 0; count > 0) {
      job.adapters.nics = fmt::format("{}", count);
      not_followed.push_back(fmt::format(
          "deduced: {} of a node, as many as NCCL_IB_HCA={} of the text names; {} names its own "
          "otherwise",
          core::counted(count, "adapter"), core::printable(value), node.name()));
      continue;
    }
    if (is_followed(name, value, loaded->cluster.node)) {
      env.push_back(fmt::format("{}={}", name, value));
    } else if (std::string note = note_on(name, value, nccl); !note.empty()) {
      not_followed.push_back(std::move(note));
    }
  }
  if (env.size() == given.size()) return {std::move(job), "", std::move(not_followed)};
  const auto first = env.begin() + static_cast<std::ptrdiff_t>(given.size());
  std::string note =
      fmt::format("deduced: {}, as the text of the run sets it",
                  core::printable(fmt::format("{}", fmt::join(first, env.end(), " "))));
  return {std::move(job), std::move(note), std::move(not_followed)};
}

std::vector<std::string> texts_on_runs(const tuner::MeasurementSet& set) {
  std::vector<core::Diagnostic> all = tuner::as_diagnostics(set.faults);
  for (core::Diagnostic one : set.deduced) {
    one.text = "deduced: " + one.text;
    all.push_back(std::move(one));
  }
  return setup::texts_of(all);
}

core::Result<setup::Setup> set_up(const setup::JobRequest& asked,
                                  const std::vector<Measurement>& rows,
                                  const setup::NamedMachine& machine) {
  CompletedJob whole = completed(asked, rows, machine);
  const setup::JobRequest& job = whole.job;
  auto found = setup::set_up(job, machine);
  if (found) found->notes.insert(found->notes.begin(), whole.notes.begin(), whole.notes.end());
  const bool is_of_rows = job.gpus_per_node != asked.gpus_per_node;
  if (found || !is_of_rows || found.error().where != core::field("gpus-per-node")) {
    return found;
  }
  return core::bad_input(
      rows.front().file,
      fmt::format("rows of {} on each node", core::counted(*job.gpus_per_node, "GPU")),
      found.error().expected, "choose the topology on which they were measured");
}

std::vector<core::Collective> collectives_of(const std::vector<Measurement>& rows) {
  std::vector<core::Collective> collectives;
  for (const core::Collective one : core::all_collectives()) {
    const bool is_there = std::ranges::find(rows, one, &Measurement::collective) != rows.end();
    if (is_there) collectives.push_back(one);
  }
  return collectives;
}

}  // namespace treering::app::measurements
