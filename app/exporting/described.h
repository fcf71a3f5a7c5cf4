// The machine and the job that an export is for, and its words on them.
#pragma once

#include <string>
#include <vector>

#include "app/job.h"
#include "app/setup/setup.h"
#include "core/data_type.h"
#include "sim/alternatives.h"
#include "tuner/advice/other_communicators.h"
#include "tuner/advice/recommend.h"

namespace treering::app::exporting {

/// The subject of an export. It outlives the alternatives that are made of it.
struct Subject {
  const Job& job;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
};

/// A recommendation without advice: topology, job, calls, and what NCCL's search does not find.
tuner::advice::Recommendation described(const Subject& subject);

/// On the job's communicator.
sim::AlternativesOf alternatives_of(const Subject& subject);

/// A question without sizes, about all that NCCL tunes, as its version reads lists.
tuner::advice::Question question_on(const Subject& subject);

using Others = std::vector<tuner::advice::OtherCommunicator>;

/// Communicators that the job may have besides, which outlive the question.
void add_others(const Subject& subject, const Others& others, tuner::advice::Question& question,
                tuner::advice::Recommendation& recommendation);

/// Why nobody should set what a machine that was guessed in part would suggest; empty where nothing
/// was guessed.
std::string guess_refusal(const setup::Setup& job);

}  // namespace treering::app::exporting
