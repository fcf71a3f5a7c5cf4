#include "tuner/calibration/fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>

#include "core/profile/profile.h"
#include "sim/cost/price.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {
namespace {

// The function that a fit minimises, and its linearisation: every row depends on a dozen of
// hundreds of unknowns, so the normal equations are summed row by row.

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

using sim::cost::terms::kQuantities;
using sim::cost::terms::Quantity;
using sim::cost::terms::QuantityEntry;

// How much kernels' starts differ between systems of one generation (ln), beside the error of the
// generation's own: as their submission does (profiles/priors.json, scale.host), which the same
// CPUs, drivers and launch modes make.
constexpr double kLaunchesDiffer = 0.15;

bool is_scale(std::string_view name) {
  return name.starts_with(kScalePrefix);
}

std::size_t index_of(Quantity quantity) {
  return static_cast<std::size_t>(quantity);
}

Numbers exponentials_of(const Numbers& x) {
  Numbers result;
  for (const double one : x) result.push_back(std::exp(one));
  return result;
}

std::set<Quantity> used_by(const Observation& row) {
  std::set<Quantity> used{Quantity::ScaleTransfer};
  for (const sim::cost::terms::Term& term : row.terms) {
    used.insert(term.times.begin(), term.times.end());
    used.insert(term.per.begin(), term.per.end());
  }
  return used;
}

FitProblem::FitProblem(const core::Profile& prior, std::span<const Observation* const> rows,
                       const FitOptions& options)
    : prior_(prior), rows_(rows), options_(options) {
  for (const Observation* row : rows) sources_.push_back(sources_of(*row));
  count_evidence();
  balance_systems();
}

Numbers FitProblem::start() const {
  Numbers x;
  for (const Unknown& one : unknowns_) {
    x.push_back(one.prior);
    if (options_.start == nullptr) continue;
    const auto value = options_.start->value_of(one.name, one.system);
    if (value) x.back() = std::log(*value);
  }
  return x;
}

double FitProblem::cost(const Numbers& x) const {
  const Numbers exponentials = exponentials_of(x);
  double sum = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double distance = log_residual(exponentials, i) / options_.noise;
    sum += balance_[i] * (std::sqrt(1 + distance * distance) - 1);
  }
  for (std::size_t j = 0; j < unknowns_.size(); ++j) {
    const Unknown& one = unknowns_[j];
    const double distance = (x[j] - one.prior) / one.spread;
    sum += distance * distance / 2;
  }
  return sum;
}

NormalEquations FitProblem::linearised(const Numbers& x) const {
  const Numbers exponentials = exponentials_of(x);
  const std::size_t size = x.size();
  NormalEquations result{Numbers(size * size, 0), Numbers(size, 0)};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto& terms = rows_[i]->terms;
    const auto price = sim::cost::price(terms, values_at(exponentials, i));
    const auto slopes = sim::cost::sensitivity(terms, price);
    const double residual = std::log(rows_[i]->measured_us / price.time_us);
    const double distance = residual / options_.noise;
    const double weight =
        balance_[i] / std::sqrt(1 + distance * distance) / (options_.noise * options_.noise);
    for (const auto& [one, j] : sources_[i].unknown) {
      if (unknowns_[j].is_held) continue;
      const double slope = weight * slopes.at(index_of(one));
      result.gradient[j] -= slope * residual;
      for (const auto& [other, k] : sources_[i].unknown) {
        if (unknowns_[k].is_held) continue;
        result.information[j * size + k] += slope * slopes.at(index_of(other));
      }
    }
  }
  for (std::size_t j = 0; j < size; ++j) {
    const double certainty = 1 / (unknowns_[j].spread * unknowns_[j].spread);
    result.gradient[j] += (x[j] - unknowns_[j].prior) * certainty;
    result.information[j * size + j] += certainty;
  }
  return result;
}

std::vector<double> FitProblem::log_residuals(const Numbers& x) const {
  const Numbers exponentials = exponentials_of(x);
  std::vector<double> residuals;
  for (std::size_t i = 0; i < rows_.size(); ++i) residuals.push_back(log_residual(exponentials, i));
  return residuals;
}

const FitProblem::KindEntry& FitProblem::entry_of(const sim::cost::terms::MachineKind& kind) {
  const auto known = std::ranges::find(kinds_, kind, &KindEntry::kind);
  if (known != kinds_.end()) return *known;
  KindEntry entry{kind, {}, whole_parameters(prior_, kind)};
  for (const QuantityEntry& quantity : kQuantities) {
    entry.names.push_back(name_for(quantity.value, kind));
  }
  kinds_.push_back(std::move(entry));
  return kinds_.back();
}

FitProblem::Sources FitProblem::sources_of(const Observation& row) {
  const KindEntry& entry = entry_of(row.kind);
  Sources sources{entry.parameters.values, {}};
  for (const Quantity quantity : used_by(row)) {
    const auto number = number_of(entry, quantity, row.system);
    if (number) sources.unknown.emplace_back(quantity, *number);
  }
  return sources;
}

bool FitProblem::is_looked_for(Quantity quantity, const std::string& name) const {
  return options_.free == Free::All || is_scale(name) || quantity == Quantity::Launch;
}

std::optional<std::size_t> FitProblem::number_of(const KindEntry& entry, Quantity quantity,
                                                 const std::string& system) {
  const std::string& name = entry.names.at(index_of(quantity));
  double spread = entry.parameters.spreads[quantity];
  if (spread <= 0 || !is_looked_for(quantity, name)) return std::nullopt;
  const bool is_everything_free = options_.free == Free::All;
  if (!is_everything_free && !is_scale(name)) spread = std::hypot(spread, kLaunchesDiffer);
  const std::string owner = is_everything_free && is_scale(name) ? system : std::string();
  const auto [place, is_new] = numbers_.try_emplace({name, owner}, unknowns_.size());
  if (is_new) {
    unknowns_.push_back({name,
                         owner,
                         std::log(entry.parameters.values[quantity]),
                         spread,
                         false,
                         std::log(kQuantities.at(index_of(quantity)).most),
                         {}});
  }
  return place->second;
}

void FitProblem::count_evidence() {
  std::vector<std::set<std::string>> systems(unknowns_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (const auto& [quantity, j] : sources_[i].unknown) {
      ++unknowns_[j].evidence.rows;
      systems[j].insert(rows_[i]->system);
    }
  }
  for (std::size_t j = 0; j < systems.size(); ++j) {
    unknowns_[j].evidence.systems = systems[j].size();
  }
}

void FitProblem::balance_systems() {
  std::map<std::string, double> rows_of;
  for (const Observation* row : rows_) rows_of[row->system] += 1;
  for (const Observation* row : rows_) {
    const double share = options_.rows_per_system / rows_of[row->system];
    balance_.push_back(options_.free == Free::All ? std::min(1.0, share) : 1);
  }
}

FitProblem::Values FitProblem::values_at(const Numbers& exponentials, std::size_t row) const {
  Values values = sources_[row].fixed;
  for (const auto& [quantity, j] : sources_[row].unknown) values[quantity] = exponentials[j];
  return values;
}

double FitProblem::log_residual(const Numbers& exponentials, std::size_t row) const {
  const auto price = sim::cost::price(rows_[row]->terms, values_at(exponentials, row));
  return std::log(rows_[row]->measured_us / price.time_us);
}

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
