// Collects rows from a reader into a MeasurementSet: checks them and notes what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/measurement.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {

/// The figures of one of a row's two placements.
struct PlacementFigures {
  std::optional<Figure> time_us;
  std::optional<Figure> algbw_gb_per_s;
  std::optional<Figure> busbw_gb_per_s;
  bool operator==(const PlacementFigures&) const = default;
};

/// What a row of nccl-tests shows of its collective, where no line names it.
struct RowSigns {
  enum class Op : std::uint8_t {
    NoColumn,  // up to 2.12 collectives without a reduction have none
    None,      // "none"
    Reduction  // "sum"
  };
  Op op = Op::NoColumn;
  std::optional<int> root;  // -1: none; nothing: no such column
  std::uint64_t count = 0;  // of elements; 0: not printed
  // Whether errors of the placement were counted, and were none; nothing where there is no figure.
  std::optional<bool> is_right_out_of_place;
  std::optional<bool> is_right_in_place;
};

/// A row as in its file.
struct ParsedRow {
  Measurement row;    // without times
  std::string where;  // "FILE:LINE"
  PlacementFigures out_of_place;
  PlacementFigures in_place;
  std::string problem;  // why it cannot be a row; empty when it can
  std::string doubt;    // for a note
  RowSigns signs = {};  // of text of nccl-tests
};

// Far above any sweep; with the limit on files (hw/io/files.h) they keep memory for hostile files
// below 250 MB.
inline constexpr std::size_t kMaxMeasurements = 100'000;
inline constexpr std::size_t kMaxRemarks = 20'000;

class RowCollector {
 public:
  /// Takes or rejects the row: sizes and times must be above 0. A row without a time gets one from
  /// its bandwidth. Notes bandwidths that contradict size and time by more than 3 % plus rounding,
  /// and wrong results. Ranks, nodes and GPUs that contradict each other count as unknown, so that
  /// each row can be written as CSV and read again.
  void add(ParsedRow parsed);
  void reject(std::string where, std::string text);
  void note(std::string where, std::string text);
  void fault(RunFault fault);
  /// NCCL's variables of a run with rows: those that differ between runs are those of none.
  void variables(const std::map<std::string, std::string>& of_run);
  /// The same of a run of a text that may have several.
  void settings(RunSettings of_run);
  /// A fact that was concluded.
  void deduced(std::string where, std::string text);
  /// Those of which a run may be that counts as the first of them.
  void open(const std::vector<core::Collective>& collectives);
  /// Only the first such note is kept.
  void note_once(std::string where, std::string text);

  /// Whether this is too much for one file, so that further reading is useless.
  bool is_full() const;

  /// Fails when there was too much for one file. `file` names it.
  core::Result<MeasurementSet> finish(const std::string& file) &&;

 private:
  void note_contradictions(const ParsedRow& parsed);

  MeasurementSet set_;
  std::set<std::string, std::less<>> said_;
  bool has_run_ = false;
};

}  // namespace treering::tuner::runs
