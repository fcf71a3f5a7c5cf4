// Which way is the fastest at each size, as far as is known, and how sure that is.
//
// The chances are bounds from above: those of all other ways are added up, as if no two could be
// better at once (Boole's inequality).
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tune/belief.h"
#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

struct Rule {
  /// Ways whose times differ by no more, as a share, are a tie: nobody would see the difference.
  double tie = 0.02;
  /// A choice is settled once the chance that another way is faster by more than a tie is at most
  /// this, ...
  double most_doubt = 0.1;
  /// ... or once what choosing it loses, in the mean over all that is believed, is at most this
  /// share of its time.
  double most_loss = 0.003;
  /// How sure it must be that a way is faster than the library's own choice before it is
  /// recommended.
  double least_sureness = 0.95;
};

/// The choice at one size.
struct Standing {
  std::size_t way = 0;  // the choice
  double loss = 0;      // expected, as a share of its time: what the best way would save
  double doubt = 0;     // chance that another way is faster by more than a tie
  bool is_settled = false;
  bool is_tie = false;  // with the library's own choice, which is kept then
  /// Than the library's own choice, as fresh launches showed: confirm.h.
  bool is_faster = false;
  /// The way that seems the fastest, confirmed or not: another one than `way` only where that is
  /// not settled.
  std::size_t guess = 0;
};

/// ln of the time of `slow` over that of `fast`, both cells.
struct LogRatio {
  double mean = 0;
  double sd = 0;
};

LogRatio log_ratio(const Belief& belief, std::size_t slow, std::size_t fast);

/// Of a grid.
struct Known {
  const Grid& grid;
  const Belief& belief;
  const std::vector<bool>& possible;  // by cell
};

/// By size. The library's own choice is kept where it is as likely as not within a tie of the
/// fastest. A size without a possible way is settled, in full doubt.
std::vector<Standing> standings(const Known& known, const Rule& rule = {});

/// The loss and the doubt of choices that are made, by size, by what is believed now. One that this
/// leaves in doubt is settled no more.
void weigh(const Known& known, std::vector<Standing>& choices, const Rule& rule = {});

/// E[max(0, x)] of a normal x: Jones, Schonlau & Welch, "Efficient global optimization of expensive
/// black-box functions", Journal of Global Optimization 13 (1998), 455-492, equation 15.
double expected_excess(double mean, double sd);

/// P(x > 0) of a normal x.
double chance_above_zero(double mean, double sd);

}  // namespace treering::tuner::tune
