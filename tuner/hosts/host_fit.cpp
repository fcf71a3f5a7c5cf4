#include "tuner/hosts/host_fit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include "core/unit_text.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::hosts {
namespace {

using sim::hosts::Means;
using sim::hosts::Quantity;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Of ln(measured): what is close by. Assumed at first; then as the residuals have it, in bounds.
constexpr double kNoise = 0.15;
constexpr double kLeastNoise = 0.03;
constexpr double kMostNoise = 0.3;
constexpr double kProbe = 0.02;  // of ln(value), for slopes
constexpr double kLeastVarianceRemoved = 0.1;
constexpr int kMostSteps = 25;
constexpr double kSettled = 1e-3;  // of the cost, which is of the order of the number of calls
// So many calls would have to contradict what is assumed of the scatter before it counts half.
constexpr double kAssumedCalls = 4;

struct Unknown {
  std::string name;
  double prior = 0;   // ln
  double spread = 0;  // of it
  double most = 0;    // ln
};

/// The calls of one library over one transport.
class Problem {
 public:
  Problem(std::vector<const MeasuredCall*> calls, const core::Profile& prior, const Means& means)
      : calls_(std::move(calls)), profile_(prior) {
    for (const auto& entry : sim::hosts::kQuantities) {
      if (!is_felt(entry.value)) continue;
      const std::string name = name_for(entry.value, means);
      const core::Parameter& parameter = parameter_of(prior, entry.value, means);
      if (parameter.spread <= 0) continue;
      unknowns_.push_back(
          {name, std::log(parameter.value), parameter.spread, std::log(entry.most)});
    }
  }

  [[nodiscard]] const std::vector<Unknown>& unknowns() const { return unknowns_; }
  [[nodiscard]] std::size_t calls() const { return calls_.size(); }

  [[nodiscard]] Vector start() const {
    Vector x(static_cast<Eigen::Index>(unknowns_.size()));
    for (std::size_t j = 0; j < unknowns_.size(); ++j) x[index(j)] = unknowns_[j].prior;
    return x;
  }

  /// ln(measured / predicted) by call.
  Vector residuals(const Vector& x) {
    for (std::size_t j = 0; j < unknowns_.size(); ++j) {
      profile_.parameters[unknowns_[j].name].value = std::exp(x[index(j)]);
    }
    Vector all(static_cast<Eigen::Index>(calls_.size()));
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const MeasuredCall& call = *calls_[i];
      const auto time = estimate(call.configuration(), call.algorithm, call.job, profile_);
      all[index(i)] = std::log(call.measured_us / time->estimate.time.in_us());
    }
    return all;
  }

  [[nodiscard]] double cost(const Vector& x, const Vector& residuals) const {
    double sum = 0;
    for (const double one : residuals) sum += 2 * (std::hypot(1, one / noise) - 1);
    for (std::size_t j = 0; j < unknowns_.size(); ++j) {
      const double off = (x[index(j)] - unknowns_[j].prior) / unknowns_[j].spread;
      sum += off * off;
    }
    return sum;
  }

  /// Slopes of the residuals.
  Matrix slopes(const Vector& x, const Vector& residuals_here) {
    Matrix all(residuals_here.size(), x.size());
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      Vector there = x;
      there[j] -= kProbe;  // downwards: shares cannot be more than the whole
      all.col(j) = (residuals(there) - residuals_here) / -kProbe;
    }
    return all;
  }

  static Eigen::Index index(std::size_t place) { return static_cast<Eigen::Index>(place); }

  double noise = kNoise;

 private:
  /// Whether some call could depend on it.
  [[nodiscard]] bool is_felt(Quantity quantity) const {
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

  std::vector<const MeasuredCall*> calls_;
  core::Profile profile_;
  std::vector<Unknown> unknowns_;
};

/// The normal equations: what the calls say, and what was known before.
struct Equations {
  Matrix information;
  Vector gradient;
};

Equations equations_at(Problem& problem, const Vector& x, const Vector& residuals) {
  const Matrix slopes = problem.slopes(x, residuals);
  const double noise = problem.noise;
  Vector weights(residuals.size());
  for (Eigen::Index i = 0; i < residuals.size(); ++i) {
    weights[i] = 1 / std::hypot(1, residuals[i] / noise) / (noise * noise);
  }
  Equations result;
  result.information = slopes.transpose() * weights.asDiagonal() * slopes;
  result.gradient = slopes.transpose() * weights.cwiseProduct(residuals);
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j) {
    const Unknown& one = problem.unknowns()[j];
    const Eigen::Index at = Problem::index(j);
    result.information(at, at) += 1 / (one.spread * one.spread);
    result.gradient[at] += (x[at] - one.prior) / (one.spread * one.spread);
  }
  return result;
}

