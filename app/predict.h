// How long calls take on a job by a time model, which algorithm and protocol NCCL chooses for them,
// and which is the best.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/ceiling.h"
#include "app/job.h"
#include "app/other_order.h"
#include "app/ports.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/variants.h"
#include "app/work/work.h"
#include "core/result.h"
#include "sim/nccl/call/choice.h"
#include "sim/predict.h"
#include "tuner/advice/summary.h"
#include "tuner/calibration/calibration.h"
#include "tuner/reference/nearest.h"

namespace treering::app {

struct PredictRequest {
  setup::JobRequest job;
  setup::CallsRequest calls;
  setup::TimeModelRequest time_model;
  std::optional<std::string> channels;  // limits such as "4,8" or "all"
  bool is_summarised = true;            // else the fields "by collective" and the ports stay empty
  bool is_barrier = false;              // for which the calls stand in; by for_barrier()
  work::Work work = {};
};

/// The effect of NCCL_ALGO and NCCL_PROTO on the calls of a collective.
struct Restriction {
  double slowdown = 1;            // how many times as long as without them, at most
  std::uint64_t slowdown_at = 0;  // bytes
  std::string why_beyond;         // why NCCL takes what NCCL_ALGO does not name; else empty
};

/// A call for which NCCL's own model holds two candidates as good as equal (sim::kCoinToss).
struct CoinToss {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  sim::Way choice;
  sim::Way runner_up;
  bool operator==(const CoinToss&) const = default;
};

struct PredictReport {
  setup::Setup job;
  setup::Calls calls;
  setup::TimeModelName time_model;
  int ranks = 1;
  std::vector<sim::Prediction> rows;              // by collective, size, candidate
  std::vector<tuner::advice::Summary> summaries;  // by collective
  std::vector<sim::nccl::call::Limit> limits;     // by collective: the limit, by the model, on the
                                                  // speed of the best at the largest size
  std::vector<std::optional<Ceiling>> ceilings;   // by collective: of the best at the largest size
  std::vector<std::optional<Ceiling>> above_wires;  // by collective: among NCCL's choices and the
                                                    // best, the row whose busbw most exceeds the
                                                    // rate of the wires that limit it
  std::vector<std::optional<Restriction>> restrictions;  // by collective; nothing where the
                                                         // variables say nothing about it
  std::vector<std::string> refusals;   // by collective: a sentence where NCCL fails its calls; else
                                       // empty
  std::vector<int> channel_limits;     // of the request, rising; empty without them
  int own_channels = 0;                // rings and trees that NCCL makes by itself
  int own_nvls_channels = 0;           // of NVLS and NVLSTree, likewise
  std::optional<int> multiprocessors;  // SMs of each GPU of the job, where all have as many
  std::string failed_search;           // failed_search_text() of the plan
  std::vector<CoinToss> coin_tosses;   // by collective and size
  std::vector<DecidingFact> deciding;  // that were assumed; `rows` are by what was
  std::vector<tuner::calibration::KindScores> event_nearer;  // of the chosen rows' kinds, for the
                                                             // cost model
  std::optional<OtherOrder> worst_order;  // of nodes under leaf switches; nothing: none is worse
  std::vector<std::optional<PortShare>> ports;                    // by row; empty on one node
  std::vector<std::optional<tuner::reference::Nearest>> nearest;  // by collective: published runs
                                                                  // near its largest call; nothing
                                                                  // on a guess of a machine
  std::vector<std::string> notes;  // on the answer; those on the job are in `job`
};

/// The request for what frameworks send in place of a barrier (app/simulation/carried.h). An error
/// where it has sizes.
core::Result<PredictRequest> for_barrier(PredictRequest request);

core::Result<PredictReport> answer(const PredictRequest& request);

/// The same on a job that is open already. \pre it is that of the request
core::Result<PredictReport> answer(const Job& job, const PredictRequest& request);

}  // namespace treering::app
