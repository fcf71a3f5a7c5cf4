// Random calls on built-in machines, healthy and with a slow link, each with its time by the event
// model and by the cost model.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/call.h"

namespace treering::bench {

struct Comparison {
  std::string topology;
  int nodes = 1;
  std::string fault;     // "0.25 of GPU 3"; empty: healthy
  std::string settings;  // "" or what makes the network reduce
  core::Collective collective = core::Collective::AllReduce;
  std::string algorithm;  // "pairs": messages between pairs
  std::string protocol;
  std::uint64_t bytes = 0;
  double event_us = 0;
  double cost_us = 0;

  /// |event / cost - 1|
  double difference() const;
};

/// A call drawn from `random`: a built-in machine, 1 to 128 nodes of it, in half of the draws with
/// the links of one device at a part of their rate on every node; a collective, one of the ways
/// that NCCL has for it there, and 8 B to 4 GiB. Nothing where one of the models has no time.
std::optional<Comparison> draw(std::mt19937_64& random);

}  // namespace treering::bench
