#include "tuner/tune/belief.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Cholesky>

#include "tuner/tune/noise.h"
#include "tuner/tune/prior.h"

namespace treering::tuner::tune {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Eigen::Index at(std::size_t index) {
  return static_cast<Eigen::Index>(index);
}

/// What is known of each measured cell: the middle of its launches, and the variance of that.
struct Data {
  std::vector<std::size_t> cells;
  Vector values;    // ln us beyond what is expected
  Vector variance;  // of them
};

// ---- posterior ----

Data data_of(const Grid& grid, const ByCell& launches, const std::vector<double>& noise) {
  const std::vector<double> expected = expected_of(grid);
  Data data{{}, Vector(at(launches.size())), Vector(at(launches.size()))};
  for (const auto& [cell, shots] : launches) {
    const Eigen::Index row = at(data.cells.size());
    const Shot middle = middle_of(shots, noise[cell]);
    data.values[row] = middle.value - expected[cell];
    data.variance[row] = middle.variance;
    data.cells.push_back(cell);
  }
  return data;
}

/// The covariance of what was measured, its noise with it.
Matrix covariance_of(const Grid& grid, const Covariance& covariance, const Data& data) {
  const Eigen::Index count = data.values.size();
  Matrix result(count, count);
  for (Eigen::Index row = 0; row < count; ++row) {
    const Cell cell = grid.cell_at(data.cells[static_cast<std::size_t>(row)]);
    for (Eigen::Index column = 0; column <= row; ++column) {
      const Cell other = grid.cell_at(data.cells[static_cast<std::size_t>(column)]);
      result(row, column) = result(column, row) = covariance.between(cell, other);
    }
    result(row, row) += data.variance[row];
  }
  return result;
}

/// But for a constant.
double log_likelihood(const Grid& grid, const Covariance& covariance, const Data& data) {
  const Eigen::LLT<Matrix> root(covariance_of(grid, covariance, data));
  const Vector scaled = root.matrixL().solve(data.values);
  const double log_root_of_determinant = root.matrixLLT().diagonal().array().log().sum();
  return -scaled.squaredNorm() / 2 - log_root_of_determinant;
}

/// How much launches may scatter, and what was measured in that light.
struct Scatter {
  std::vector<double> noise;  // variance of one more launch, by cell
  Data data;
  double log_weight = 0;
};

/// Each step from the least noise halves the weight.
std::vector<Scatter> possible_scatters(const Grid& grid, const ByCell& launches) {
  const Repeats repeats(grid, launches);
  const std::vector<double> of_samples = sample_variances(grid, launches);
  std::vector<Scatter> result;
  double preference = 0;
  for (const double sd : kPossibleNoise) {
    std::vector<double> noise = repeats.variances(grid, sd);
    Data data = data_of(grid, launches, noise);
    for (std::size_t cell = 0; cell < noise.size(); ++cell) {
      noise[cell] += of_samples[grid.cell_at(cell).size];
    }
    const double log_weight = preference + repeats.log_likelihood(sd);
    result.push_back({std::move(noise), std::move(data), log_weight});
    preference -= std::numbers::ln2;
  }
  return result;
}

/// A prior and a scatter, and how likely they are after what was measured.
struct Weighted {
  Prior prior;
  const Scatter* scatter = nullptr;
  double weight = 0;
};

/// Lighter ones change nothing that is seen.
constexpr double kLeastWeight = 1e-3;

/// The weights add up to 1.
std::vector<Weighted> likely_priors(const Grid& grid, const GridPairs& pairs,
                                    const std::vector<Scatter>& scatters) {
  std::vector<Weighted> result;
  for (const PossiblePrior& one : possible_priors(grid)) {
    const Covariance covariance(pairs, one.prior);
    for (const Scatter& scatter : scatters) {
      const bool is_known = !scatter.data.cells.empty();
      const double likely = is_known ? log_likelihood(grid, covariance, scatter.data) : 0;
      result.push_back({one.prior, &scatter, one.preference + scatter.log_weight + likely});
    }
  }
  const double greatest = std::ranges::max(result, {}, &Weighted::weight).weight;
  for (Weighted& one : result) one.weight = std::exp(one.weight - greatest);
  std::erase_if(result, [](const Weighted& one) { return one.weight < kLeastWeight; });
  double sum = 0;
  for (const Weighted& one : result) sum += one.weight;
  for (Weighted& one : result) one.weight /= sum;
  return result;
}

/// Adds the covariance of all cells to the lower triangle.
void add_lower(const Grid& grid, const Covariance& covariance, Matrix& all) {
  for (std::size_t one = 0; one < grid.cells(); ++one) {
    for (std::size_t other = 0; other <= one; ++other) {
      all(at(one), at(other)) += covariance.between(grid.cell_at(one), grid.cell_at(other));
    }
  }
}

/// How data change the belief in all cells under one prior: the mean is shifted, and the
/// covariance is less by the square of `known`.
struct Update {
  Vector shift;
  Matrix known;  // data x cells
};

Update update_of(const Grid& grid, const Covariance& covariance, const Data& data) {
  const Eigen::Index cells = at(grid.cells());
  if (data.cells.empty()) return {Vector::Zero(cells), Matrix(0, cells)};
  const Eigen::LLT<Matrix> root(covariance_of(grid, covariance, data));
  Matrix towards(data.values.size(), cells);
  for (Eigen::Index row = 0; row < towards.rows(); ++row) {
    const Cell cell = grid.cell_at(data.cells[static_cast<std::size_t>(row)]);
    for (std::size_t other = 0; other < grid.cells(); ++other) {
      towards(row, at(other)) = covariance.between(cell, grid.cell_at(other));
    }
  }
  return {towards.transpose() * root.solve(data.values), root.matrixL().solve(towards)};
}

}  // namespace

