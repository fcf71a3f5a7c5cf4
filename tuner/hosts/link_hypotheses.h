// What calls would take if a link carried less than it should: the hypotheses that a check of hosts
// lays beside its measurements.
//
// A hypothesis may have a latency of its own, that which makes the smallest calls take what they
// took on its links. With one latency for all, the one that fits links without a fault, what a slow
// link does to the smallest calls counts as latency, and may hide the link in the larger ones.
#pragma once

#include <optional>
#include <vector>

#include "sim/hosts/host_time.h"
#include "tuner/hosts/host_check.h"

namespace treering::tuner::hosts {

/// In place of a rank: every link.
inline constexpr int kEveryLink = -1;

struct Hypothesis {
  SlowLink link;  // of a rank or kEveryLink; `explained` counts judged rows
  double latency_us = 0;
  bool is_possible = true;      // no call is faster than its links could carry it
  double misfit = 0;            // how badly the judged rows fit; 0: all within the tolerance
  std::vector<Expected> times;  // by row
};

/// What the row takes on these links. Nothing where no pattern of what ran is known.
std::optional<double> time_us(const Row& row, const sim::hosts::Hosts& hosts);

/// What the links alone take, if each message found them idle and its first bytes passed at once. 0
/// or less where all of it did. \pre its pattern is known
double time_if_idle_us(const Row& row, const sim::hosts::Hosts& hosts);

/// \pre its pattern is known
Expected expected_of(const Row& row, sim::hosts::Hosts hosts);

/// Whether the time is beyond what is expected and the tolerance.
bool is_slow(double measured_us, const Expected& expected);

/// How badly the time fits: 0 within the tolerance; an outlier counts no more than a row beyond all
/// doubt.
double misfit_of(const Row& row, const Expected& expected);

/// Whether they differ in their size alone.
bool are_of_a_kind(const Row& one, const Row& other);

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

/// The links of a hypothesis, with its latency.
sim::hosts::Hosts hosts_if(const Hypothesis& one, sim::hosts::Hosts hosts);

}  // namespace treering::tuner::hosts
