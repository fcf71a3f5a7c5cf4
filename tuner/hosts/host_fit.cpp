#include "tuner/hosts/host_fit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include "core/profile/profile.h"
#include "core/units.h"
#include "tuner/hosts/measured_calls.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

// The most probable parameters of one library over one transport (host_fit.h says what is sought).

struct ProbableValue {
  std::string name;  // of the parameter
  double value = 0;
  double error = 0;  // standard error of ln(value)
};

using sim::hosts::Quantity;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Of ln(measured): what is close by. Assumed at first; then as the residuals have it, in bounds.
constexpr double kNoise = 0.15;
constexpr double kLeastNoise = 0.03;
constexpr double kMostNoise = 0.3;
constexpr double kProbe = 0.02;  // of ln(value), for slopes
constexpr int kMostSteps = 25;
constexpr double kSettled = 1e-3;  // of the cost, which is of the order of the number of calls

Eigen::Index index(std::size_t place) {
  return static_cast<Eigen::Index>(place);
}

struct Unknown {
  std::string name;
  double prior = 0;   // ln
  double spread = 0;  // of it
  double most = 0;    // ln
};

class HostProblem {
 public:
  /// The unknowns are the parameters that are not known for sure and that some call could depend
  /// on. Calls are not owned.
  HostProblem(std::vector<const MeasuredCall*> calls, const core::Profile& prior,
              const sim::hosts::Means& means);

  [[nodiscard]] const std::vector<Unknown>& unknowns() const { return unknowns_; }

  struct Solution {
    Eigen::VectorXd x;          // ln of the unknowns
    Eigen::VectorXd residuals;  // ln(measured / predicted) by call
  };
  /// First with a noise that is assumed, then with the one that this leaves.
  Solution solve();

  /// Standard errors of ln(value) there.
  Eigen::VectorXd errors_at(const Solution& solution);

 private:
  /// The normal equations: what the calls say, and what was known before.
  struct Equations {
    Eigen::MatrixXd information;
    Eigen::VectorXd gradient;
  };

  Eigen::VectorXd residuals(const Eigen::VectorXd& x);
  [[nodiscard]] double cost(const Eigen::VectorXd& x, const Eigen::VectorXd& residuals) const;
  Eigen::MatrixXd slopes(const Eigen::VectorXd& x, const Eigen::VectorXd& residuals_here);
  Equations equations_at(const Solution& at);
  [[nodiscard]] Eigen::VectorXd moved(const Eigen::VectorXd& x,
                                      const Eigen::VectorXd& change) const;
  /// One step that lowers the cost, more damped the more often it fails. False: there is none.
  bool improve(Solution& now, double& cost_now, double& damping);
  Solution solved_from(const Eigen::VectorXd& start);
  /// Whether some call could depend on it.
  [[nodiscard]] bool is_felt(sim::hosts::Quantity quantity) const;

  std::vector<const MeasuredCall*> calls_;
  core::Profile profile_;
  std::vector<Unknown> unknowns_;
  double noise_;  // of ln(measured), of what is close by
};

/// Of residuals without outliers.
double scale_of(const Vector& residuals) {
  std::vector<double> sizes;
  for (const double one : residuals) sizes.push_back(std::abs(one));
  constexpr double kToDeviation = 1.4826;  // of a normal distribution's median deviation
  return kToDeviation * stats::median(sizes);
}

HostProblem::HostProblem(std::vector<const MeasuredCall*> calls, const core::Profile& prior,
                         const sim::hosts::Means& means)
    : calls_(std::move(calls)), profile_(prior), noise_(kNoise) {
  for (const auto& entry : sim::hosts::kQuantities) {
    if (!is_felt(entry.value)) continue;
    const core::Parameter& parameter = parameter_of(prior, entry.value, means);
    if (parameter.spread <= 0) continue;
    unknowns_.push_back({name_for(entry.value, means), std::log(parameter.value), parameter.spread,
                         std::log(entry.most)});
  }
}

HostProblem::Solution HostProblem::solve() {
  Vector start(index(unknowns_.size()));
  for (std::size_t j = 0; j < unknowns_.size(); ++j) start[index(j)] = unknowns_[j].prior;
  const Solution first = solved_from(start);
  noise_ = std::clamp(scale_of(first.residuals), kLeastNoise, kMostNoise);
  return solved_from(first.x);
}

