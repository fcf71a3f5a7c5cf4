#include "tuner/calibration/fit.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>
#include <unsupported/Eigen/NonLinearOptimization>

#include "core/assert.h"

namespace treering::tuner {
namespace {

using core::Parameter;
using core::Profile;
using sim::cost::kQuantities;
using sim::cost::kQuantityCount;
using sim::cost::QuantityEntry;
using sim::cost::Values;

constexpr std::string_view kScalePrefix = "scale.";
constexpr int kRounds = 8;             // of robust weights; they settle after five
constexpr double kUnidentified = 0.9;  // a posterior spread above this share of the prior's

bool is_scale(std::string_view name) {
  return name.starts_with(kScalePrefix);
}

/// What is looked for: logarithms, with their prior.
struct Unknown {
  std::string name;    // in the profile
  std::string system;  // of a scale; empty: for all
  double prior = 0;
  double spread = 1;
};

/// Where an observation's quantities are found.
struct Sources {
  std::array<int, kQuantityCount> unknown{};  // -1: fixed
  Values fixed;
};

class Problem {
 public:
  Problem(const Profile& prior, std::span<const Observation* const> rows, const FitOptions& options)
      : prior_(prior), rows_(rows), options_(options), weights_(rows.size(), 1) {
    for (const Observation* row : rows) sources_.push_back(sources_of(*row));
    balance_systems();
  }

  // What Eigen's Levenberg-Marquardt asks for.
  using Scalar = double;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  int inputs() const { return static_cast<int>(unknowns_.size()); }
  int values() const { return static_cast<int>(rows_.size() + unknowns_.size()); }

  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      residuals[index(i)] = root_weight(i) * log_residual(x, i);
    }
    for (int j = 0; j < inputs(); ++j) {
      const Unknown& one = unknowns_[static_cast<std::size_t>(j)];
      residuals[index(rows_.size()) + j] = (x[j] - one.prior) / one.spread;
    }
    return 0;
  }

  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& jacobian) const {
    jacobian.setZero();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto& terms = rows_[i]->terms;
      const auto slopes = sim::cost::sensitivity(terms, sim::cost::price(terms, values_at(x, i)));
      for (std::size_t q = 0; q < kQuantityCount; ++q) {
        const int j = sources_[i].unknown[q];
        if (j >= 0) jacobian(index(i), j) -= root_weight(i) * slopes[q];
      }
    }
    for (int j = 0; j < inputs(); ++j) {
      jacobian(index(rows_.size()) + j, j) = 1 / unknowns_[static_cast<std::size_t>(j)].spread;
    }
    return 0;
  }

  Eigen::VectorXd start() const {
    Eigen::VectorXd x(inputs());
    for (int j = 0; j < inputs(); ++j) x[j] = unknowns_[static_cast<std::size_t>(j)].prior;
    return x;
  }

  /// Rows far off count less in the next round.
  void reweigh(const Eigen::VectorXd& x) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double distance = log_residual(x, i) / options_.noise;
      weights_[i] = balance_[i] / std::sqrt(1 + distance * distance);
    }
  }

  double log_residual(const Eigen::VectorXd& x, std::size_t i) const {
    return std::log(rows_[i]->measured_us) -
           std::log(sim::cost::price(rows_[i]->terms, values_at(x, i)).time_us);
  }

  const std::vector<Unknown>& unknowns() const { return unknowns_; }

 private:
  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  double root_weight(std::size_t i) const { return std::sqrt(weights_[i]) / options_.noise; }

  /// An unknown's number; a new one where nobody asked for it before. -1: fixed.
  int number_of(const std::string& name, const std::string& system, const Parameter& parameter) {
    const bool is_free = options_.free == Free::All || is_scale(name);
    if (!is_free || parameter.spread <= 0) return -1;
    const auto [place, is_new] =
        numbers_.try_emplace({name, system}, static_cast<int>(unknowns_.size()));
    if (is_new) {
      unknowns_.push_back({name, system, std::log(parameter.value), parameter.spread});
    }
    return place->second;
  }

  Sources sources_of(const Observation& row) {
    Sources sources;
    for (const QuantityEntry& entry : kQuantities) {
      const std::string name = name_for(entry.value, row.kind);
      const auto found = prior_.parameters.find(name);
      TREERING_ASSERT(found != prior_.parameters.end(), "the prior profile is whole");
      const bool of_system = options_.free == Free::All && is_scale(name);
      sources.fixed[entry.value] = found->second.value;
      sources.unknown.at(static_cast<std::size_t>(entry.value)) =
          is_used(row, entry.value)
              ? number_of(name, of_system ? row.system : std::string(), found->second)
              : -1;
    }
    return sources;
  }

  static bool is_used(const Observation& row, sim::cost::Quantity quantity) {
    if (quantity == sim::cost::Quantity::ScaleTransfer) return true;
    return std::ranges::any_of(row.terms, [&](const sim::cost::Term& term) {
      return std::ranges::count(term.times, quantity) + std::ranges::count(term.per, quantity) > 0;
    });
  }

  Values values_at(const Eigen::VectorXd& x, std::size_t i) const {
    Values values = sources_[i].fixed;
    for (std::size_t q = 0; q < kQuantityCount; ++q) {
      const int j = sources_[i].unknown[q];
      if (j >= 0) values.list[q] = std::exp(x[j]);
    }
    return values;
  }

  void balance_systems() {
    std::map<std::string, double> rows_of;
    for (const Observation* row : rows_) rows_of[row->system] += 1;
    for (const Observation* row : rows_) {
      const double share = options_.rows_per_system / rows_of[row->system];
      balance_.push_back(options_.free == Free::All ? std::min(1.0, std::sqrt(share)) : 1);
    }
    weights_ = balance_;
  }

  const Profile& prior_;
  std::span<const Observation* const> rows_;
  FitOptions options_;
  std::vector<Unknown> unknowns_;
  std::map<std::pair<std::string, std::string>, int> numbers_;
  std::vector<Sources> sources_;
  std::vector<double> balance_;
  std::vector<double> weights_;
};

