// Runs real collectives on this machine, and says what they took.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/setup/calls.h"
#include "core/result.h"
#include "tuner/measure/conductor.h"
#include "tuner/measure/summary.h"

namespace treering::app::measuring {

/// Whether the calls of a runner are NCCL's, or those of a library on CPUs.
setup::Carrier carrier_of(const std::string& runner);

struct MeasureRequest {
  std::string runner = "mpi";  // a name of tuner/runners
  int ranks = 2;               // where we start them
  std::string shaped;  // Gbit/s of the ranks' links, "0.1,2=0.02"; empty: this machine as it is
  std::string bind = "auto";  // which cores ranks get: auto, spread, compact, numa, none
  std::optional<std::string> measurements;  // the file that `replay` answers from
  // Which calls: what is left empty is all that a recording has, and of ranks that run, the usual.
  std::vector<core::Collective> collectives;  // usually all_reduce
  setup::SizesRequest sizes;                  // usually 8 bytes to 4 MiB
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  /// Forced one after the other; "default" is the library's own choice, and what is usual.
  std::vector<std::string> algorithms;
  /// Instead of to the next rank, sendrecv goes from each rank to each other one, alone.
  bool is_by_pairs = false;
  /// Likewise; for libraries that have them, which is NCCL alone. 0: its own choice.
  std::vector<std::string> protocols;
  std::vector<int> channels;
  bool is_in_place = false;
  bool is_cold = false;
  tuner::measure::Rules rules;
  std::uint64_t seed = 1;
  std::string treering;         // its version, for the records
  std::string output;           // results are appended to it; empty: they are only shown
  bool is_resumed = false;      // skips what `output` holds of the same run
  bool retries_failed = false;  // then: but for all that failed, whatever the reason
  std::function<void(const tuner::measure::Progress&)> observe;
  std::stop_token stop;
};

struct MeasureReport {
  std::string runner;
  /// Earlier ones of the same run, which were skipped, and new ones.
  std::vector<tuner::measure::Record> records;
  std::size_t skipped = 0;       // of them, found in the file
  std::size_t others = 0;        // results in the file of other runs, which do not count
  std::set<std::string> unlike;  // in what these were measured otherwise: "seed", "bind"
  bool is_stopped = false;       // before all was measured
  std::size_t open = 0;          // trials that were not measured then
  std::vector<tuner::measure::Summary> rows;
  std::vector<std::string> notes;

  /// Whether nothing has a result: all that was tried failed.
  [[nodiscard]] bool has_failed() const;

  /// Whether the GPUs were emulated: the results are no measurements.
  [[nodiscard]] bool is_emulated() const;
};

/// Where a name among the algorithms is "all", every one that the library can be forced to, and its
/// own choice.
core::Result<MeasureReport> answer(const MeasureRequest& request);

/// As in a file of results, a line each; where the sweep was stopped each line says so.
std::string measurement_lines(const MeasureReport& report);

/// As the CSV that questions about measurements read; where the sweep was stopped each row has a
/// note. Fails where the results are none.
core::Result<std::string> measurement_csv(const MeasureReport& report);

/// Fails where a recording is given to a runner that measures.
core::Result<void> check_recording(const MeasureRequest& request);

/// Becomes a rank, where a launcher started this process as another one than 0; else does nothing.
/// Returns from a rank only where it cannot be started.
core::Result<void> become_rank(const MeasureRequest& request);

}  // namespace treering::app::measuring