Vector HostProblem::errors_at(const Solution& solution) {
  const Matrix information = equations_at(solution).information;
  const auto size = information.rows();
  const Matrix covariance = information.ldlt().solve(Matrix::Identity(size, size));
  return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

Vector HostProblem::residuals(const Vector& x) {
  for (std::size_t j = 0; j < unknowns_.size(); ++j) {
    profile_.parameters[unknowns_[j].name].value = std::exp(x[index(j)]);
  }
  Vector all(index(calls_.size()));
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const MeasuredCall& call = *calls_[i];
    const auto time = estimate(call.configuration(), call.algorithm, call.job, profile_);
    all[index(i)] = std::log(call.measured_us / time->estimate.time.in_us());
  }
  return all;
}

double HostProblem::cost(const Vector& x, const Vector& residuals) const {
  double sum = 0;
  for (const double one : residuals) sum += 2 * (std::hypot(1, one / noise_) - 1);
  for (std::size_t j = 0; j < unknowns_.size(); ++j) {
    const double off = (x[index(j)] - unknowns_[j].prior) / unknowns_[j].spread;
    sum += off * off;
  }
  return sum;
}

Matrix HostProblem::slopes(const Vector& x, const Vector& residuals_here) {
  Matrix all(residuals_here.size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    Vector there = x;
    there[j] -= kProbe;  // downwards: shares cannot be more than the whole
    all.col(j) = (residuals(there) - residuals_here) / -kProbe;
  }
  return all;
}

HostProblem::Equations HostProblem::equations_at(const Solution& at) {
  const Matrix slopes_here = slopes(at.x, at.residuals);
  Vector weights(at.residuals.size());
  for (Eigen::Index i = 0; i < at.residuals.size(); ++i) {
    weights[i] = 1 / std::hypot(1, at.residuals[i] / noise_) / (noise_ * noise_);
  }
  Equations result;
  result.information = slopes_here.transpose() * weights.asDiagonal() * slopes_here;
  result.gradient = slopes_here.transpose() * weights.cwiseProduct(at.residuals);
  for (std::size_t j = 0; j < unknowns_.size(); ++j) {
    const double weight = 1 / (unknowns_[j].spread * unknowns_[j].spread);
    result.information(index(j), index(j)) += weight;
    result.gradient[index(j)] += (at.x[index(j)] - unknowns_[j].prior) * weight;
  }
  return result;
}

Vector HostProblem::moved(const Vector& x, const Vector& change) const {
  Vector there = x + change;
  for (std::size_t j = 0; j < unknowns_.size(); ++j) {
    there[index(j)] = std::min(there[index(j)], unknowns_[j].most);
  }
  return there;
}

bool HostProblem::improve(Solution& now, double& cost_now, double& damping) {
  constexpr int kTries = 5;
  constexpr double kFactor = 5;
  const Equations equations = equations_at(now);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Matrix damped = equations.information;
    damped.diagonal() *= 1 + damping;
    const Vector there = moved(now.x, damped.ldlt().solve(-equations.gradient));
    Vector residuals_there = residuals(there);
    const double next = cost(there, residuals_there);
    if (next < cost_now) {
      damping /= kFactor;
      cost_now = next;
      now = {there, std::move(residuals_there)};
      return true;
    }
    damping *= kFactor;
  }
  return false;
}

HostProblem::Solution HostProblem::solved_from(const Vector& start) {
  Solution now{start, residuals(start)};
  double cost_now = cost(now.x, now.residuals);
  double damping = 1e-2;
  for (int step = 0; step < kMostSteps; ++step) {
    const double before = cost_now;
    if (!improve(now, cost_now, damping)) break;
    if (before - cost_now < kSettled * (1 + cost_now)) break;
  }
  return now;
}

bool HostProblem::is_felt(Quantity quantity) const {
  const auto any = [&](auto&& is) {
    return std::ranges::any_of(calls_, [&](const MeasuredCall* call) { return is(call->job); });
  };
  switch (quantity) {
    case Quantity::Turn:
      return any([](const auto& job) { return job.cores > 0 && job.ranks > job.cores; });
    case Quantity::MemoryRate:
    case Quantity::CacheSize:
      return any([](const auto& job) { return job.gbit.empty(); });
    case Quantity::Efficiency:
      return any([](const auto& job) { return !job.gbit.empty(); });
    case Quantity::OneWay:
      return any([](const auto& job) { return job.ranks > 2; });
    default:
      return true;
  }
}

