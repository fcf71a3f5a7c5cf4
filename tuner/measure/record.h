// One result of a measurement: a line of a file (treering.measurement/1).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/messages.h"
#include "tuner/measure/sweep.h"
#include "tuner/measure/witness.h"

namespace treering::tuner::measure {

inline constexpr std::string_view kSchema = "treering.measurement/1";

struct Record {
  std::string runner;
  Trial trial;
  int ranks = 0;
  int nodes = 0;
  /// When the workers started, UTC to the millisecond: equal for the results of one start.
  std::string start;
  /// 16 hex digits by chance, likewise equal: two starts may be in one millisecond. Empty: written
  /// by an earlier version.
  std::string start_id;
  bool confirms = false;  // a choice of `treering tune`, which was made from other results
  Used used;
  std::vector<double> samples_us;  // in time order
  std::vector<double> spread_us;   // by sample, between the first start and the last; may be empty
  /// That a sample may be off, because the ranks' clocks are; 0 where they share one.
  double clock_error_us = 0;
  int late = 0;                      // calls that are no sample: their ranks started too far apart
  std::optional<double> average_us;  // nccl-tests' time: calls in one go, mean of the ranks
  // Of this launch; nothing without samples. The interval at 95 %, or at what so few can say, which
  // is its coverage.
  std::optional<double> median_us;
  std::optional<double> low_us;
  std::optional<double> high_us;
  std::optional<double> coverage;
  bool is_converged = false;
  std::optional<std::uint64_t> wrong;  // elements
  std::string error;                   // why there is no result; empty: there is one
  bool has_lost_workers = false;       // then: because these ended or hung; no answer of theirs
  /// start_key() of an earlier result of the same trial, which failed and no longer counts. Empty:
  /// this is the first try.
  std::string retries;
  /// Printed results alone: the sweep was stopped before all was measured. A file of results, which
  /// may go on, does not say so.
  bool is_of_stopped = false;
  std::map<std::string, std::string> environment;

  bool operator==(const Record&) const = default;
};

/// Equal for the results of one start of the workers, and for no others. Results of earlier
/// versions have no `start_id`: two of their starts in one millisecond differ by the launch's
/// number alone.
std::string start_key(const Record& record);

/// Those that count: without failed ones that were tried again later.
std::vector<Record> without_retried(std::vector<Record> records);

/// The name in `environment` that marks a result of GPUs that do not exist. It is no measurement.
inline constexpr const char* kEmulatedFact = "emulated";

/// Likewise of a recording that was replayed: the runner that measured it.
inline constexpr const char* kReplayedFact = "replayed";

bool is_emulated(const Record& record);

/// On one line, without its end.
std::string line_of(const Record& record);

core::Result<Record> parse_record(std::string_view line, const std::string& where);

}  // namespace treering::tuner::measure
