// Simulated sweeps on hosts whose links are known: what is wrong with these, and what a check
// should say of it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/tuner/stats/series.h"
#include "tuner/hosts/host_check.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::hosts {

// Simulated sweeps on hosts whose links are known.

/// What every link should carry, in Gbit/s.
inline constexpr double kGbit = 0.1;

struct Sweep {
  std::string name;
  int ranks = 0;
  std::vector<measure::Configuration> calls;
};

/// Messages between pairs at one size and at several, all_reduce by every algorithm, and both, on
/// four and on eight ranks.
std::vector<Sweep> sweeps_of_ranks();

/// Medians of the calls. \param gbit of the ranks' links \param scatter standard deviation of the
/// times' logarithms
std::vector<measure::Summary> simulated(const Sweep& sweep, const std::vector<double>& gbit,
                                        double scatter, stats::Dice& dice);

// What may be wrong with links, and what a check should say of it.

/// The links of a simulated sweep.
struct Planted {
  std::vector<double> gbit;  // by rank
  std::vector<int> slow;     // ranks
};

struct Truth {
  std::string name;
  std::function<Planted(int ranks, stats::Dice&)> planted;
};

/// No slow link; one, of some rank, at 70, 50 and 20 % of its rate; two at 50 %; and all.
std::vector<Truth> truths();

enum class Answer {
  Right,   // the slow link and no other; all links; of two, that none explains it alone
  Open,    // it is among those named, alone or with others; too few calls; slow for no known cause
  Missed,  // as expected, with a slow link
  Wrong,   // an alarm without a slow link, or only others named
};
inline constexpr std::size_t kAnswers = 4;

Answer answer_of(const HostCheck& check, const Planted& planted);

/// The rate that the check gives a link, or every one, by the rate that it has. \pre the link is
/// among those that are planted slow, or is every one and all are
double found_by_planted(const SlowLink& link, const Planted& planted);

}  // namespace treering::tuner::hosts
