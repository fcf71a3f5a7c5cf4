// Faults of a simulated run: hardware that is slow or down, and ranks that come late. Their words,
// their effect on the job, and notes on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "app/simulation/carried.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "sim/engine/simulate.h"
#include "sim/machine/faults.h"

namespace treering::app::simulation {

// The form of faults: "NODE/DEVICE=VALUE", "NODE/DEVICE-DEVICE=VALUE".

core::Failure not_a_fault(std::string_view word);

struct FaultPlace {
  int node = 0;
  std::string_view devices;  // "mlx5_0", "GPU 0-NVSwitch"
  std::string_view value;
};

/// \param nodes of the job. Refers to `word`.
core::Result<FaultPlace> place_of(std::string_view word, int nodes);

// Ranks that come late by chance, as ranks of real jobs do: their times to the call differ.

/// The longest wait that may be asked for, us: beyond, a simulated time has no digits left for a
/// call's.
inline constexpr double kMostUs = 1e8;

struct JitterRequest {
  std::optional<std::string> most;  // "50us"; nothing: no rank comes late
  std::uint64_t seed = 1;
};

/// "jitter up to 50us, seed 1"; empty without.
std::string words_of(const JitterRequest& request);

/// Every rank comes late by a time between 0 and the most, each as likely, the same for equal seeds
/// on every machine.
core::Result<std::vector<sim::machine::LateRank>> late_ranks(const JitterRequest& request,
                                                             int ranks);

/// "50us", "1.5ms"; at least 0. `name` is the field in errors.
core::Result<double> us_of(std::string_view text, std::string_view name);

// Hardware that is down on some nodes of a job: "3/mlx5_0=down", "0/GPU 0-NVSwitch=down". NCCL does
// not find it there and plans without it.

/// Whether a fault is of this kind.
bool is_cut(std::string_view fault);

/// Adds to the notes which nodes of the source differ.
void note_differences(setup::Setup& job);

/// Takes out of the job's nodes what is down, and says so in its notes. Other faults are left to
/// faults_of (app/simulation/faults.h); an error where two are given for one place. Errors name the
/// words and what the job has in place of what they name; they say why NCCL makes no communicator.
core::Result<void> cut(const std::vector<std::string>& faults, setup::Setup& job);

// Faults that NCCL does not see, as they are asked for: "0/mlx5_0=0.5", "1/GPU 0-NVSwitch=0.25",
// "rank7=+50us".

/// What may be wrong, as it is asked for.
struct FaultsRequest {
  std::vector<std::string> words;
  JitterRequest jitter;
};

/// For the heading of an answer.
std::vector<std::string> texts_of(const FaultsRequest& request);

/// Without what is down (app/simulation/faults.h), on the job's cluster. Errors name the words, and
/// what the job has in place of what they name.
core::Result<sim::machine::Faults> faults_of(const FaultsRequest& request, const Job& job);

/// Whether the words are faults of the job, also those of what is down: the errors are those that a
/// simulation of it has. Takes no time, whatever the job.
core::Result<void> check_faults(const std::vector<std::string>& words, setup::Setup job);

// What is worth knowing of faults in a run.

struct FaultyRun {
  const core::Cluster& cluster;
  const sim::machine::JobLinks& links;
  const sim::machine::Faults& faults;
  const sim::engine::Outcome& outcome;
};

/// That no message crossed what is slow; that links to one of several NVSwitches are so slow that
/// GPUs without them would have more. \pre the run has the faults that `words` ask for
void add_fault_notes(const std::vector<std::string>& words, const FaultyRun& run,
                     std::vector<std::string>& notes);

}  // namespace treering::app::simulation
