// What `treering explain` found, in its three forms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/options/job_options.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"

namespace treering::cli {

struct ExplainedCandidate {
  sim::nccl::call::Candidate candidate;
  sim::nccl::tuning::TuningCell cell;
  std::vector<sim::nccl::call::CostTerm> terms;  // sum to the time; empty when ruled out
  sim::nccl::call::Decision schedule;            // unset when ruled out
  bool has_failed_search = false;                // of its algorithm
};

struct ExplainReport {
  JobOptions job;
  sim::nccl::rules::Call call;  // its size rounded as nccl-tests does
  std::uint64_t asked_bytes = 0;
  sim::nccl::Shape shape;
  std::optional<sim::nccl::call::Decision> choice;        // nothing: NCCL fails the call
  std::vector<ExplainedCandidate> candidates;             // in NCCL's order
  const sim::nccl::versions::Version* version = nullptr;  // whose constants these are
  std::string failed_search;                              // failed_search_text() of the plan
  bool is_quiet = false;
};

std::string explain_text(const ExplainReport& report, const Display& display);
std::string explain_json(const ExplainReport& report);
std::string explain_csv(const ExplainReport& report);

}  // namespace treering::cli
