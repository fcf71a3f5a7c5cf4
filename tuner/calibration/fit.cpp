#include "tuner/calibration/fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

#include "tuner/calibration/fit_problem.h"

namespace treering::tuner::calibration {
namespace {

// A share of the prior's variance. Rows that remove less would move a value, in the mean, by less
// than 0.32 of its prior spread: the root of this share.
constexpr double kLeastVarianceRemoved = 0.1;
constexpr int kMostSteps = 400;
// Change of ln(posterior) over so many steps: a value then moves by a fraction of its standard
// error.
constexpr double kSettled = 1e-3;
constexpr int kPatience = 8;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Eigen::Map<const Vector> as_vector(const Numbers& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

Eigen::Map<const Matrix> information_of(const NormalEquations& equations) {
  const auto size = static_cast<Eigen::Index>(equations.gradient.size());
  return {equations.information.data(), size, size};
}

struct Step {
  Vector change;
  double expected_gain = 0;
};

Step step_of(const NormalEquations& equations, double damping) {
  const auto gradient = as_vector(equations.gradient);
  Matrix damped = information_of(equations);
  const Vector brake = damping * damped.diagonal();
  damped.diagonal() += brake;
  Step step{damped.ldlt().solve(-gradient), 0};
  step.expected_gain = step.change.dot(brake.cwiseProduct(step.change) - gradient) / 2;
  return step;
}

/// As far as the unknowns can go: no share becomes more than the whole.
Numbers moved(const FitProblem& problem, const Numbers& x, const Vector& change) {
  Numbers result = x;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double there = x[j] + change[static_cast<Eigen::Index>(j)];
    result[j] = std::min(there, problem.unknowns()[j].most);
  }
  return result;
}

/// How much of the diagonal is added. Nielsen's rule (Damping parameter in Marquardt's method,
/// 1999): less, smoothly, the better a step did what was expected; ever more while steps fail.
class Damping {
 public:
  double value() const { return value_; }
  void step_done(double share_of_expected) {
    const double doubt = 2 * share_of_expected - 1;
    value_ *= std::max(1.0 / 3, 1 - doubt * doubt * doubt);
    growth_ = 2;
  }
  void step_failed() {
    value_ *= growth_;
    growth_ *= 2;
  }

 private:
  double value_ = 1e-3;
  double growth_ = 2;
};

/// Levenberg and Marquardt: Gauss and Newton's steps, shorter and steeper where they fail.
Numbers solve(const FitProblem& problem, Numbers x, int& steps) {
  double cost = problem.cost(x);
  double cost_before = cost;
  Damping damping;
  NormalEquations equations = problem.linearised(x);
  for (int step_number = 1; step_number <= kMostSteps; ++step_number) {
    ++steps;
    const Step step = step_of(equations, damping.value());
    Numbers next = moved(problem, x, step.change);
    const double next_cost = problem.cost(next);
    if (next_cost < cost) {
      x = std::move(next);
      damping.step_done((cost - next_cost) / step.expected_gain);
      cost = next_cost;
      equations = problem.linearised(x);
    } else {
      damping.step_failed();
    }
    if (step_number % kPatience != 0) continue;
    if (cost_before - cost < kSettled) break;
    cost_before = cost;
  }
  return x;
}

/// Standard errors from the curvature at the optimum.
Vector spreads_at(const FitProblem& problem, const Numbers& x) {
  const NormalEquations equations = problem.linearised(x);
  const Matrix information = information_of(equations);
  const auto size = information.rows();
  const Matrix covariance = information.ldlt().solve(Matrix::Identity(size, size));
  return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

/// Share of the prior's variance that is gone.
double variance_removed(const Unknown& one, double spread) {
  return 1 - spread * spread / (one.spread * one.spread);
}

/// Puts what the rows say nothing about back to its prior; not the scales that one of many systems
/// has for itself, of which nothing is said. False: there was nothing more.
bool hold_unidentified(FitProblem& problem, Numbers& x) {
  const Vector spreads = spreads_at(problem, x);
  bool is_any = false;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Unknown& one = problem.unknowns()[j];
    if (one.is_held || !one.system.empty()) continue;
    if (variance_removed(one, spreads[static_cast<Eigen::Index>(j)]) >= kLeastVarianceRemoved)
      continue;
    x[j] = one.prior;
    problem.hold(j);
    is_any = true;
  }
  return is_any;
}

void write_back(const FitProblem& problem, const Numbers& x, Fitted& fitted) {
  const Vector spreads = spreads_at(problem, x);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Unknown& one = problem.unknowns()[j];
    const double spread = spreads[static_cast<Eigen::Index>(j)];
    if (!one.system.empty()) {
      fitted.scales[one.system][one.name] = std::exp(x[j]);
      continue;
    }
    Evidence& evidence = fitted.evidence[one.name];
    evidence = one.evidence;
    if (one.is_held) {
      fitted.unidentified.push_back(one.name);
      continue;
    }
    evidence.variance_removed = variance_removed(one, spread);
    core::Parameter& parameter = fitted.profile.parameters[one.name];
    parameter.value = std::exp(x[j]);
    parameter.spread = spread;
  }
}

}  // namespace

std::optional<double> Fitted::value_of(const std::string& name, const std::string& system) const {
  if (system.empty()) {
    const auto found = profile.parameters.find(name);
    return found == profile.parameters.end() ? std::nullopt : std::optional(found->second.value);
  }
  const auto own = scales.find(system);
  if (own == scales.end()) return std::nullopt;
  const auto found = own->second.find(name);
  return found == own->second.end() ? std::nullopt : std::optional(found->second);
}

Fitted fit(const core::Profile& prior, std::span<const Observation* const> observations,
           const FitOptions& options) {
  Fitted fitted;
  fitted.profile = prior;
  FitProblem problem(prior, observations, options);
  if (problem.unknowns().empty()) return fitted;
  Numbers x = solve(problem, problem.start(), fitted.steps);
  while (hold_unidentified(problem, x)) x = solve(problem, std::move(x), fitted.steps);
  fitted.cost = problem.cost(x);
  fitted.log_residuals = problem.log_residuals(x);
  write_back(problem, x, fitted);
  return fitted;
}

}  // namespace treering::tuner::calibration
