// Answers on the other machines that a source may mean: where a fact was assumed, and NCCL's times
// depend on it, what they are with each plausible value.
#pragma once

#include <string>
#include <vector>

#include "app/job.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "sim/predict.h"

namespace treering::app {

/// The machine with another plausible value of an assumed fact.
struct VariantMachine {
  setup::OpenFact fact;
  std::string value;
  setup::Setup machine;
};

/// By fact. None where all is known, and where nodes differ.
std::vector<VariantMachine> variant_machines(const setup::Setup& machine);

/// What calls come to with some values of a fact.
struct VariantAnswer {
  std::vector<std::string> values;       // "AMD EPYC (Genoa)": with each of them the same
  std::vector<sim::Prediction> choices;  // NCCL's own, by collective and size; the only way where
                                         // there is none to choose
  std::string failed_search;             // failed_search_text() of the plan
};

/// A fact that was assumed, and on which the answer depends.
struct DecidingFact {
  setup::OpenFact fact;
  std::vector<VariantAnswer> answers;  // two or more; the first has the value that was assumed
};

/// The facts of the job's machine on which the answer to these calls depends: whether NCCL's search
/// fails, and what its choices take. Times within each other's interval are the same; of models
/// without, those of the same way that are nearer than an advice needs (tuner::advice::kLeastGain).
/// Empty where all is known, or nothing changes.
std::vector<DecidingFact> deciding_facts(const Job& job, const setup::Calls& calls);
/// For one call, by the cost model: a second time model of a job whose own simulates.
std::vector<DecidingFact> deciding_facts_of(const Job& job, const core::Call& call);

/// Adds to `doubts` the facts that are not among them.
void add_doubts(const std::vector<DecidingFact>& facts, std::vector<setup::OpenFact>& doubts);
/// The job's machine with the facts on which its answer was found to depend.
setup::Setup with_doubts(setup::Setup machine, const std::vector<DecidingFact>& facts);

}  // namespace treering::app
