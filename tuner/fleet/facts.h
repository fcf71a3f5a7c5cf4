// What each host of a kind has, fact by fact, as far as hosts differ in it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tuner/fleet/fleet.h"

namespace treering::tuner::fleet {

struct FactKey {
  std::string topic;
  std::string name;    // of what differs
  std::string device;  // as the usual host names it; empty: the whole host
  auto operator<=>(const FactKey&) const = default;
};

/// What a host has; nothing where it does not report it.
struct Cell {
  std::optional<std::string> value;
  double ratio = 0;  // its rate over that of the usual host; 0 where it is no rate
};

struct Fact {
  diff::Weight weight = diff::Weight::Possible;
  std::vector<Cell> cells;  // by host of the kind, in the order of Kind::hosts
};

/// Facts in which at least one host differs from the usual one.
using Facts = std::map<FactKey, Fact>;

Facts facts_of(const std::vector<Host>& hosts, const Kind& kind);

}  // namespace treering::tuner::fleet