Eigen::VectorXd solve(Problem& problem, int& rounds) {
  Eigen::VectorXd x = problem.start();
  for (rounds = 1; rounds <= kRounds; ++rounds) {
    const Eigen::VectorXd before = x;
    Eigen::LevenbergMarquardt<Problem> search(problem);
    search.parameters.maxfev = 60;
    search.minimize(x);
    if ((x - before).cwiseAbs().maxCoeff() < 1e-4) break;
    problem.reweigh(x);
  }
  return x;
}

/// Standard errors from the curvature at the optimum.
Eigen::VectorXd spreads_at(const Problem& problem, const Eigen::VectorXd& x) {
  Eigen::MatrixXd jacobian(problem.values(), problem.inputs());
  problem.df(x, jacobian);
  const Eigen::MatrixXd information = jacobian.transpose() * jacobian;
  const auto size = information.rows();
  const Eigen::MatrixXd covariance =
      information.ldlt().solve(Eigen::MatrixXd::Identity(size, size));
  return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

void write_back(const Problem& problem, const Eigen::VectorXd& x, Fitted& fitted) {
  const Eigen::VectorXd spreads = spreads_at(problem, x);
  for (int j = 0; j < problem.inputs(); ++j) {
    const Unknown& one = problem.unknowns()[static_cast<std::size_t>(j)];
    if (!one.system.empty()) {
      fitted.scales[one.system][one.name] = std::exp(x[j]);
      continue;
    }
    Parameter& parameter = fitted.profile.parameters[one.name];
    parameter.value = std::exp(x[j]);
    parameter.spread = spreads[j];
    if (spreads[j] > kUnidentified * one.spread) fitted.unidentified.push_back(one.name);
  }
}

}  // namespace

Fitted fit(const Profile& prior, std::span<const Observation* const> observations,
           const FitOptions& options) {
  Fitted fitted;
  fitted.profile = prior;
  Problem problem(prior, observations, options);
  if (problem.inputs() == 0) return fitted;
  const Eigen::VectorXd x = solve(problem, fitted.rounds);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    fitted.log_residuals.push_back(problem.log_residual(x, i));
  }
  write_back(problem, x, fitted);
  return fitted;
}

double log_prediction(const Profile& profile, const Observation& observation) {
  const auto parameters = sim::cost::parameters_of(profile, observation.kind);
  TREERING_ASSERT(parameters, "the profile is whole");
  return std::log(sim::cost::price(observation.terms, parameters->values).time_us);
}

}  // namespace treering::tuner
