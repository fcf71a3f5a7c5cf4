// One call, simulated event by event: how long it takes, what its links carry, and who waits for
// whom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/fault_costs.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/run.h"
#include "app/variants.h"
#include "core/call.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/rules/call.h"
#include "sim/way.h"

namespace treering::app {

struct SimulateRequest : simulation::RunRequest {
  core::Call call{.bytes = std::uint64_t{1} << 20U};
  bool is_barrier = false;              // in place of the call's collective and size
  std::optional<std::string> schedule;  // a file in place of an algorithm
  std::optional<std::uint64_t> memory;  // bytes that the run may take; else what is free here
  std::vector<int> without_nodes;  // of the job's; faults go by the numbers of those that are left
};

/// That a chunk makes one after another, as the cost model counts them.
struct Hops {
  int inside = 0;   // nodes
  int between = 0;  // nodes
  bool operator==(const Hops&) const = default;
};

/// Another protocol of the algorithm, by the cost model.
struct FasterProtocol {
  std::string protocol;
  core::Duration cost;
  bool operator==(const FasterProtocol&) const = default;
};

struct SimulateReport : simulation::RunFigures {
  setup::Setup job;
  core::Call call;  // its size rounded as nccl-tests does; 0 of a barrier
  bool is_barrier = false;
  std::uint64_t asked_bytes = 0;
  sim::nccl::Shape shape;
  setup::TimeModelName time_model;
  sim::Way way;            // its algorithm "Ring", "ring_2d", or the name of a schedule's file
  std::string what_it_is;  // "ring through all ranks, node by node"; empty of a schedule's file
  std::uint64_t chunk_bytes = 0;    // 0: the data are not cut into chunks, or a barrier
  std::uint64_t message_bytes = 0;  // the largest of a schedule's file; else 0
  bool has_second_tree = false;  // some of the job's channels follow it, in larger calls at least
  bool is_nccl_choice = false;
  bool is_in_nccl = true;
  std::vector<std::string> faults;  // as asked for

  core::Duration time;                 // of one of many calls in a row
  core::Duration single;               // of a single one, until all ranks have ended
  core::Duration before_messages;      // of `single`, what is left without the messages' time
  std::optional<core::Duration> cost;  // what the cost model says of the same; it knows no faults
  std::optional<sim::estimates::Interval> cost_interval;  // of 4 of 5 runs, where it knows
  std::optional<Hops> hops;                               // where it counts them
  std::optional<FasterProtocol> faster_protocol;  // by a tenth; where no protocol is asked for
  core::Duration bound;  // of the wires at their full rate, all nodes like the best of them
  std::vector<DecidingFact> deciding;  // on which the time of NCCL's own choice depends
  bool has_slow_links = false;
  std::optional<FaultCosts> fault_costs;  // where asked for, and there are faults
  simulation::Factors factors;
};

core::Result<SimulateReport> answer(const SimulateRequest& request);

/// size / time, and that times nccl-tests' factor.
core::Bandwidth algbw(const SimulateReport& report);
core::Bandwidth busbw(const SimulateReport& report);

}  // namespace treering::app
