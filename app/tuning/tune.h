// Finds the fastest way of each call with as few measurements as it takes: a model says what each
// way should take, measurements correct it where that may change a choice, and the choices that are
// known to gain are recommended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/job.h"
#include "app/measuring/measure.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/tuning/choices.h"
#include "app/tuning/curves.h"
#include "core/result.h"
#include "tuner/knobs/knobs.h"
#include "tuner/knobs/trials.h"
#include "tuner/tune/tune.h"

namespace treering::app::tuning {

/// How far it is.
struct Progress {
  std::size_t measurements = 0;                  // of this run
  std::size_t most = 0;                          // that the budget allows it
  const tuner::measure::Record* last = nullptr;  // null before the first
};

struct TuneRequest {
  /// The runner, its ranks, the calls and ways to choose from, and how each cell is measured. Its
  /// launches are those that a sweep of everything would have.
  measuring::MeasureRequest measure;
  /// Of NCCL: the machine and job whose cost model says what to expect.
  std::optional<setup::JobRequest> job;
  std::optional<std::string> nic_rate;  // Gbit/s of the ranks' links, of Open MPI and Gloo
  setup::TimeModelRequest time_model;   // its profile, or that of the model of hosts
  tuner::tune::Rule rule;
  /// The most that may be measured, as a share of a sweep of everything.
  double budget = 0.15;
  /// Whether to also try NCCL's variables that can matter, with new communicators. Their launches
  /// are beside the budget.
  bool tries_knobs = false;
  std::function<void(const Progress&)> observe;
};

struct TuneReport {
  std::string runner;
  std::string measured_by;  // the same, or of a replay the runner of the recording
  int ranks = 0;
  int nodes = 0;
  std::string library;         // of the workers; empty: nothing was measured
  std::size_t measured = 0;    // a cell in a launch each; earlier ones with them
  std::size_t earlier = 0;     // of them, read from the file
  std::size_t exhaustive = 0;  // cells x launches
  int launches = 0;            // of this run
  tuner::tune::Ending ending = tuner::tune::Ending::Settled;
  std::vector<Choice> choices;  // by collective and size
  std::vector<Guess> guesses;   // beside choices that are not settled
  std::vector<Curves> curves;   // by collective
  std::vector<tuner::measure::Record> records;
  /// SMs of each GPU of the job, where all have as many and that is known. A channel takes one.
  std::optional<int> multiprocessors;
  /// Variables of NCCL and whether they can matter; none without a machine whose plan says so.
  std::vector<tuner::knobs::Knob> knobs;
  std::vector<tuner::knobs::Outcome> outcomes;  // of their values that were tried
  std::string expected_from;                    // what said what to expect; empty: nothing did
  std::vector<std::string> notes;

  [[nodiscard]] bool is_emulated() const;
  [[nodiscard]] bool is_of_nccl() const;
  /// Whether a library on CPUs ran that reads its choices from files.
  [[nodiscard]] bool reads_rules() const;
  /// Whether fresh launches showed a way to be faster than the library's own choice.
  [[nodiscard]] bool has_confirmed() const;
  /// Whether something may still be faster than a choice, though more launches would not show it.
  [[nodiscard]] bool has_undecided() const;
  /// Whether no choice has a way that ran.
  [[nodiscard]] bool has_failed() const;
};

/// The job of a request: by the NCCL that it names, else the one that ran; `library` is "NCCL
/// 2.28.3". \pre the request has a job
core::Result<JobPtr> tuned_job(const TuneRequest& request, std::string_view library);

/// Weighs the library's own choice beside the ways that are asked for, whether these name it or
/// not.
core::Result<TuneReport> answer(const TuneRequest& request);

}  // namespace treering::app::tuning
