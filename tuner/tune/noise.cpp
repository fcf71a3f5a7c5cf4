#include "tuner/tune/noise.h"

#include <cmath>

namespace treering::tuner::tune {
namespace {

double squared(double x) {
  return x * x;
}

/// What all sizes have in common is worth as much as so many repeats of one.
constexpr double kWeightOfAll = 4;

}  // namespace

ByCell by_cell(const std::vector<Observation>& observations) {
  ByCell result;
  for (const Observation& one : observations) result[one.cell].push_back(std::log(one.us));
  return result;
}

void Spread::add(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += squared(value - mean);
  freedom += static_cast<double>(values.size()) - 1;
}

Repeats::Repeats(const Grid& grid, const ByCell& launches) : of_size_(grid.sizes.size()) {
  for (const auto& [cell, values] : launches) {
    all_.add(values);
    of_size_[grid.cell_at(cell).size].add(values);
  }
}

std::vector<double> Repeats::variances(const Grid& grid, double sd) const {
  std::vector<double> result(grid.cells());
  for (std::size_t cell = 0; cell < result.size(); ++cell) {
    result[cell] = of_size_[grid.cell_at(cell).size].variance(squared(sd), kWeightOfAll);
  }
  return result;
}

double Repeats::log_likelihood(double sd) const {
  return -all_.freedom * std::log(sd) - all_.squares / (2 * squared(sd));
}

}  // namespace treering::tuner::tune
