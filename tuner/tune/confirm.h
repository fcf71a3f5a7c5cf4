// Claims that a way is faster than the library's own choice, and the fresh launches that confirm
// them.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "tuner/tune/grid.h"
#include "tuner/tune/noise.h"
#include "tuner/tune/standing.h"

namespace treering::tuner::tune {

// What seems faster than the library's own choice, so that fresh launches should confirm it
// (confirm.h). The fewer claims, the fewer launches that takes: sizes that follow each other are
// one claim as long as one way may be the fastest at all of them.

/// A way over sizes that follow each other.
struct Claim {
  std::size_t first = 0;  // size
  std::size_t last = 0;
  std::size_t way = 0;
  std::size_t own = 0;  // the library's own choice
  /// Expected, ln of the times, by size from the first on; empty: the same at all.
  std::vector<double> gains;

  /// Summed over the sizes.
  [[nodiscard]] double saving() const;
  [[nodiscard]] double gain_at(std::size_t size) const {
    return gains.empty() ? 1 : gains[size - first];
  }
};

/// At each size whose choice is another than the library's own: ways that seem faster than that
/// with a chance of 80 %, and are not known, with the same chance, to be slower than the choice by
/// more than a tie. Of several for a claim the one of which most is confirmed, else the one that
/// saves most. \param standings by size \param pairs how many fresh pairs a claim has
std::vector<Claim> claims_of(const Known& known, const std::vector<Standing>& standings,
                             const std::function<std::size_t(const Claim&)>& pairs,
                             const Rule& rule = {});

// Whether ways that seem faster than the library's own choice are: shown by fresh launches of both
// that had no part in choosing them. What is chosen as the fastest of several seems faster than it
// is, the more so the more its times scatter.
//
// A claim is a way over sizes that follow each other. Each fresh launch measures it and the
// library's own choice at one of them, so that what the launch does to both cancels: the middle one
// first, then the ends, where another way takes over and the gain is least, then all by turns.
//
//   gain       mean over the pairs of d = ln(own time / time of the way), each by its weight
//              w = g / v, g what other launches let expect of d: so where much should be gained
//              counts, and not only where times scatter least
//   its error  s^2 = sum w^2 v / (sum w)^2, v = 2 v(size) + what samples leave to both medians;
//              v(size), what a launch has for itself, is what repeats at this size show, pooled
//              with those of all sizes at the weight of four (a moderated t test: Smyth, "Linear
//              models and empirical Bayes methods for assessing differential expression in
//              microarray experiments", Statistical Applications in Genetics and Molecular Biology
//              3 (2004), article 3)
//   p          of a Student's t as large as gain / s or larger, over the share of this look
//              (kLooks), adjusted for the number of claims (Holm: tuner/stats/multiplicity.h)
//
// A claim is confirmed where p is at most 5 % and the plain mean of d is more than a tie. Two pairs
// are the least. From four on there are more only where those that there are make it likely to be
// faster.

/// A cell in a launch that only confirms.
struct Fresh {
  int launch = 0;
  Observation shown;
};

/// What is known of a grid's launches.
struct Evidence {
  std::vector<Observation> chosen_from;
  std::vector<Fresh> fresh;

  /// Both.
  [[nodiscard]] std::vector<Observation> all() const;
};

/// After so many pairs p is asked for, and may be wrong with this share of the whole error: the
/// shares add up to 1 (Bonferroni, as in alpha spending: Lan & DeMets, "Discrete sequential
/// boundaries for clinical trials", Biometrika 70 (1983), 659-663).
struct Look {
  std::size_t pairs = 0;
  double share = 0;
};
inline constexpr std::array<Look, 6> kLooks{
    {{2, 0.25}, {3, 0.25}, {4, 0.25}, {6, 0.25 / 3}, {8, 0.25 / 3}, {12, 0.25 / 3}}};
inline constexpr std::size_t kLeastPairs = kLooks.front().pairs;
inline constexpr std::size_t kMostPairs = kLooks.back().pairs;

/// Fresh pairs of a claim, at all of its sizes.
std::size_t pairs_of(const Grid& grid, const Evidence& evidence, const Claim& claim);

/// The size at which the next pair of a claim should be measured.
std::size_t next_size(const Grid& grid, const Evidence& evidence, const Claim& claim);

/// ln of the library's own time over that of the way, as fresh pairs show it: a mean, its standard
/// error, and how many repeats that error is worth.
struct Comparison {
  double gain = 0;
  double error = 0;
  double freedom = 0;  // 0: nothing shows how far launches lie apart
  double mean = 0;     // each pair alike
};

/// \pre there is a pair
Comparison compared(const Grid& grid, const Evidence& evidence, const Claim& claim);

/// Chance of such pairs where the way is not faster, looks adjusted for, claims not. 1 between
/// looks, and where the plain mean of the pairs is no more than a tie.
double p_of(const Grid& grid, const Evidence& evidence, const Claim& claim, const Rule& rule = {});

/// How many pairs in all it will usually take to confirm a claim, if it saves what is expected.
std::size_t pairs_needed(const Grid& grid, const Evidence& evidence, const Claim& claim);

/// Whether more pairs may confirm it.
bool is_worth_more(const Grid& grid, const Evidence& evidence, const Claim& claim,
                   const Rule& rule = {});

}  // namespace treering::tuner::tune
