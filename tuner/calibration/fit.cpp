#include "tuner/calibration/fit.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "tuner/calibration/fit_problem.h"

namespace treering::tuner {
namespace {

constexpr double kUnidentified = 0.9;  // a posterior spread above this share of the prior's
constexpr int kMostSteps = 400;
// Of ln(posterior), over so many steps: a value then moves by a fraction of its standard error.
constexpr double kSettled = 1e-3;
constexpr int kPatience = 8;

struct Step {
  Eigen::VectorXd change;
  double expected_gain = 0;
};

Step step_of(const NormalEquations& equations, double damping) {
  Eigen::MatrixXd damped = equations.information;
  damped.diagonal() *= 1 + damping;
  Step step{damped.ldlt().solve(-equations.gradient), 0};
  const Eigen::VectorXd brake =
      damping * equations.information.diagonal().cwiseProduct(step.change);
  step.expected_gain = step.change.dot(brake - equations.gradient) / 2;
  return step;
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
Eigen::VectorXd solve(const FitProblem& problem, int& steps) {
  Eigen::VectorXd x = problem.start();
  double cost = problem.cost(x);
  double cost_before = cost;
  Damping damping;
  NormalEquations equations = problem.linearised(x);
  for (steps = 1; steps <= kMostSteps; ++steps) {
    const Step step = step_of(equations, damping.value());
    const double next_cost = problem.cost(x + step.change);
    if (next_cost < cost) {
      x += step.change;
      damping.step_done((cost - next_cost) / step.expected_gain);
      cost = next_cost;
      equations = problem.linearised(x);
    } else {
      damping.step_failed();
    }
    if (steps % kPatience != 0) continue;
    if (cost_before - cost < kSettled) break;
    cost_before = cost;
  }
  return x;
}

/// Standard errors from the curvature at the optimum.
Eigen::VectorXd spreads_at(const FitProblem& problem, const Eigen::VectorXd& x) {
  const Eigen::MatrixXd information = problem.linearised(x).information;
  const Eigen::MatrixXd covariance =
      information.ldlt().solve(Eigen::MatrixXd::Identity(x.size(), x.size()));
  return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

void write_back(const FitProblem& problem, const Eigen::VectorXd& x, Fitted& fitted) {
  const Eigen::VectorXd spreads = spreads_at(problem, x);
  Eigen::Index j = -1;
  for (const Unknown& one : problem.unknowns()) {
    ++j;
    if (!one.system.empty()) {
      fitted.scales[one.system][one.name] = std::exp(x[j]);
      continue;
    }
    core::Parameter& parameter = fitted.profile.parameters[one.name];
    parameter.value = std::exp(x[j]);
    parameter.spread = spreads[j];
    fitted.evidence[one.name] = one.evidence;
    if (spreads[j] > kUnidentified * one.spread) fitted.unidentified.push_back(one.name);
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
  const FitProblem problem(prior, observations, options);
  if (problem.unknowns().empty()) return fitted;
  const Eigen::VectorXd x = solve(problem, fitted.steps);
  fitted.cost = problem.cost(x);
  fitted.log_residuals = problem.log_residuals(x);
  write_back(problem, x, fitted);
  return fitted;
}

}  // namespace treering::tuner
