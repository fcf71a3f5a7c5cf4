// Runners: the interface, and the list of all.
#pragma once

#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/launch/binding.h"
#include "tuner/launch/process.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::runners {

// A runner: where results come from. To add one: a file in tuner/runners and a line in runners.def.

/// How we were started.
enum class Launcher {
  None,       // we start the ranks
  Conductor,  // by mpirun or srun, as rank 0
  Member,     // likewise, as another rank
};

/// By what launchers put into the environment.
Launcher launcher_of_this_process();

struct LaunchRequest {
  int ranks = 0;          // where we start them; at least 1
  std::string recording;  // the file of `replay`
  /// A file that is gone on with: `replay` answers with no launch that it has. Empty: none.
  std::string continued = {};
  Launcher launcher = Launcher::None;
  /// Gbit/s of each rank's link in a shaped cluster, one for each of `ranks`; empty: not shaped.
  std::vector<double> shaped_gbit;
  /// Which cores the ranks get. A shaped cluster leaves them unbound, and so does Automatic under a
  /// launcher, which binds by itself.
  launch::Binding binding = launch::Binding::Automatic;
  /// Of measure::kKnobVariables, those that the ranks get beside ours. A recording answers from the
  /// results that had them.
  std::map<std::string, std::string> variables = {};
  std::stop_token stop = {};  // once it is requested, nobody waits for ranks that start
};

struct Runner {
  std::string_view name;
  std::string_view summary;
  /// What starts its workers, again and again. Fails where this machine lacks something.
  core::Result<measure::StartWorkers> (*starter)(const LaunchRequest&);
  /// The command that another rank than 0 becomes under a launcher. Fails as `starter` does.
  core::Result<launch::Command> (*member)(const LaunchRequest&);
};

/// The path of a program of ours that runs ranks, "treering-worker-mpi". Fails where it was not
/// built or not installed.
core::Result<std::string> worker_program(std::string_view name);

/// Paths of programs of ours.
struct Programs {
  std::string worker;
  std::string shape;  // treering-shape, for shaped clusters alone
};

/// What worker programs of a job are asked to bind to, as an entry of their environment.
std::string binding_setting(const LaunchRequest& job);

/// What runs the ranks of a job. Fails as worker_program() does, and where the job cannot be
/// shaped: a launcher has started its ranks, it has not a rate for each, or they shall be bound.
core::Result<Programs> programs_for(const LaunchRequest& job, std::string_view worker);

// All runners.

std::span<const Runner> all_runners();

/// Fails with Category::Usage and names the closest one.
core::Result<const Runner*> find_runner(std::string_view name);

}  // namespace treering::tuner::runners
