// The function that a fit minimises, and its linearisation: every row depends on a dozen of
// hundreds of unknowns, so the normal equations are summed row by row.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

/// An unknown of the fit: a logarithm, with its prior.
struct Unknown {
  std::string name;    // in the profile
  std::string system;  // of a scale; empty: for all
  double prior = 0;
  double spread = 1;
  bool is_held = false;  // at its prior
  double most = 0;       // the logarithm of what the quantity can be at most
  Evidence evidence;
};

/// A point or a direction: a number for each unknown.
using Numbers = std::vector<double>;

/// The linearisation at a point: the positive part of the second derivatives, and the gradient.
struct NormalEquations {
  Numbers information;  // a symmetric matrix, row after row
  Numbers gradient;
};

class FitProblem {
 public:
  FitProblem(const core::Profile& prior, std::span<const Observation* const> rows,
             const FitOptions& options);

  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  Numbers start() const;
  /// From here on this unknown stays at its prior. \pre it is there in all that is asked about
  void hold(std::size_t unknown) { unknowns_[unknown].is_held = true; }

  double cost(const Numbers& x) const;
  NormalEquations linearised(const Numbers& x) const;
  /// ln(measured / predicted), by row.
  std::vector<double> log_residuals(const Numbers& x) const;

 private:
  using Quantity = sim::cost::terms::Quantity;
  using Values = sim::cost::Values;

  /// The parameters of one kind of machine, by quantity.
  struct KindEntry {
    sim::cost::terms::MachineKind kind;
    std::vector<std::string> names;
    sim::cost::Parameters parameters;
  };

  /// Where a row's quantities are found.
  struct Sources {
    Values fixed;
    std::vector<std::pair<Quantity, std::size_t>> unknown;
  };

  const KindEntry& entry_of(const sim::cost::terms::MachineKind& kind);
  Sources sources_of(const Observation& row);
  /// Whether rows of one system may change the parameter, when the rest of the profile is fixed.
  bool is_looked_for(Quantity quantity, const std::string& name) const;
  /// The number of an unknown, which is added at the first request. Nothing: the parameter is
  /// fixed.
  std::optional<std::size_t> number_of(const KindEntry& entry, Quantity quantity,
                                       const std::string& system);
  void count_evidence();
  void balance_systems();
  Values values_at(const Numbers& exponentials, std::size_t row) const;
  double log_residual(const Numbers& exponentials, std::size_t row) const;

  const core::Profile& prior_;
  std::span<const Observation* const> rows_;
  FitOptions options_;
  std::vector<KindEntry> kinds_;
  std::vector<Unknown> unknowns_;
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
  std::vector<Sources> sources_;
  std::vector<double> balance_;
};

}  // namespace treering::tuner::calibration
