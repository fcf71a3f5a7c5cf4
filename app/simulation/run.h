// Every simulated run: what is asked of it, and the figures that it answers with.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/carried.h"
#include "app/simulation/faults.h"
#include "app/simulation/path.h"
#include "app/simulation/recorded.h"
#include "app/work/patience.h"
#include "app/work/work.h"
#include "sim/engine/simulate.h"
#include "sim/machine/call_run.h"
#include "sim/machine/flow_costs.h"
#include "sim/way.h"

namespace treering::app::simulation {

// What is asked of every call that is simulated, alone or over sizes.

struct CallRequest {
  setup::JobRequest job;
  setup::TimeModelRequest time_model;
  sim::Way way;  // names in any case, an empty one as NCCL chooses; channels do not count
};

// What is asked of every simulated run, whatever runs.

struct RunRequest : CallRequest {
  FaultsRequest faults;
  bool is_exact = false;         // every message one by one
  bool is_recorded = false;      // the report has the timeline
  bool compares_faults = false;  // the report has what the faults cost
  work::Announce announce;       // gets sentences for who waits
  work::Work work;
};

// How busy the links of a simulated call were.

/// Links that carry the same at the same rate.
struct BusyLink {
  std::string name;   // "node 0: GPU 0 -> NVSwitch"
  std::string users;  // "8 of dp", where several communicators run; else empty
  int links = 1;
  double bytes = 0;       // of data that each carries
  double wire_bytes = 0;  // the same with flags and whatever else the profile adds
  double gb_per_s = 0;    // the rate of each
  double busy_share = 0;
};

/// Words about a link.
struct LinkWords {
  std::function<std::string(sim::engine::LinkId)> name;
  std::function<std::string(sim::engine::LinkId)> users;
};

/// Those that carried something, equal ones of several nodes together, the busiest first.
std::vector<BusyLink> busy_links(const std::vector<double>& capacities, const LinkWords& words,
                                 const sim::engine::Outcome& outcome);
std::vector<BusyLink> busy_links(const sim::machine::CallRun& run,
                                 const sim::engine::Outcome& outcome);

// What every simulated run says, whatever ran.

/// What a call uses of the profile, as it uses it.
using Factors = std::vector<sim::machine::Factor>;

struct RunFigures {
  std::uint64_t transfers = 0;  // messages; of them
  std::uint64_t simulated = 0;  // one by one,
  std::uint64_t symmetric = 0;  // as others at the same time, or
  std::uint64_t periodic = 0;   // as before
  std::vector<BusyLink> links;  // the busiest first
  Path critical_path;
  std::optional<Recorded> recorded;  // where asked for
};

}  // namespace treering::app::simulation
