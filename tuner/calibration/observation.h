// Measurements for the cost model, alone and as rows that are selected and grouped.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "sim/cost/cost_model.h"
#include "sim/machine/job_links.h"
#include "sim/nccl/connections/connections.h"
#include "sim/way.h"
#include "tuner/measurement.h"

namespace treering::tuner::calibration {

// A measurement for the cost model: the terms of its call, and its time.

/// A job on known machines, prepared for questions about calls.
struct Bench {
  core::Cluster cluster;
  sim::nccl::Plan plan;
  sim::cost::Machine machine;
  /// Where calls are also simulated event by event; else null.
  std::shared_ptr<const sim::links::ClassLinks> links = nullptr;
  std::shared_ptr<const sim::nccl::connections::Connections> connections = nullptr;
};

/// \pre `plan` is that of a job on `cluster`. `network` overrides the topology's; empty: the
/// topology's.
std::shared_ptr<const Bench> make_bench(const core::Cluster& cluster, sim::nccl::Plan plan,
                                        const std::string& network);

/// The same for a job. Fails where the job cannot run.
core::Result<std::shared_ptr<const Bench>> make_bench(const core::Cluster& cluster,
                                                      const sim::job::JobSpec& job,
                                                      const std::string& network);

/// The same, where calls are also simulated event by event.
std::shared_ptr<const Bench> with_events(const Bench& bench);

/// "a run of 8 ranks, the job has 16"; empty where the measurement may have as many as the bench's
/// job.
std::string why_other_ranks(const Bench& bench, const Measurement& measurement);

/// The same of its nodes and the GPUs of each: "a run on 2 nodes, the job is on 1". Its nodes may
/// be machines, the hosts of a rack, or what NCCL takes for nodes.
std::string why_other_nodes(const Bench& bench, const Measurement& measurement);

struct Observation {
  std::size_t row = 0;  // in the measurements
  std::string id;
  std::string series;  // id, collective and what was forced: one sweep
  std::string system;  // the cluster
  std::string stratum;
  core::Collective collective = core::Collective::AllReduce;
  sim::Way forced;             // unnamed: NCCL chose
  sim::Way way;                // that it probably used; unnamed: messages between pairs
  std::string choice_version;  // of the NCCL whose choice the algorithm is; empty: it was forced
  int nodes = 1;
  int ranks = 2;
  double bytes = 0;
  double measured_us = 0;
  double nccl_us = 0;   // NCCL's own model of the same; 0: none
  double event_us = 0;  // the event model's time by the given profile; 0: not asked for, or none
  bool is_replaced = false;  // our NCCL lacks what was forced; its own choice instead
  sim::cost::terms::MachineKind kind;
  sim::cost::terms::Terms terms;
};

/// How a measured call was probably carried, and its terms.
struct CallTerms {
  sim::cost::PricedCall carried;
  sim::Way way;                                       // unnamed for messages between pairs
  std::optional<sim::nccl::call::Decision> decision;  // nothing for messages between pairs
  bool is_replaced = false;                           // as in Observation
  sim::cost::terms::Terms terms;
  int gpus_per_process = 0;  // 0: those of the job
};

/// The largest message that the network of that kind sends at once, by the profile; 0: unknown.
double eager_bytes(const core::Profile& profile, const sim::cost::terms::MachineKind& kind);

/// Nothing where the job has one rank, NCCL would fail, or the cost model has no answer. Does not
/// depend on the measured time. \param eager eager_bytes() of the bench's kind
std::optional<CallTerms> terms_of(const Bench& bench, const Measurement& measurement, double eager);

/// The same with what else is known of the measurement.
std::optional<Observation> observe(const Bench& bench, const Measurement& measurement,
                                   const core::Profile& profile);

/// A profile's parameters for one kind of machine. \pre the profile is whole
sim::cost::Parameters whole_parameters(const core::Profile& profile,
                                       const sim::cost::terms::MachineKind& kind);

/// The call that it is to the cost model; lives as long as the observation.
sim::cost::CallName call_of(const Observation& observation);

/// The cost model's estimate for it. \pre the parameters are those of its kind of machine
sim::estimates::Estimate estimate_of(const Observation& observation,
                                     const sim::cost::Parameters& parameters);

// Selects and groups observations.

using Rows = std::vector<const Observation*>;

/// Pointers to all observations, which must outlive the result.
Rows pointers_to(const std::vector<Observation>& observations);

/// The rows with these numbers, in the order of the numbers.
Rows picked(std::span<const Observation* const> rows, const std::vector<std::size_t>& numbers);

/// The rows of `all` that are not in `some`, in order.
Rows without(std::span<const Observation* const> all, const Rows& some);

/// The numbers of each series' rows, by size; equal sizes keep their order.
std::map<std::string, std::vector<std::size_t>> series_of(std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
