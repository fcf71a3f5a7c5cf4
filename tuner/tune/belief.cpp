#include "tuner/tune/belief.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include <Eigen/Cholesky>

#include "tuner/stats/quantiles.h"
#include "tuner/tune/prior.h"

namespace treering::tuner::tune {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Eigen::Index at(std::size_t index) {
  return static_cast<Eigen::Index>(index);
}

double squared(double x) {
  return x * x;
}

// ---- noise ----

// Medians of launches of one configuration lie so far apart, as a share: shaped clusters of two to
// eight ranks (tests/data/measured/shaped-*.jsonl) and published repeats show 1 to 5 %.
constexpr double kUsualNoise = 0.03;
// That is worth as much as so many repeats.
constexpr double kUsualWeight = 4;

struct Spread {
  double squares = 0;
  double freedom = 0;

  void add(const std::vector<double>& values) {
    double mean = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    for (const double value : values) squares += squared(value - mean);
    freedom += static_cast<double>(values.size()) - 1;
  }

  [[nodiscard]] double variance(double usual) const {
    return (kUsualWeight * usual + squares) / (kUsualWeight + freedom);
  }
};

/// ln us of the launches of each cell.
using ByCell = std::map<std::size_t, std::vector<double>>;

ByCell by_cell(const std::vector<Observation>& observations) {
  ByCell result;
  for (const Observation& one : observations) result[one.cell].push_back(std::log(one.us));
  return result;
}

/// Small calls scatter more than large ones: each size has its own noise, which all sizes inform.
std::vector<double> noise_of(const Grid& grid, const ByCell& launches) {
  Spread all;
  std::vector<Spread> of_size(grid.sizes.size());
  for (const auto& [cell, values] : launches) {
    all.add(values);
    of_size[grid.cell_at(cell).size].add(values);
  }
  const double usual = all.variance(squared(kUsualNoise));
  std::vector<double> result(grid.cells());
  for (std::size_t cell = 0; cell < result.size(); ++cell) {
    result[cell] = of_size[grid.cell_at(cell).size].variance(usual);
  }
  return result;
}

/// What is known of each measured cell: the middle of its launches, and the variance of that.
struct Data {
  std::vector<std::size_t> cells;
  Vector values;    // ln us beyond what is expected
  Vector variance;  // of them
};

/// The median of many normal values has pi/2 times the variance of their mean; of one or two it is
/// the mean.
double variance_of_median(std::size_t count, double of_one) {
  return of_one * (count <= 2 ? 1 : std::numbers::pi / 2) / static_cast<double>(count);
}

// ---- posterior ----

Data data_of(const Grid& grid, const std::vector<Observation>& observations,
             const std::vector<double>& noise) {
  const std::vector<double> expected = expected_of(grid);
  const ByCell launches = by_cell(observations);
  Data data{{}, Vector(at(launches.size())), Vector(at(launches.size()))};
  for (const auto& [cell, values] : launches) {
    const Eigen::Index row = at(data.cells.size());
    data.values[row] = stats::quantile(values, 0.5) - expected[cell];
    data.variance[row] = variance_of_median(values.size(), noise[cell]);
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
double log_likelihood(const Grid& grid, const Prior& prior, const Data& data) {
  const Eigen::LLT<Matrix> root(covariance_of(grid, Covariance(grid, prior), data));
  const Vector scaled = root.matrixL().solve(data.values);
  const double log_root_of_determinant = root.matrixLLT().diagonal().array().log().sum();
  return -scaled.squaredNorm() / 2 - log_root_of_determinant;
}

/// A prior, and how likely it is after what was measured.
struct Weighted {
  Prior prior;
  double weight = 0;
};

/// Lighter ones change nothing that is seen.
constexpr double kLeastWeight = 1e-3;

/// The weights add up to 1.
std::vector<Weighted> likely_priors(const Grid& grid, const Data& data) {
  std::vector<Weighted> result;
  for (const PossiblePrior& one : possible_priors(grid)) {
    const double log_weight =
        one.preference + (data.cells.empty() ? 0 : log_likelihood(grid, one.prior, data));
    result.push_back({one.prior, log_weight});
  }
  const double greatest = std::ranges::max(result, {}, &Weighted::weight).weight;
  for (Weighted& one : result) one.weight = std::exp(one.weight - greatest);
  std::erase_if(result, [](const Weighted& one) { return one.weight < kLeastWeight; });
  double sum = 0;
  for (const Weighted& one : result) sum += one.weight;
  for (Weighted& one : result) one.weight /= sum;
  return result;
}

Matrix covariance_of_all(const Grid& grid, const Covariance& covariance) {
  Matrix result(at(grid.cells()), at(grid.cells()));
  for (std::size_t one = 0; one < grid.cells(); ++one) {
    for (std::size_t other = 0; other <= one; ++other) {
      result(at(one), at(other)) = result(at(other), at(one)) =
          covariance.between(grid.cell_at(one), grid.cell_at(other));
    }
  }
  return result;
}

struct Normal {
  Vector mean;
  Matrix covariance;
};

/// What is left unknown of all cells under one prior.
Normal posterior_of(const Grid& grid, const Prior& prior, const Data& data) {
  const std::vector<double> expected = expected_of(grid);
  const Covariance covariance(grid, prior);
  Normal result{Eigen::Map<const Vector>(expected.data(), at(expected.size())),
                covariance_of_all(grid, covariance)};
  if (data.cells.empty()) return result;
  const Eigen::LLT<Matrix> root(covariance_of(grid, covariance, data));
  Matrix towards(data.values.size(), result.covariance.cols());
  for (Eigen::Index row = 0; row < towards.rows(); ++row) {
    towards.row(row) = result.covariance.row(at(data.cells[static_cast<std::size_t>(row)]));
  }
  result.mean += towards.transpose() * root.solve(data.values);
  const Matrix scaled = root.matrixL().solve(towards);
  result.covariance.selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose(), -1);
  result.covariance.triangularView<Eigen::StrictlyUpper>() = result.covariance.transpose();
  return result;
}

Belief belief_of(const Normal& normal, std::vector<double> noise) {
  Belief result;
  result.mean.assign(normal.mean.data(), normal.mean.data() + normal.mean.size());
  // Symmetric: columns are rows.
  result.covariance.assign(normal.covariance.data(),
                           normal.covariance.data() + normal.covariance.size());
  result.noise = std::move(noise);
  return result;
}

}  // namespace

Belief believe(const Grid& grid, const std::vector<Observation>& observations) {
  std::vector<double> noise = noise_of(grid, by_cell(observations));
  const Data data = data_of(grid, observations, noise);
  const Eigen::Index cells = at(grid.cells());
  Normal all{Vector::Zero(cells), Matrix::Zero(cells, cells)};
  for (const Weighted& one : likely_priors(grid, data)) {
    const Normal posterior = posterior_of(grid, one.prior, data);
    all.mean += one.weight * posterior.mean;
    all.covariance +=
        one.weight * (posterior.covariance + posterior.mean * posterior.mean.transpose());
  }
  all.covariance -= all.mean * all.mean.transpose();
  return belief_of(all, std::move(noise));
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
