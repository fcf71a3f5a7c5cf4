// The conductor of a sweep: the workers as it sees them, the pace of their batches, the sweep
// itself, and how a file of results is resumed.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "tuner/measure/messages.h"
#include "tuner/measure/record.h"
#include "tuner/measure/sweep.h"

namespace treering::tuner::measure {

// The processes that run collectives, as the conductor sees them. Real ones are in tuner/launch; a
// recorded file answers as if it were some (tuner/runners/replay).

class Workers {
 public:
  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  virtual ~Workers() = default;

  [[nodiscard]] virtual const Hello& hello() const = 0;

  /// What the next tasks are for. False where there is nothing to measure: a recording has only so
  /// many turns of its sentinel.
  virtual bool begin(const Trial& /*trial*/) { return true; }

  /// Fails where the task cannot be done, and where the workers ended, hang, or make no sense; then
  /// is_alive() is false. \param patience for the answer; of a task without samples for each of its
  /// calls
  virtual core::Result<Batch> run(const Task& task, core::Duration patience) = 0;

  /// Whether another task makes sense.
  [[nodiscard]] virtual bool is_alive() const = 0;
};

// How many calls a batch has, and how long the workers may take for it.

/// What a batch is for, and what it may take until the workers count as hanging.
struct Paced {
  Task task;
  core::Duration patience;
};

/// Two calls: so it is known what one takes, before many are asked for. Each may take as long as
/// the rules' patience.
Paced probing(const Rules& rules, const Configuration& call);

/// Warm-ups, of short calls as many as would fill the rules' time if each took `call_us`, a loop as
/// nccl-tests has it, and the
/// first samples: as many as fit the time that is left, but a sample in any case. Of cold caches no
/// loop: its calls would warm them for each other. \param call_us of one call; 0: not known
Paced first_batch(const Rules& rules, const Configuration& call, double call_us,
                  core::Duration passed);

/// As many samples as it takes until the median is looked at again; fewer where they would take too
/// long, none where there are as many as there may be. While no call was in time, further ones.
Paced next_batch(const Rules& rules, const Record& record, core::Duration passed);

// Measures a sweep: starts workers, gives them tasks, judges when a result is settled, writes it
// down, and goes on whatever happens to them.

/// Starts workers anew.
using StartWorkers = std::function<core::Result<std::unique_ptr<Workers>>()>;

/// Puts a result where it lasts before the next measurement starts. Fails where it cannot.
using KeepRecord = std::function<core::Result<void>(const Record&)>;

struct Progress {
  std::size_t done = 0;
  std::size_t all = 0;
  const Record* last = nullptr;  // null before the first
  core::Duration elapsed;        // since the sweep began

  /// For the rest, if it takes as long as what is done; nothing before the first.
  [[nodiscard]] std::optional<core::Duration> left() const;
};

/// Which results that failed earlier are tried again.
enum class Retry {
  Lost,    // those of which nothing was recorded because their workers ended or hung
  Failed,  // all
};

/// Whether an earlier result is to be tried again.
bool is_retried(const Record& record, Retry retry);

struct Conduct {
  std::string runner;                        // for the records
  int ranks = 0;                             // that `start` starts; 0: not known before
  std::map<std::string, std::string> facts;  // for the records' environment
  // Of the ranks where a run is resumed; empty and 0: not known before.
  std::map<std::string, std::string> environment;  // environment_with()
  int nodes = 0;
  Retry retry = Retry::Lost;
  StartWorkers start;
  KeepRecord keep;
  std::function<void(const Progress&)> observe;  // may be empty
  std::stop_token stop;                          // ends after the batch that runs
};

/// Measures all trials of `sweep` that `earlier` does not have, or has to be tried again, and
/// returns how many. A trial that fails is a record with its reason. Fails where workers cannot be
/// started at all, and where a record cannot be kept.
core::Result<std::size_t> conduct(const Sweep& sweep, const std::vector<Record>& earlier,
                                  const Conduct& with);

// Which results of a file belong to the run that is resumed. A file may hold several runs, one
// below the other: launches of one sweep, each with a seed of its own, or sweeps under other
// conditions. Only results of the same runner and ranks count that were asked for with the same
// links, binding, rules and seed, and that ran under equal conditions (conditions.h) on as many
// nodes; of several such runs it is the last that goes on.

struct Resumed {
  std::vector<Record> own;       // of the run that goes on, or is complete
  int first_launch = 0;          // of it; of a new run where there is none
  std::size_t others = 0;        // results that do not count
  std::set<std::string> unlike;  // what these differ in: "seed", "shaped_gbit"
};

/// \param with has the runner, the ranks where they are known, and the facts that were asked for
Resumed resumed(const std::vector<Record>& earlier, const Conduct& with);

/// All results that `with` could have given, whatever the seed and the launch; those of launches
/// with a variable of their own (kKnobFact) have that besides.
Resumed comparable(const std::vector<Record>& earlier, const Conduct& with);

/// The number after that of all launches.
int next_launch(const std::vector<Record>& records);

}  // namespace treering::tuner::measure
