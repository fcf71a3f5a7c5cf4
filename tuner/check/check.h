// Measurements beside what they should be, and what would explain those that are too slow.
//
// How far a run is from a model of it: the mean of |ln(measured / modelled)|, each row weighed by
// how sure its prediction is. Distances, not squares, so that one odd row decides nothing. A cause
// is named when under it the run is clearly nearer, and at least half of the rows that are too slow
// are inside the intervals that it gives them. None is sought for so few slow rows as may be
// chance.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"
#include "core/units.h"
#include "tuner/check/checked_run.h"

namespace treering::tuner {

enum class Place { Inside, Slow, Fast };  // of a measurement beside the 80 % interval

/// "inside", "slow", "fast".
std::string_view name_of(Place place);

struct CheckedRow {
  Measurement measurement;
  std::string algorithm;  // that the expectation goes by; empty: messages between pairs
  std::string protocol;
  int channels = 0;  // 0: unknown
  core::Duration expected;
  core::Duration low;
  core::Duration high;
  core::Duration measured;
  Place place = Place::Inside;
  std::string most;  // what most of the expected time goes into

  /// Expected by measured time: 0.5 is half the speed that it should be.
  double share() const { return expected / measured; }
};

struct LikelyCause {
  std::string cause;
  std::string what;
  std::string look_at;
  double factor = 1;          // typical, between measured and modelled times, if it were so
  std::size_t explained = 0;  // of the rows that are too slow
};

struct Check {
  std::vector<CheckedRow> rows;
  double factor = 1;                       // typical, between measured and expected times
  std::vector<LikelyCause> causes;         // the best first; empty unless is_slow()
  std::vector<core::Diagnostic> left_out;  // rows of other jobs

  std::size_t count(Place place) const;

  /// More than a sixth of the rows are too slow; of a good run, a tenth is beyond either end of an
  /// 80 % interval.
  bool is_slow() const { return 6 * count(Place::Slow) > rows.size(); }
};

/// Fails when no row is one of the bench's job.
core::Result<Check> check(const CheckedRun& run);

}  // namespace treering::tuner
