// Measurement: the time of one collective at one size on a real machine, and the facts of the run,
// from a file. Only known facts are filled in; nothing is guessed.
//
// Read from nccl-tests' text and JSON and from our CSV by tuner/runs/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/data_type.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"

namespace treering::tuner {

/// How well the median of a row's samples is known, in us. Of CPUs it is the row's time.
struct MedianKnown {
  // What it lies in, with what starts and clocks leave open.
  double low_us = 0;
  double high_us = 0;
  bool is_converged = false;
  int late = 0;  // calls that are no samples: their ranks started too far apart

  bool operator==(const MedianKnown&) const = default;
};

/// Numbers of ranks that figures leave possible; 0 and 0: they say nothing.
struct RankRange {
  int least = 0;
  int most = 0;

  [[nodiscard]] bool is_known() const { return most > 0; }
  /// Whether so many ranks are possible: all are where nothing is known.
  [[nodiscard]] bool has(int ranks) const {
    return !is_known() || (ranks >= least && ranks <= most);
  }
  bool operator==(const RankRange&) const = default;
};

struct Measurement {
  std::string id;  // of its series: an id of the file, else the file's name; may be empty
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;             // the "size" column of nccl-tests; never 0
  std::optional<core::DataType> type;  // nothing: unknown
  std::optional<core::ReduceOp> op;    // nothing: unknown, or the collective has none

  // 0 where unknown.
  int nodes = 0;
  int ranks = 0;
  int gpus_per_node = 0;
  int gpus_per_process = 0;  // that one thread submits to: nccl-tests' -g
  RankRange possible_ranks;  // by busbw over algbw of its run
  std::string gpu;           // model; empty where unknown
  std::string network;       // that joins the nodes, in the file's words; empty where unknown

  // Forced, or known to be the library's choice, by its names; else empty and 0. With a library it
  // ran on CPUs, without NCCL.
  sim::Way way;
  /// NCCL lacked the requested algorithm there, and chose another by itself.
  bool is_fallback = false;
  /// NCCL is known to have chosen the algorithm by itself: nobody forced it.
  bool is_own_choice = false;

  std::string nccl_version;  // "2.28.9"; empty where unknown

  // At least one of the two is there; both are above 0 and finite.
  std::optional<core::Duration> out_of_place;
  std::optional<core::Duration> in_place;
  /// The file had no time: these were computed from a bandwidth, with its few digits.
  bool is_time_derived = false;

  /// Timed by a program in Python: a call takes what that needs to start and await it besides.
  bool is_of_python = false;

  /// Wrong elements, the larger count of the two; nothing where they were not checked.
  std::optional<std::uint64_t> wrong;

  std::optional<MedianKnown> median;  // of results of treering measure, else nothing

  std::string file;
  int run = 0;   // of nccl-tests in a log that has several, from 0
  int line = 0;  // from 1; 0 in JSON

  bool operator==(const Measurement&) const = default;
};

/// Out of place, else in place. \pre one of the two is there, as in all that import gives
std::optional<core::Duration> time_of(const Measurement& row);

/// What is wrong with a run as a whole, whatever its rows say.
struct RunFault {
  enum class What : std::uint8_t {
    RanAlone,  // each process ran a job of its own: nothing went from one to the other
    NoRow,     // the test started and printed no row
    Failed,    // NCCL or the test reports an error
    Cut        // the table ends before its last size
  };
  What what = What::Cut;
  std::string where;  // "FILE:LINE"
  std::string text;   // lower-case, no full stop

  bool operator==(const RunFault&) const = default;
};

/// What the text says of a run with rows beside them.
struct RunSettings {
  std::string file;
  int run = 0;                                   // as Measurement::run
  std::map<std::string, std::string> variables;  // NCCL's, by name
  std::string title = {};                        // that stands above it: "after the reboot"
  bool operator==(const RunSettings&) const = default;
};

struct MeasurementSet {
  std::vector<Measurement> rows;           // in the order of the files
  std::vector<core::Diagnostic> rejected;  // "FILE:LINE": what gave no row, and why
  std::vector<core::Diagnostic> notes;     // doubts about rows that were kept
  std::vector<RunFault> faults;            // of whole runs
  /// Facts of jobs that no line states, and what they were concluded from.
  std::vector<core::Diagnostic> deduced;
  /// NCCL's variables that the command lines or NCCL's lines of all runs set alike, by name.
  std::map<std::string, std::string> variables;
  std::vector<RunSettings> runs;  // those of which the text may say some
  /// Of which rows may be whose table leaves their collective open, without repetition.
  std::vector<core::Collective> open_collectives;
  /// Rows that gave none, where an entry of `rejected` stands for several: beyond one for each.
  std::size_t rejected_besides = 0;

  [[nodiscard]] std::size_t rejected_rows() const { return rejected.size() + rejected_besides; }

  bool operator==(const MeasurementSet&) const = default;
};

/// The first fault of that kind; null where there is none.
const RunFault* fault_of(const MeasurementSet& set, RunFault::What what);

/// "runs.log:3: text", one per fault.
std::vector<core::Diagnostic> as_diagnostics(const std::vector<RunFault>& faults);

}  // namespace treering::tuner
