// A grid before anything is measured: the times that a model expects, and what is believed of its
// errors.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "tuner/models/call_model.h"
#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

// What a model expects of a grid before anything is measured.

/// Fills `expected_us` and `own_way`. Where the model has no time for a number of channels, a way
/// is expected to take as long as with the library's own number.
void expect(const models::CallModel& model, Grid& grid);

/// Cells whose way leaves algorithm or protocol open, though not both, and that the library carries
/// as another way of the grid: `missing` from now on, as one of the two is enough.
void leave_out_repeats(const models::CallModel& model, SweptGrid& swept);

// What is believed of a grid before anything is measured: how large the parts of belief.h are, and
// how far they reach.

/// Standard deviations in ln us, and the distance over which smooth parts change, in octaves of the
/// size.
struct Prior {
  double common = 0;
  double common_octaves = 0;
  double level = 0;
  double change = 0;
  double change_octaves = 0;
  double jump = 0;
  /// How many times larger the jump is where a call's time is all latency: there the ways' own
  /// turns of processors and switches decide, of which models know least.
  double latency = 1;
  double own = 0;  // of the library's own choice beside the way that it is expected to be
};

/// What the covariances of a grid under all priors have in common. \pre it outlives them
class GridPairs {
 public:
  explicit GridPairs(const Grid& grid);

  [[nodiscard]] std::size_t sizes() const { return octaves_.size(); }
  [[nodiscard]] std::size_t ways() const { return count_; }
  /// The library's own choice is the way that it is expected to be.
  [[nodiscard]] std::size_t way_of(Cell cell) const { return ways_[cell.size * count_ + cell.way]; }
  [[nodiscard]] const std::vector<double>& latency() const { return latency_; }
  /// size x size: how alike what changes over so many octaves is at two sizes, 0 to 1.
  const std::vector<double>& alike(double over_octaves) const;

 private:
  std::vector<double> octaves_;  // log2 of each size
  std::size_t count_;
  std::vector<std::size_t> ways_;  // by cell
  std::vector<double> latency_;    // latency_shares()
  mutable std::map<double, std::vector<double>> alike_;
};

/// The covariance of cells under a prior, by pairs of sizes: a grid has far more pairs of cells.
class Covariance {
 public:
  /// None at all.
  explicit Covariance(const GridPairs& pairs);
  Covariance(const GridPairs& pairs, const Prior& prior);

  /// Adds another of the same grid, so many times.
  void add(const Covariance& other, double times);

  [[nodiscard]] double between(Cell one, Cell other) const {
    const std::size_t pair = one.size * pairs_->sizes() + other.size;
    const std::size_t way = pairs_->way_of(one);
    if (way != pairs_->way_of(other)) return common_[pair];
    const bool is_own = one.way != way && one == other;
    return same_way_[pair] + (is_own ? own_ : 0);
  }

 private:
  const GridPairs* pairs_;
  double own_ = 0;
  std::vector<double> common_;    // size x size: of different ways
  std::vector<double> same_way_;  // likewise, of one way
};

/// By size: the share of a call's time that does not grow with its size, 0 to 1, as the times that
/// are expected rise beside it; the middle of all ways. 0 where there is no model, or one size.
std::vector<double> latency_shares(const Grid& grid);

/// ln us by cell; where the model has no time, the middle of those that it has at this size. 0
/// without a model.
std::vector<double> expected_of(const Grid& grid);

/// A prior, and ln of its weight before anything is measured.
struct PossiblePrior {
  Prior prior;
  double preference = 0;
};

/// All combinations of smaller and larger parts. One step from the middle halves the weight.
std::vector<PossiblePrior> possible_priors(const Grid& grid);

}  // namespace treering::tuner::tune
