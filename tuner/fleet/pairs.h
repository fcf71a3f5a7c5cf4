// Which cable, adapter or switch makes messages between some pairs of hosts slow.
//
// Of each size and pair of hosts the median of the results; a pair is slow if it takes kSlowPair
// times what is usual or more, at the largest size that most pairs have. Usual is what the
// fastest quarter of the pairs below one leaf switch takes, else of all: one of few hosts with a
// slow link makes most messages slow. If pairs with one host are slow, and no others, it is that
// host's adapter or cable; if those between the hosts of a leaf switch and all others are, and no
// others, it is that switch's uplinks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/fleet/fleet.h"
#include "tuner/measure/record.h"

namespace treering::tuner::fleet {

/// The end of a message: a rank, and its host where the results name it.
struct PairEnd {
  int rank = 0;
  std::optional<std::size_t> host;  // of the fleet
  bool operator==(const PairEnd&) const = default;
};

struct SlowPair {
  PairEnd from;
  PairEnd to;
  double us = 0;
};

/// What slow pairs have in common.
struct PairCause {
  enum class What : std::uint8_t {
    Host,      // all messages of one rank: its adapter, its cable
    Sends,     // those that it sends
    Receives,  // those that it receives
    Leaf,      // those that leave or reach the hosts of a leaf switch
    None,      // single pairs
  };
  What what = What::None;
  std::optional<PairEnd> end;    // of Host, Sends and Receives
  std::vector<CableEnd> cables;  // that host's; empty where no fabric shows them
  /// Of Leaf its switch; two where there are no others, so that it may be either.
  std::vector<std::string> leaves;
};

struct PairCheck {
  std::uint64_t bytes = 0;  // of the messages that are judged
  std::size_t pairs = 0;    // that were measured at that size, between two nodes
  double usual_us = 0;      // of them
  std::vector<SlowPair> slow;
  std::vector<PairCause> causes;  // of all slow ones
};

/// As in hosts::kTolerance: nine of ten calls of equal links are nearer.
inline constexpr double kSlowPair = 1.25;

/// Nothing where fewer than three pairs of ranks were measured. \param cables may be null
std::optional<PairCheck> check_pairs(const std::vector<measure::Record>& records,
                                     const std::vector<Host>& hosts, const Cables* cables);

/// In the environment of a result: the marks of the hosts of all ranks (core/text/hash.h), with ';'
/// between them.
inline constexpr const char* kHostsByRankFact = "hosts_by_rank";

}  // namespace treering::tuner::fleet