// A mixture's covariance is the mean of its parts' covariances and that of their means. What they
// have before the data is added up by pairs of sizes, since there are few of these.
Belief believe(const Grid& grid, const std::vector<Observation>& observations) {
  const std::vector<Scatter> scatters = possible_scatters(grid, by_cell(grid, observations));
  const GridPairs pairs(grid);
  const Eigen::Index cells = at(grid.cells());
  Covariance before(pairs);
  Vector shift = Vector::Zero(cells);
  Matrix covariance = Matrix::Zero(cells, cells);  // lower triangle
  Vector noise = Vector::Zero(cells);
  for (const Weighted& one : likely_priors(grid, pairs, scatters)) {
    const Covariance prior(pairs, one.prior);
    const Update update = update_of(grid, prior, one.scatter->data);
    before.add(prior, one.weight);
    shift += one.weight * update.shift;
    if (update.known.rows() > 0) {
      auto lower = covariance.selfadjointView<Eigen::Lower>();
      lower.rankUpdate(update.known.transpose(), -one.weight);
      lower.rankUpdate(update.shift, one.weight);
    }
    noise += one.weight * Eigen::Map<const Vector>(one.scatter->noise.data(), cells);
  }
  covariance.selfadjointView<Eigen::Lower>().rankUpdate(shift, -1);
  add_lower(grid, before, covariance);
  covariance.triangularView<Eigen::StrictlyUpper>() = covariance.transpose();
  Belief belief;
  belief.mean = expected_of(grid);
  for (std::size_t cell = 0; cell < belief.mean.size(); ++cell)
    belief.mean[cell] += shift[at(cell)];
  // Symmetric: columns are rows.
  belief.covariance.assign(covariance.data(), covariance.data() + covariance.size());
  belief.noise.assign(noise.data(), noise.data() + cells);
  return belief;
}

Belief after_one_more(Belief belief, std::size_t cell) {
  const std::size_t cells = belief.cells();
  const double variance = belief.between(cell, cell) + belief.noise[cell];
  std::vector<double> towards(cells);
  for (std::size_t one = 0; one < cells; ++one) towards[one] = belief.between(one, cell);
  for (std::size_t one = 0; one < cells; ++one) {
    for (std::size_t other = 0; other < cells; ++other) {
      belief.covariance[one * cells + other] -= towards[one] * towards[other] / variance;
    }
  }
  return belief;
}

}  // namespace treering::tuner::tune
