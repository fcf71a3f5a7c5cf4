// Runs real collectives on this machine, and says what they took.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/setup/calls.h"
#include "core/result.h"
#include "tuner/measure/conductor.h"
#include "tuner/measure/summary.h"

namespace treering::app::measuring {

struct MeasureRequest {
  std::string runner = "mpi";
  int ranks = 2;       // where we start them
  std::string shaped;  // Gbit/s of the ranks' links, "0.1,2=0.02"; empty: this machine as it is
  std::string bind = "auto";  // which cores ranks get: auto, spread, compact, numa, none
  std::optional<std::string> measurements;  // the file that `replay` answers from
  std::vector<core::Collective> collectives{core::Collective::AllReduce};
  setup::SizesRequest sizes;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  /// Forced one after the other; "default" is the library's own choice.
  std::vector<std::string> algorithms{"default"};
  /// Instead of to the next rank, sendrecv goes from each rank to each other one, alone.
  bool is_by_pairs = false;
  /// Likewise; for libraries that have them, which is NCCL alone. 0: its own choice.
  std::vector<std::string> protocols{"default"};
  std::vector<int> channels{0};
  bool is_in_place = false;
  bool is_cold = false;
  tuner::measure::Rules rules;
  std::uint64_t seed = 1;
  std::string treering;     // its version, for the records
  std::string output;       // results are appended to it; empty: they are only shown
  bool is_resumed = false;  // skips what `output` holds
  std::function<void(const tuner::measure::Progress&)> observe;
  std::stop_token stop;
};

struct MeasureReport {
  std::string runner;
  std::vector<tuner::measure::Record> records;  // earlier ones that were skipped, and new ones
  std::size_t skipped = 0;                      // of them, found in the file
  bool is_stopped = false;                      // before all was measured
  std::vector<tuner::measure::Summary> rows;
  std::vector<std::string> notes;

  /// Whether the GPUs were emulated: the results are no measurements.
  [[nodiscard]] bool is_emulated() const;
};

/// Where a name among the algorithms is "all", every one that the library can be forced to, and its
/// own choice.
core::Result<MeasureReport> answer(const MeasureRequest& request);

/// As the CSV that questions about measurements read. Fails where the results are none.
core::Result<std::string> measurement_csv(const MeasureReport& report);

/// Becomes a rank, where a launcher started this process as another one than 0; else does nothing.
/// Returns from a rank only where it cannot be started.
core::Result<void> become_rank(const MeasureRequest& request);

}  // namespace treering::app::measuring
