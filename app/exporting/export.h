// Settings that make NCCL take the choices of a time model, and what such a file says of its
// machine and job.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/job.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/work/work.h"
#include "core/call.h"
#include "core/data_type.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/alternatives.h"
#include "sim/nccl/plan.h"
#include "tuner/advice/other_communicators.h"
#include "tuner/advice/recommend.h"

namespace treering::app::exporting {

// The machine and the job that an export is for, and its words on them.

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

// Settings that make NCCL take the choices of a time model, in a form that NCCL reads.

struct ExportRequest {
  setup::JobRequest job;
  setup::CallsRequest calls;
  setup::TimeModelRequest time_model;
  std::optional<std::string> to;  // the name of an exporter
  work::Work work;
  std::vector<std::uint64_t> wanted;  // sizes of `taken`
};

/// What NCCL takes once the settings hold.
struct TakenChoice {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  std::string choice;  // "NVLSTree/Simple"
  bool operator==(const TakenChoice&) const = default;
};

/// Either a text or the reason why there is none.
struct ExportReport {
  std::string text;
  std::string refusal;             // a sentence; empty when there is a text
  std::string undo;                // how its settings are taken back, without full stop
  std::vector<std::string> notes;  // on the text
  std::string caveat;              // without which NCCL does not read it, without full stop
  std::vector<TakenChoice> taken;  // with the text
};

/// Without a text, and why.
ExportReport refused(std::string why);

core::Result<ExportReport> answer(const ExportRequest& request);

/// By form of `forms` (names of exporters), on a job that is open. \pre it is that of the request
std::vector<core::Result<ExportReport>> answers(const Job& job, const ExportRequest& request,
                                                const std::vector<std::string>& forms);

}  // namespace treering::app::exporting
