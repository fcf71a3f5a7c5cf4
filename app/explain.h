// NCCL's beliefs about one call: the cost of each candidate in its terms, and the source of these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "app/variants.h"
#include "core/call.h"
#include "core/result.h"
#include "sim/alternatives.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/versions/version.h"

namespace treering::app {

struct ExplainRequest {
  setup::JobRequest job;
  core::Call call{.bytes = std::uint64_t{1} << 20U};
  sim::Filter filter;  // the candidates that are explained
};

struct ExplainedCandidate {
  sim::nccl::call::Candidate candidate;
  sim::nccl::tuning::TuningCell cell;
  std::vector<sim::nccl::call::CostTerm> terms;  // sum to the time; empty when ruled out
  sim::nccl::call::Decision schedule;            // unset when ruled out
  bool has_failed_search = false;                // for its algorithm
  bool is_never_made = false;  // ruled out on any machine: not for the collective, or the protocol
};

struct ExplainReport {
  setup::Setup job;
  core::Call call;  // its size rounded as nccl-tests does
  std::uint64_t asked_bytes = 0;
  sim::nccl::Shape shape;
  std::optional<sim::nccl::call::Decision> choice;  // nothing: NCCL fails the call
  std::string why_beyond;                           // why NCCL chooses what NCCL_ALGO does not
                                                    // name; else empty
  std::vector<ExplainedCandidate> candidates;       // in NCCL's order
  const sim::nccl::versions::Version* version = nullptr;  // whose constants these are
  std::string failed_search;                              // failed_search_text() of the plan
  std::vector<DecidingFact> deciding;  // that were assumed; all else is by what was
};

core::Result<ExplainReport> answer(const ExplainRequest& request);

}  // namespace treering::app
