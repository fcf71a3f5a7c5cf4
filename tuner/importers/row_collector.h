// Rows on their way from a reader into a MeasurementSet: checked, and what is wrong with them said.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/importers/figure.h"
#include "tuner/measurement.h"

namespace treering::tuner::importers {

/// What a row says of one of its two placements.
struct PlacementFigures {
  std::optional<Figure> time_us;
  std::optional<Figure> algbw_gb_per_s;
  std::optional<Figure> busbw_gb_per_s;
};

/// A row as its file has it.
struct ParsedRow {
  Measurement row;    // without times
  std::string where;  // "FILE:LINE"
  PlacementFigures out_of_place;
  PlacementFigures in_place;
  std::string problem;  // why it cannot be a row; empty when it can
  std::string doubt;    // for a note
};

// Far above any sweep; with the limit on files (hw/io/files.h) these keep what a hostile one can
// take within 250 MB.
inline constexpr std::size_t kMaxMeasurements = 100'000;
inline constexpr std::size_t kMaxRemarks = 20'000;

class RowCollector {
 public:
  /// Takes the row, or rejects it: sizes and times are above 0. A row without a time gets one from
  /// its bandwidth. Bandwidths that contradict size and time by more than 3 % and what rounding
  /// explains, and wrong results, are noted. Ranks, nodes and GPUs that cannot be together count
  /// as unknown, so that each row can be written as CSV and read again.
  void add(ParsedRow parsed);
  void reject(std::string where, std::string text);
  void note(std::string where, std::string text);
  /// Only the first time that this is said.
  void note_once(std::string where, std::string text);

  /// Too much for one file: reading on is of no use.
  bool is_full() const;

  /// Fails when there was too much. `file` names it.
  core::Result<MeasurementSet> finish(const std::string& file) &&;

 private:
  void note_contradictions(const ParsedRow& parsed);

  MeasurementSet set_;
  std::set<std::string, std::less<>> said_;
};

}  // namespace treering::tuner::importers
