// The launches of a tuning: how they are run, what their results show, and those that try NCCL's
// variables.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/job.h"
#include "app/measuring/conduct.h"
#include "app/tuning/tune.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/record.h"
#include "tuner/tune/grid.h"

namespace treering::app::tuning {

// What a result shows of the way that was asked for.

/// Whether the ranks did something else than what was asked.
bool is_another(const tuner::measure::Record& record);

/// Whether it has no time because its ranks never started together: another launch may have one.
bool was_late(const tuner::measure::Record& record);

/// Nothing where there is no time, or that of something else.
std::optional<double> time_of(const tuner::measure::Record& record);

// The launches of a tuning: ranks that are started anew, and results that are kept one by one.

/// What one launch measures, and how.
struct LaunchRequest {
  int number = 0;
  std::vector<tuner::measure::Configuration> configurations;
  bool confirms = false;
  /// Variables of its ranks, where it has some of its own.
  std::map<std::string, std::string> variables;
  std::string knob;  // for the records (tuner/measure/conditions.h); empty: of no knob
};

/// Measures, and keeps what was measured.
class Session {
 public:
  /// All of it outlives the session.
  Session(const TuneRequest& request, const measuring::Asked& asked, TuneReport& report)
      : request_(request), asked_(asked), report_(report) {}

  /// Reads what an earlier run left.
  core::Result<void> open();
  /// What the workers are, and the grids of the request for them.
  core::Result<std::vector<tuner::tune::SweptGrid>> begin();
  /// The results of a launch, which are among the report's too.
  core::Result<std::vector<tuner::measure::Record>> measure(const LaunchRequest& launch);

  [[nodiscard]] const tuner::measure::Hello& hello() const { return hello_; }
  /// Of a sweep of everything: those that are asked for, or as many as a recording has.
  [[nodiscard]] int most_launches() const;
  /// The number after those of all launches in the file.
  [[nodiscard]] int first_launch() const { return first_launch_; }
  /// More measurements than until now.
  void allow(std::size_t measurements) { progress_.most += measurements; }

 private:
  void thin(tuner::tune::SweptGrid& swept);
  void leave_out_others();
  core::Result<std::vector<tuner::measure::Configuration>> only_offered(
      std::vector<tuner::measure::Configuration> all);
  std::vector<tuner::measure::Configuration> with_times(
      std::vector<tuner::measure::Configuration> all);
  core::Result<tuner::measure::StartWorkers> starter_for(
      const std::map<std::string, std::string>& variables);
  void say(const tuner::measure::Record& record);

  const TuneRequest& request_;
  const measuring::Asked& asked_;
  TuneReport& report_;
  std::optional<tuner::measure::Journal> journal_;
  tuner::measure::StartWorkers start_;
  /// By variables: a recording goes on where it was.
  std::map<std::map<std::string, std::string>, tuner::measure::StartWorkers> starters_;
  tuner::measure::Hello hello_;
  int first_launch_ = 0;
  Progress progress_;
};

// NCCL's variables that only new communicators read: which can matter, and what they turn out to
// do.

/// Fails where variables of NCCL are to be tried that nothing reads, or without a machine by whose
/// plan they are weighed.
core::Result<void> check_knobs(const TuneRequest& request, const measuring::Asked& asked);

/// Of the calls of the grids, by NCCL's own choice.
std::vector<tuner::knobs::Knob> weighed_knobs(const Job& job, const tuner::measure::Hello& hello,
                                              const std::vector<tuner::tune::SweptGrid>& grids);

/// Whether a record is of a launch that puts such a variable to the test.
bool is_of_knobs(const tuner::measure::Record& record);

/// Rounds of launches until each value that can matter is judged: into the report. A value with
/// which NCCL does not start is left out, with a note.
core::Result<void> try_knobs(const TuneRequest& request, Session& session, TuneReport& report);

}  // namespace treering::app::tuning
