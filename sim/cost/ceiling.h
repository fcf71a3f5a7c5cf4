// The limits on how fast the data of a call moves, apart from latency: from the wires at their full
// rate, step by step, to all that the data passes. Each time is no shorter than the one before it,
// and no estimate of the call is shorter than the last.
#pragma once

#include <optional>
#include <string>

#include "core/units.h"
#include "sim/cost/estimate.h"
#include "sim/cost/parameters.h"
#include "sim/cost/terms/term.h"

namespace treering::sim::cost {

/// The share of a call's bytes on the wire that is data.
struct PayloadOf {
  double bytes = 0;  // of the call, as nccl-tests counts them
  double share = 1;  // the rest are flags of the protocol
};

/// The wires that take longest at their full rate.
struct WireLimit {
  std::string wires;          // "links of a GPU"
  core::Bandwidth rate;       // in one direction
  double traffic = 0;         // bytes of data over them for each byte of the call
  core::Duration time;        // of the data alone
  core::Duration with_flags;  // of all that the protocol sends
  bool operator==(const WireLimit&) const = default;
};

/// Something that data passes, and the time until the data is through it.
struct Passage {
  std::string what;
  core::Duration time;
  bool operator==(const Passage&) const = default;
};

struct Ceiling {
  std::optional<WireLimit> wires;  // nothing where no wire's rate is known
  /// The wires that take longest at the rate that they reach; nothing where none was measured.
  std::optional<Passage> reached;
  Passage transfer;  // with copies, proxies and whatever else moves the data
  bool operator==(const Ceiling&) const = default;
};

/// Nothing where no wire's rate is known.
std::optional<WireLimit> wire_limit(const terms::Terms& terms, const PayloadOf& payload);

Ceiling ceiling(const terms::Terms& terms, const Parameters& parameters, const CallName& call,
                const PayloadOf& payload);

}  // namespace treering::sim::cost
