// Whether collectives on CPUs are as fast as the links of their hosts allow, and which link is slow
// where they are not.
//
// A slow link holds back some calls more than others: a ring goes at its pace, a message between
// two other ranks does not feel it. So for each rank the model is asked what all calls would take
// if that rank's link were slow, and the share of its rate is fitted. A link is named only if it
// explains what was measured and no other one does, and if no call is faster than it could be then;
// messages between pairs of ranks always tell
// links apart, the collectives of symmetric algorithms never do. They also tell a rank that is late
// with its messages (slow_calls.h).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/measure/summary.h"

namespace treering::tuner::hosts {

/// How far a measured time may be beyond what the model says, as a factor, before it is odd: nine
/// of ten calls on shaped clusters of equal links are nearer (docs/validation.md).
inline constexpr double kTolerance = 1.25;

/// Rows that can say something of links.
inline constexpr std::size_t kFewest = 3;

/// What a call should take.
///
/// Large messages go when their receiver says that it is there. Where it is sending itself, what it
/// says waits behind its data, in socket and adapter, so that a link that could carry both ways at
/// once carries one after the other: more or less, as ranks happen to arrive. Two ranks that
/// exchange with each other alone stay in step.
struct Expected {
  double low_us = 0;   // both ways at once
  double high_us = 0;  // one after the other
  double us = 0;       // in between
};

struct Row {
  measure::Configuration configuration;
  std::string algorithm;   // what ran
  double measured_us = 0;  // the median
  /// What it took at least and at most, with what the samples, the ranks' starts and their clocks
  /// leave open.
  double least_us = 0;
  double most_us = 0;
  Expected expected;   // on the links as they should be
  Expected explained;  // with the slow link that was found; else as expected
  /// Whether the links decide what it should take; else latency does, and other work on the
  /// processors, so that it says nothing of links.
  bool is_judged = false;
  bool is_slow = false;  // judged, and beyond what is explained and the tolerance

  [[nodiscard]] double factor() const { return measured_us / expected.us; }
};

/// A link that carries less than it should.
struct SlowLink {
  int rank = 0;
  double gbit = 0;         // it should have
  double share = 1;        // of that, which it has; the largest that fits as well
  double least_share = 1;  // and the smallest
  /// Rows within the tolerance, if it is slow. For the first link of a check these are of all rows,
  /// for others of those that its share was fitted to.
  std::size_t explained = 0;

  /// The middle of what fits as well, by ratio.
  [[nodiscard]] double likely_share() const { return std::sqrt(share * least_share); }
};

/// What a late rank adds to its messages, beside those of equal size between other ranks.
struct LateMessages {
  std::size_t peers = 0;  // that it sends them to, or has them from
  std::uint64_t least_bytes = 0;
  double least_added_us = 0;     // to messages of that size
  std::uint64_t most_bytes = 0;  // the largest to which this would show
  double most_added_us = 0;
  bool is_one_size = false;   // then they do not tell a late rank from a slow link
  bool is_near_link = false;  // nor where they are in between: it may be such a link on busy cores

  [[nodiscard]] bool can_be_link() const { return is_one_size || is_near_link; }
  /// Whether larger messages are later by more than the turns that they take explain: asked,
  /// answered and sent.
  [[nodiscard]] bool grows() const {
    constexpr double kTurns = 4;
    return most_added_us > kTurns * least_added_us;
  }
};

/// A rank that is late with each message that it sends, or has part in.
struct LateRank {
  int rank = 0;
  std::optional<LateMessages> sent;
  std::optional<LateMessages> received;

  [[nodiscard]] bool can_be_link() const {
    return (!sent || sent->can_be_link()) && (!received || received->can_be_link());
  }
};

enum class Outcome {
  AsExpected,
  SlowLink,        // of one rank
  SlowLinks,       // of one or more of several ranks, which these rows cannot tell apart
  AllSlow,         // every link has less than it should
  OneOrAll,        // one link or every one, or some: these rows cannot tell which
  TooFast,         // faster than the rate of these links
  LateRank,        // is late with its messages, whatever their size
  LateOrSlowLink,  // of a rank: messages of one size, or on busy cores, cannot tell which
  Unexplained,     // slow, but neither a link nor all links nor chance explain it
  TooFew,          // rows, or sizes: latency and links are not told apart
};

struct HostCheck {
  Outcome outcome = Outcome::TooFew;
  double latency_us =
      0;  // of a message, from the smallest calls, with the slow link if one is found
  std::size_t judged = 0;  // rows
  std::vector<Row> rows;   // in the order of the summaries
  std::size_t slow = 0;    // of them, that take longer than the tolerance allows
  /// Rows of the greatest size, and those of them that are faster than the rate of the links,
  /// whatever starts and clocks leave open.
  std::size_t largest = 0;
  std::size_t too_fast = 0;
  /// Whether they are no chance.
  bool is_too_fast = false;
  /// Whether they are none even if each message found its links idle: the first bytes pass at
  /// once then.
  bool is_too_fast_for_idle = false;
  /// The calls among which a slow link was sought: where there are many, some of them, spread over
  /// their sizes.
  struct Sought {
    std::size_t calls = 0;  // 0: none was sought
    std::size_t of = 0;
  };
  Sought sought;
  /// Best first; rank -1 is every link: of AllSlow the only one, of OneOrAll among others.
  std::vector<SlowLink> links;
  std::vector<LateRank> late;         // of LateRank and LateOrSlowLink
  std::vector<std::string> left_out;  // calls without a time or a known pattern, each with a reason
};

/// \param gbit what the link of each rank should carry, each way
HostCheck check_hosts(const std::vector<measure::Summary>& summaries,
                      const std::vector<double>& gbit);

}  // namespace treering::tuner::hosts
