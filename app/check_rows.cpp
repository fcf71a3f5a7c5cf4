#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/check.h"
#include "app/check_job.h"
#include "app/measurements/rows.h"
#include "core/text/quote.h"
#include "core/units.h"

namespace treering::app {
namespace {

// The rows of a check: those that are wanted, of runs that went over wires.

using tuner::Measurement;

/// "40 rows of all_gather, sendrecv are left out by --collective".
core::Diagnostic left_out_note(const std::vector<Measurement>& rows) {
  std::vector<std::string_view> names;
  for (const core::Collective one : measurements::collectives_of(rows)) {
    names.push_back(core::name_of(one));
  }
  return {core::Severity::Note, "measurements",
          fmt::format("{} of {} {} left out by ⟨collective⟩", core::counted(rows.size(), "row"),
                      fmt::join(names, ", "), rows.size() == 1 ? "is" : "are")};
}

/// With the inputs that leave rows out, as far as they are given.
std::string no_row_text(const measurements::Wanted& wanted) {
  std::vector<std::string_view> inputs;
  if (wanted.id) inputs.emplace_back("⟨id⟩");
  if (!wanted.collectives.empty()) inputs.emplace_back("⟨collective⟩");
  return inputs.empty() ? "no row" : fmt::format("no row fits {}", fmt::join(inputs, " and "));
}

/// Keeps the rows that are wanted; of those that another collective leaves out a note says so.
void keep(const measurements::Wanted& wanted, tuner::MeasurementSet& set) {
  auto& rows = set.rows;
  std::erase_if(rows, [&](const Measurement& row) { return row.id != wanted.id.value_or(row.id); });
  const auto unwanted = std::stable_partition(
      rows.begin(), rows.end(), [&](const Measurement& row) { return wanted.has(row); });
  const std::vector<Measurement> left_out(std::make_move_iterator(unwanted),
                                          std::make_move_iterator(rows.end()));
  rows.erase(unwanted, rows.end());
  // First, for only the first notes are shown.
  if (!left_out.empty()) set.notes.insert(set.notes.begin(), left_out_note(left_out));
}

}  // namespace

core::Error error_of_lone(const tuner::RunFault& alone) {
  return {core::Category::BadInput, alone.where, alone.text, "expected one job of all processes",
          "build nccl-tests with MPI=1 and start it with the mpirun of that MPI"};
}

namespace {

/// Fails where all rows are of processes that ran alone with one rank: nothing went over a wire.
core::Result<void> expect_wires(const tuner::MeasurementSet& set) {
  const tuner::RunFault* const alone = fault_of(set, tuner::RunFault::What::RanAlone);
  const bool has_wires =
      std::ranges::any_of(set.rows, [](const Measurement& row) { return row.ranks != 1; });
  if (has_wires) return {};
  if (alone == nullptr) {
    return core::bad_input(
        core::printable(set.rows.front().file),
        "the test ran alone: one rank, which copies inside its own GPU and sends nothing",
        "expected a run of two ranks or more",
        "start nccl-tests with -g 2 or more, or with mpirun -np 2 or more; of one rank busbw means "
        "nothing");
  }
  return core::fail(error_of_lone(*alone));
}

}  // namespace

core::Result<WantedRuns> wanted_runs(const CheckRequest& request, const hw::io::Files& files) {
  const tuner::runs::ImportHints hints{.id = {},
                                       .collective = request.wanted.unnamed,
                                       .nodes = request.job.nodes.value_or(0),
                                       .open = tuner::runs::ImportHints::Open::First};
  auto runs = measurements::read_runs(request.files, hints, files);
  if (!runs) return core::fail(runs.error());
  auto set = measurements::gpu_rows_of(*runs);
  if (!set) return core::fail(set.error());
  keep(request.wanted, *set);
  if (set->rows.empty()) {
    return core::bad_input(core::printable(request.files.front()), no_row_text(request.wanted), "",
                           "treering import shows what the file holds");
  }
  if (const auto alone = expect_wires(*set); !alone) return core::fail(alone.error());
  return WantedRuns{*std::move(runs), *std::move(set)};
}

std::string logged_machine(const tuner::Measurement& row) {
  std::vector<std::string> parts;
  if (row.nodes > 0) parts.push_back(core::counted(row.nodes, "node"));
  if (row.gpus_per_node > 0) parts.push_back(core::counted(row.gpus_per_node, "GPU") + " per node");
  if (row.ranks > 0) parts.push_back(core::counted(row.ranks, "rank"));
  if (row.gpus_per_process > 0) {
    parts.push_back(core::counted(row.gpus_per_process, "GPU") + " per process");
  }
  if (!row.gpu.empty()) parts.push_back(row.gpu);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace treering::app
