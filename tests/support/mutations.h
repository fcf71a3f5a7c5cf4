// Single mistakes in a schedule, of which verify() has to find nearly all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/schedule/schedule.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::testing {

/// All steps of a small schedule.
sim::schedule::StepsInMemory listed(const sim::schedule::Schedule& schedule);

struct Mutation {
  enum class Kind {
    Drop,      // the step is left out
    Double,    // it is done twice
    Redirect,  // its message goes to another stream
    Early      // its message is sent before what it depends on was received
  };
  Kind kind = Kind::Drop;
  sim::schedule::StreamId stream = 0;
  sim::schedule::StepIndex step = 0;
};

/// All that apply; beyond `most` a sample, equal for equal seeds.
std::vector<Mutation> mutations_of(const sim::schedule::StepsInMemory& schedule, std::size_t most,
                                   unsigned seed = 1);

sim::schedule::StepsInMemory mutated(sim::schedule::StepsInMemory schedule,
                                     const Mutation& mutation);

/// "drop of step 3 of stream 1".
std::string text_of(const Mutation& mutation);

struct MutationCounts {
  int found = 0;
  int missed = 0;
  int harmless = 0;  // the schedule still does what its collective promises, as values show
  std::string first_missed = {};
  std::string first_harmless = {};

  MutationCounts& operator+=(const MutationCounts& other);
};

/// What verify() says of at most `most` mutations. Those that it does not find are run on values,
/// in several orders.
MutationCounts mutations_found(const sim::schedule::Schedule& schedule, std::size_t most);

/// Expects that at least 99 % of the mutations are found that do harm, and that all do harm. At a
/// barrier one in twenty may do none: a rank may hear of another twice, and need not hear of
/// itself.
void expect_found(const MutationCounts& counts, sim::schedule::Goal goal);

}  // namespace treering::testing
