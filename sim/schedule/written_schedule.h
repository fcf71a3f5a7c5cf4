// A schedule as people write it: steps name ranks, and connections follow from them.
#pragma once

#include <compare>
#include <vector>

#include "sim/schedule/contract.h"

namespace treering::sim::schedule {

/// A stream, named from another one of the same channel.
struct Address {
  int agent = 0;
  int number = 0;  // among the agent's streams of the channel
  auto operator<=>(const Address&) const = default;
};

struct WrittenStep {
  std::vector<Address> receive;
  std::vector<Address> send;
  std::vector<Range> data;
  bool takes_own = false;
  bool keeps = false;
};

struct WrittenStream {
  Address address;
  int channel = 0;
  std::vector<WrittenStep> steps;
};

struct WrittenSchedule {
  Contract contract;
  int agents = 0;
  int slots = 1;
  std::vector<WrittenStream> streams;
};

}  // namespace treering::sim::schedule
