// Small clusters to simulate schedules on, and outcomes compared.
#pragma once

#include <cstdint>
#include <string>

#include "sim/engine/simulate.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::testing {

/// Links are: out of each rank, into each rank, out of each node, into each node. Switches have
/// links of their own.
struct Cluster {
  int ranks = 8;
  int per_node = 4;
  double inside = 150;  // bytes/us
  double network = 25;
  double rate = 60;            // of a stream
  bool is_posted = true;       // by proxies, to other nodes
  double head = 1;             // of messages inside nodes
  double step_us = 0.5;        // of a step without a message over links
  int slow_link = -1;          // has half its capacity
  int late_stream = -1;        // begins at 30 us
  double latency_inside = 1;   // us
  double latency_network = 5;  // us
};

/// Refers to the schedule.
sim::engine::Wiring wiring_of(const sim::schedule::Schedule& schedule, const Cluster& cluster);

/// Whether the last bits of times decide on the result: where flows that share links push each
/// other away from a balance, differences grow from step to step. Found by other units of time.
bool rounding_decides(const sim::schedule::Schedule& schedule, const Cluster& cluster);

/// Empty where times, traffic and loads are equal to 1e-9; else a sentence.
std::string difference(const sim::engine::Outcome& shortened, const sim::engine::Outcome& full);

}  // namespace treering::testing
