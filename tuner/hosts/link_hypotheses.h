// What calls would take if a link carried less than it should: the hypotheses that a check of hosts
// lays beside its measurements.
//
// A hypothesis may have a latency of its own, that which makes the smallest calls take what they
// took on its links. With one latency for all, the one that fits links without a fault, what a slow
// link does to the smallest calls counts as latency, and may hide the link in the larger ones.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "sim/hosts/host_time.h"
#include "tuner/hosts/host_check.h"

namespace treering::tuner::hosts {

/// In place of a rank: every link.
inline constexpr int kEveryLink = -1;

struct Hypothesis {
  SlowLink link;  // of a rank or kEveryLink; `explained` counts judged rows
  double latency_us = 0;
  bool is_possible = true;  // no call is faster than its links could carry it
  double misfit = 0;        // how badly the judged rows fit; 0: all within the tolerance
};

/// Whether a pattern of what ran is known.
bool has_known_pattern(const Row& row, int ranks);

/// The call of the row, ready to be timed. \pre its pattern is known
sim::hosts::LaidOut laid_out(const Row& row, const sim::hosts::Hosts& hosts);

/// What the links alone take, if each message found them idle and its first bytes passed at once. 0
/// or less where all of it did. \pre its pattern is known
double time_if_idle_us(const Row& row, const sim::hosts::Hosts& hosts);

Expected expected_of(const sim::hosts::LaidOut& call, const sim::hosts::Hosts& hosts);

/// Whether the time is beyond what is expected and the tolerance.
bool is_slow(double measured_us, const Expected& expected);

/// How badly the time fits: 0 within the tolerance; an outlier counts no more than a row beyond all
/// doubt.
double misfit_of(const Row& row, const Expected& expected);

/// What rows share that differ in their size alone.
struct Kind {
  core::Collective collective = core::Collective::AllReduce;
  std::optional<measure::Pair> pair;
  std::string algorithm;
  auto operator<=>(const Kind&) const = default;
};

Kind kind_of(const Row& row);

/// The rows that shares are fitted to, the largest first, for they tell a wrong share soonest:
/// those of the least and of the largest size, and the judged ones. Each of these is priced for
/// each link and share, so a kind that has more than 32 rows is represented by 32, spread evenly
/// over its sizes. \pre there are rows
std::vector<Row> rows_to_fit(const std::vector<Row>& rows);

enum class Latency {
  Given,   // that of the hosts
  Fitted,  // to the smallest calls
};

/// The link of a rank, or every one, has that share of its rate. \pre there are rows, and their
/// patterns are known
Hypothesis supposed(const std::vector<Row>& rows, const sim::hosts::Hosts& hosts,
                    const SlowLink& link, Latency latency);

/// Likewise with the share that fits the judged rows best, of those that are possible. Without any
/// that is, and less than the whole, with the whole.
Hypothesis fitted(const std::vector<Row>& rows, const sim::hosts::Hosts& hosts, int rank,
                  Latency latency);

/// What the rows take if it is true.
std::vector<Expected> times_if(const Hypothesis& one, const std::vector<Row>& rows,
                               const sim::hosts::Hosts& hosts);

/// How well it fits the rows, which take these times if it is true; of them it may have seen some.
void weigh(const std::vector<Row>& rows, const std::vector<Expected>& times, Hypothesis& one);

/// The links of a hypothesis, with its latency.
sim::hosts::Hosts hosts_if(const Hypothesis& one, sim::hosts::Hosts hosts);

}  // namespace treering::tuner::hosts
