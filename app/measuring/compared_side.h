// One side of a comparison: its times, the conditions under which they were measured, and the
// launches that both sides have.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/record.h"
#include "tuner/measure/summary.h"
#include "tuner/measurement.h"
#include "tuner/runs/runs.h"
#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/quantiles.h"

namespace treering::app::measuring {

// Under which conditions results were measured: what has to be alike for them to be one sweep, and
// what differs besides what is compared.

/// Names of what else tells rows apart, among conditions (tuner/measure/conditions.h).
inline constexpr const char* kRunnerFact = "runner";
inline constexpr const char* kNodesFact = "nodes";

/// The conditions of one row of a comparison, by name. Unknown ones are absent.
struct ConditionsOfBoth {
  std::map<std::string, std::string> before;
  std::map<std::string, std::string> after;
};

/// "library: Open MPI v4.1.4 | Open MPI v5.0.1": the facts of the environments that are not the
/// same in all results. Facts that change from moment to moment, as load and temperature, do not
/// count.
std::vector<std::string> differing_facts(const std::vector<tuner::measure::Record>& records);

/// Likewise between two sets, of all facts that were recorded: "kernel: 5.15 (before), 6.1
/// (after)". Two sets may have the same conditions, and rows that are compared others: "governor:
/// performance and powersave, in 2 of 2 rows".
std::vector<std::string> differing_facts(const std::vector<tuner::measure::Record>& before,
                                         const std::vector<tuner::measure::Record>& after,
                                         const std::vector<ConditionsOfBoth>& rows = {});

// One side of a comparison: the times in a file, by what makes two of them comparable.

struct ComparedKey {
  tuner::measure::Configuration configuration;
  int ranks = 0;
  // Empty and 0 where they make no difference: two clusters, or two libraries, can be compared.
  /// Of rows in a file of many systems their id; of results what tells them from others in their
  /// file: "shaped_gbit 0.05".
  std::string series;
  std::string runner;
  int nodes = 0;
  std::map<std::string, std::string> conditions;  // by name, until simplify_keys()
  std::string ran;                                // likewise; as seen

  auto operator<=>(const ComparedKey&) const = default;
};

struct Times {
  tuner::stats::Launches samples;  // single calls; of a log its averages
  tuner::stats::Launches least;    // what these take at least and at most: where ranks' starts and
  tuner::stats::Launches most;  // clocks leave it open (tuner/measure/summary.h); else as samples
  std::vector<std::string> start_keys;  // of each launch; of a log none
  tuner::stats::Launches averages;      // nccl-tests' time of many calls in one go, one a launch
  tuner::stats::Interval known;         // what the time lies in; of a log nothing
  tuner::measure::Used used;            // of a log unknown
  /// Runner, nodes and conditions by name, whatever of them is left in the key; of a log nothing.
  std::map<std::string, std::string> conditions;
  bool has_modes = false;
  bool is_converged = true;
  bool has_many_late = false;  // so many calls were left out that the others may not stand for all
  std::size_t late = 0;        // that were left out
  bool has_trend = false;      // the samples of a launch rise or fall
};

/// What failed of one configuration.
struct Failures {
  std::size_t launches = 0;                    // that failed; a turn of the sentinel is none
  std::size_t all = 0;                         // launches in which it was tried
  std::map<std::string, std::size_t> reasons;  // how often each was given

  /// "failed in 2 of 6 launches: rank 1 died (2 times); no answer within 60 s"
  [[nodiscard]] std::string text() const;
};

struct ComparedSide {
  std::string file;
  bool is_log = false;              // of nccl-tests: it has averages alone
  std::size_t repeats = 0;          // results that are there twice, and count once
  bool is_torn = false;             // the file's last line lacks its end, and is left out
  std::set<std::string> libraries;  // that ran: "nccl", "mpi"; of a recording those recorded
  std::map<ComparedKey, Times> times;
  std::map<ComparedKey, Failures> failures;
  std::vector<tuner::measure::Record> records;  // none of a log
};

/// What a row of a log ran, out of place: it may have a time for each.
tuner::measure::Configuration configuration_of(const tuner::Measurement& row);

/// The times of a file. Repeated rows of one run of nccl-tests are samples of a launch, its further
/// runs further launches.
ComparedSide side_of(const tuner::runs::RunFile& runs);

/// Leaves series, runner, nodes, each condition and what ran out of the keys where neither side has
/// two of them for the same calls. Conditions that are left, and what ran, become the series.
void simplify_keys(ComparedSide& before, ComparedSide& after);

// Launches that both sides of a comparison have: results before to which others were added, or a
// file beside itself. They are no evidence of a change, and none of its absence.

struct SharedLaunches {
  std::size_t count = 0;
  bool is_all_of_a_side = false;  // then nothing was left out
};

/// Leaves out of both what both have: of one start, with the same samples (results of earlier
/// versions do not say more of their start than its time). Averages stay. Logs share nothing, since
/// nothing says when their runs started.
SharedLaunches leave_out_shared(Times& before, Times& after);

}  // namespace treering::app::measuring
