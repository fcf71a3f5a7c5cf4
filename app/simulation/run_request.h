// What is asked of every simulated run, whatever runs.
#pragma once

#include "app/simulation/call_request.h"
#include "app/simulation/faults.h"
#include "app/work/patience.h"
#include "app/work/work.h"

namespace treering::app::simulation {

struct RunRequest : CallRequest {
  FaultsRequest faults;
  bool is_exact = false;     // every message one by one
  bool is_recorded = false;  // the report has the timeline
  work::Announce announce;   // gets sentences for who waits
  work::Work work;
};

}  // namespace treering::app::simulation
