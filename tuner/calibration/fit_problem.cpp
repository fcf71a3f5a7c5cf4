#include "tuner/calibration/fit_problem.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace treering::tuner::calibration {
namespace {

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

}  // namespace

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

}  // namespace treering::tuner::calibration
