// Summaries of results: which results are of one row, the bounds of their times, and their figures.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tuner/measure/record.h"
#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/drift.h"
#include "tuner/stats/modes.h"
#include "tuner/stats/stopping.h"

namespace treering::tuner::measure {

// Between what a call would take if all ranks started at once, by clocks that agree, and no call
// had been left out.

/// By sample, in us; also of calls that were left out, evenly among the samples.
struct Bounds {
  std::vector<double> least;
  std::vector<double> most;
};

/// A sample runs from the last start: the call takes no less. It takes no more than from the first
/// start, which is the spread earlier. Either end may be off by what the clocks are, so the time by
/// twice that. Times stay above 0.
///
/// Calls whose ranks started too far apart may have been the fastest of all, or the slowest: they
/// count as the fastest sample among `least`, and as the slowest among `most`. So with a share q of
/// all calls left out, medians run from the quantile (1/2 - q) / (1 - q) of the samples to
/// (1/2) / (1 - q).
Bounds bounds_of(const Record& record);

/// By how much what is known reaches beyond the interval of the samples, as a share of the median.
double blur_of(const stats::Interval& known, const stats::Precision& samples);

// Which results are of one row: equal calls on equal machines, that ran the same.

struct SameCalls {
  std::string runner;
  Configuration configuration;
  int ranks = 0;
  int nodes = 0;
  std::map<std::string, std::string> conditions;  // by name (conditions.h)
  std::string ran;                                // witness.h; empty where nothing says it

  auto operator<=>(const SameCalls&) const = default;
};

/// Of each record, in order. Where nothing says what ran it counts as what the others ran, if these
/// all ran the same. Failures are listed in the first row of their configuration, whatever ran.
std::vector<SameCalls> same_calls(const std::vector<Record>& records);

/// Of each record, in order, whether an equal one stands before it: a result of one start that is
/// in a file twice, as where files were joined, is one result.
std::vector<bool> repeats(const std::vector<Record>& records);

/// Whether it has no time, or a wrong result.
bool has_failed(const Record& record);

// What the results of a sweep come to, configuration by configuration.

/// All results of one configuration by one runner on so many ranks, under equal conditions, that
/// ran the same.
struct Summary {
  std::string runner;
  std::string library;  // the runner, or that of the recording which is replayed
  Configuration configuration;
  int ranks = 0;
  int nodes = 0;
  std::map<std::string, std::string> conditions;  // by name (conditions.h)
  stats::Launches launches;  // samples of each in us, in the order of their starts
  /// Likewise what these calls take at least and at most.
  stats::Launches least_launches;
  stats::Launches most_launches;
  std::vector<std::string> start_keys;  // of each launch (record.h)
  std::size_t samples = 0;
  std::optional<stats::Precision> precision;  // of the median; nothing without samples
  /// What the time is known to lie in, with what starts and clocks leave open: from the low end for
  /// `least_launches` to the high end for `most_launches`. \pre there is a precision
  stats::Interval known;
  std::vector<double> averages_us;   // nccl-tests' time, of each launch that has it
  std::optional<double> average_us;  // median of these
  std::optional<double> spread_us;   // median time between first and last start of a call
  /// Of each launch the median of the half of the calls whose ranks started closest together, and
  /// of these the median: what starts that are apart do to a sample shows beside the median of all.
  std::optional<double> closer_us;
  double clock_error_us = 0;  // the largest
  int late = 0;
  std::uint64_t wrong = 0;
  Used used;
  /// Of the launch that shows them most clearly, where one has two modes; p for all launches.
  std::optional<stats::Modes> modes;
  std::optional<stats::Modes> launch_modes;  // of the medians of launches, where these have two
  /// Of the launch whose samples rise or fall most clearly, where one does; p for all launches.
  std::optional<stats::Trend> trend;
  std::vector<std::string> errors;  // of its failed results, the sentinel's turns among them
  std::size_t repeats = 0;          // results that are there twice, and count once
  std::size_t failed_launches = 0;  // without the sentinel's turns; not among `launches`

  /// Whether the median of every launch is settled, none rises or falls, the median over the
  /// launches is settled, neither starts nor clocks leave it open, and few calls were left out.
  bool is_converged = false;

  /// By how much `known` reaches beyond the interval of the samples, as a share of the median: what
  /// no number of samples makes less. 0 without samples.
  [[nodiscard]] double blur() const;
  /// Whether that is what leaves the median open: alone, or on top of the interval of the samples.
  [[nodiscard]] bool is_blurred() const;
  /// Of its calls, that are no samples because the ranks started too far apart.
  [[nodiscard]] double late_share() const;
  /// Whether those that are left may not stand for all.
  [[nodiscard]] bool has_many_late() const;
};

/// In the order in which configurations first ran, by the starts of their workers. The sentinel's
/// further turns do not count: they would give it more weight than others. But where they failed,
/// that is said.
std::vector<Summary> summarise(const std::vector<Record>& records);

/// For each summary, in order, what tells it from those of the same calls under other conditions,
/// or that ran something else: "shaped_gbit 0.05", "ran ring/simple". Empty where there is none.
std::vector<std::string> condition_texts(const std::vector<Summary>& all);

}  // namespace treering::tuner::measure
