// Measurements beside what they should be, and what would explain those that are too slow.
//
// How far a run is from a model of it: the mean of |ln(measured / modelled)|, each row weighed by
// how sure its prediction is. Distances, not squares, so that one odd row decides nothing. A cause
// is named when under it the run is clearly nearer, and at least half of the rows that are too slow
// are inside the intervals that it gives them. Where so few rows are slow that it may be chance, a
// cause is named only if it explains next to all of a noticeable difference.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"
#include "tuner/check/checked_row.h"
#include "tuner/check/other_machine.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {

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
  std::vector<LikelyCause> causes;         // the best first
  std::optional<OtherMachine> other;       // why the rows cannot be of this machine
  std::vector<core::Diagnostic> left_out;  // rows of other jobs

  std::size_t count(Place place) const;

  /// So many rows are too slow, or far too slow, that it is not chance (chance.h).
  bool is_slow() const;
  /// Likewise too fast.
  bool is_fast() const;
};

/// Fails when no row is one of the bench's job.
core::Result<Check> check(const CheckedRun& run);

}  // namespace treering::tuner::check
