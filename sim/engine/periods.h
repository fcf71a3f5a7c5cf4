// Steady states. Where the state of a simulation is what it was some time before, and the steps
// ahead are those since then, what happened since then happens again, and again. Such repetitions
// are skipped: time, steps and traffic are counted up.
//
// A state is remembered when a certain stream has done 32, 64, 128, ... steps, and compared with
// those after each of its next steps (R. Brent, "An improved Monte Carlo factorization algorithm",
// 1980).
#pragma once

#include <optional>

#include "sim/engine/snapshot.h"

namespace treering::sim::engine {

class Periods {
 public:
  /// Refers to both.
  Periods(const schedule::Schedule& schedule, Simulation& simulation);

  /// To be called after each instant. Skips what it can.
  void look();

 private:
  void compare();
  std::uint64_t times(const Skip& skip) const;
  Skip since_remembered() const;
  bool is_again() const;

  const schedule::Schedule& schedule_;
  Simulation& simulation_;
  std::size_t watched_ = 0;        // the stream with the most steps
  schedule::StepIndex seen_ = 0;   // its steps
  schedule::StepIndex marks_ = 0;  // its steps since the last skip
  schedule::StepIndex compared_until_ = 0;
  Snapshot remembered_;
};

}  // namespace treering::sim::engine