/// Of the parameters that are not known for sure, and that some call could depend on. \pre the
/// calls are of these means
std::vector<ProbableValue> most_probable(const std::vector<const MeasuredCall*>& calls,
                                         const core::Profile& prior,
                                         const sim::hosts::Means& means) {
  HostProblem problem(calls, prior, means);
  const HostProblem::Solution solution = problem.solve();
  const Vector errors = problem.errors_at(solution);
  std::vector<ProbableValue> values;
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j) {
    const Unknown& one = problem.unknowns()[j];
    values.push_back(
        {one.name, std::exp(solution.x[index(j)]), std::min(errors[index(j)], one.spread)});
  }
  return values;
}

using sim::hosts::Means;
using sim::hosts::Quantity;

// A share of the prior's variance: calls that remove less say nearly nothing.
constexpr double kLeastVarianceRemoved = 0.1;
// So many calls would have to contradict what is assumed of the scatter before it counts half.
constexpr double kAssumedCalls = 4;

std::string source_of(std::size_t calls, const core::Parameter& before) {
  return fmt::format("fitted by treering calibrate to {} from {:.4g} with spread {:.2g}, prior: {}",
                     core::counted(calls, "call"), before.value, before.spread, before.source);
}

/// \param calls that they come from
void write_back(const std::vector<ProbableValue>& values, std::size_t calls, HostFit& fit) {
  for (const ProbableValue& one : values) {
    core::Parameter& parameter = fit.profile.parameters[one.name];
    FittedParameter result{one.name, parameter, parameter, 0, false};
    const double share_left = one.error / parameter.spread;
    result.variance_removed = 1 - share_left * share_left;
    result.is_identified = result.variance_removed >= kLeastVarianceRemoved;
    if (result.is_identified) {
      parameter.value = one.value;
      parameter.spread = one.error;
      parameter.source = source_of(calls, result.before);
      result.after = parameter;
    }
    fit.parameters.push_back(std::move(result));
  }
}

/// The deviation that lets eight of ten calls lie within the interval, with what was assumed.
double scatter_of(std::vector<double> sizes, double assumed) {
  if (sizes.empty()) return assumed;
  constexpr double kEighty = 0.8;
  const double seen = stats::quantile(sizes, kEighty) / sim::estimates::kEightyPercent;
  const auto count = static_cast<double>(sizes.size());
  return std::sqrt((count * seen * seen + kAssumedCalls * assumed * assumed) /
                   (count + kAssumedCalls));
}

/// From the residuals of the calls of these means, by what decides them.
void fit_scatter(std::span<const MeasuredCall> calls, const Means& means, HostFit& fit) {
  std::vector<double> small;
  std::vector<double> large;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].job.means() != means) continue;
    const auto expected =
        estimate(calls[i].configuration(), calls[i].algorithm, calls[i].job, fit.profile);
    const double residual = std::log(calls[i].measured_us / expected->estimate.time.in_us());
    fit.log_residuals[i] = residual;
    constexpr double kHalf = 0.5;
    (expected->message_share > kHalf ? small : large).push_back(std::abs(residual));
  }
  for (const auto& [quantity, sizes] :
       {std::pair(Quantity::ScatterSmall, small), std::pair(Quantity::ScatterLarge, large)}) {
    if (sizes.empty()) continue;
    core::Parameter& parameter = fit.profile.parameters[name_for(quantity, means)];
    FittedParameter result{name_for(quantity, means), parameter, parameter, 0, true};
    parameter.value = scatter_of(sizes, parameter.value);
    parameter.source = fmt::format("residuals of {}", core::counted(sizes.size(), "call"));
    result.after = parameter;
    fit.parameters.push_back(std::move(result));
  }
}

}  // namespace

HostFit fit_hosts(std::span<const MeasuredCall> calls, const core::Profile& prior) {
  HostFit fit;
  fit.profile = prior;
  fit.log_residuals.assign(calls.size(), 0);
  std::set<Means> all;
  for (const MeasuredCall& call : calls) {
    all.insert(call.job.means());
    fit.profile.fitted_rows.insert(mark_of(call));
  }
  for (const Means& means : all) {
    std::vector<const MeasuredCall*> own;
    for (const MeasuredCall& call : calls) {
      if (call.job.means() == means) own.push_back(&call);
    }
    write_back(most_probable(own, prior, means), own.size(), fit);
    fit_scatter(calls, means, fit);
  }
  return fit;
}

std::uint32_t mark_of(const MeasuredCall& call) {
  const measure::Configuration& one = call.configuration();
  return core::row_mark(fmt::format("{} {} {} {} {} {:.6g}", name_of(call.job.library),
                                    call.job.ranks, name_of(one.call.collective), call.algorithm,
                                    one.call.bytes, call.measured_us));
}

}  // namespace treering::tuner::hosts