struct Solution {
  Vector x;
  Vector residuals;
};

Vector moved(const Problem& problem, const Vector& x, const Vector& change) {
  Vector there = x + change;
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j) {
    const Eigen::Index at = Problem::index(j);
    there[at] = std::min(there[at], problem.unknowns()[j].most);
  }
  return there;
}

/// One step that lowers the cost, more damped the more often it fails. \return false: there is none
bool improve(Problem& problem, Solution& now, double& cost, double& damping) {
  constexpr int kTries = 5;
  constexpr double kFactor = 5;
  const Equations equations = equations_at(problem, now.x, now.residuals);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Matrix damped = equations.information;
    damped.diagonal() *= 1 + damping;
    const Vector there = moved(problem, now.x, damped.ldlt().solve(-equations.gradient));
    Vector residuals = problem.residuals(there);
    const double next = problem.cost(there, residuals);
    if (next < cost) {
      damping /= kFactor;
      cost = next;
      now = {there, std::move(residuals)};
      return true;
    }
    damping *= kFactor;
  }
  return false;
}

Solution solve(Problem& problem, const Vector& start) {
  Solution now{start, problem.residuals(start)};
  double cost = problem.cost(now.x, now.residuals);
  double damping = 1e-2;
  for (int step = 0; step < kMostSteps; ++step) {
    const double before = cost;
    if (!improve(problem, now, cost, damping)) break;
    if (before - cost < kSettled * (1 + cost)) break;
  }
  return now;
}

/// Of residuals without outliers.
double scale_of(const Vector& residuals) {
  std::vector<double> sizes;
  for (const double one : residuals) sizes.push_back(std::abs(one));
  constexpr double kToDeviation = 1.4826;  // of a normal distribution's median deviation
  return kToDeviation * stats::median(sizes);
}

/// First with the noise that is assumed, then with the one that this leaves.
Solution solve(Problem& problem) {
  const Solution first = solve(problem, problem.start());
  problem.noise = std::clamp(scale_of(first.residuals), kLeastNoise, kMostNoise);
  return solve(problem, first.x);
}

/// Standard errors of ln(value).
Vector errors_at(Problem& problem, const Solution& solution) {
  const Matrix information = equations_at(problem, solution.x, solution.residuals).information;
  const auto size = information.rows();
  const Matrix covariance = information.ldlt().solve(Matrix::Identity(size, size));
  return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

std::string source_of(const Problem& problem, const core::Parameter& before) {
  return fmt::format("fitted by treering calibrate to {} from {:.4g} with spread {:.2g}, prior: {}",
                     core::counted(problem.calls(), "call"), before.value, before.spread,
                     before.source);
}

void write_back(Problem& problem, const Solution& solution, HostFit& fit) {
  const Vector errors = errors_at(problem, solution);
  for (std::size_t j = 0; j < problem.unknowns().size(); ++j) {
    const Unknown& one = problem.unknowns()[j];
    const double error = std::min(errors[Problem::index(j)], one.spread);
    core::Parameter& parameter = fit.profile.parameters[one.name];
    FittedParameter result{one.name, parameter, parameter, 0, false};
    result.variance_removed = 1 - error * error / (one.spread * one.spread);
    result.is_identified = result.variance_removed >= kLeastVarianceRemoved;
    if (result.is_identified) {
      parameter.value = std::exp(solution.x[Problem::index(j)]);
      parameter.spread = error;
      parameter.source = source_of(problem, result.before);
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

/// FNV-1a, folded, as tuner/calibration marks rows of GPUs.
std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash ^= static_cast<unsigned char>(character);
    hash *= 0x100000001b3;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
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
    Problem problem(std::move(own), prior, means);
    write_back(problem, solve(problem), fit);
    fit_scatter(calls, means, fit);
  }
  return fit;
}

std::uint32_t mark_of(const MeasuredCall& call) {
  const measure::Configuration& one = call.configuration();
  return hash_of(fmt::format("{} {} {} {} {} {:.6g}", call.job.library, call.job.ranks,
                             name_of(one.collective), call.algorithm, one.bytes, call.measured_us));
}

}  // namespace treering::tuner::hosts
