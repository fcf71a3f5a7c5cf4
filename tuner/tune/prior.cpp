#include "tuner/tune/prior.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::tune {

namespace {

/// Index into the ways, with the library's own number of channels.
std::optional<std::size_t> own_way(const models::CallModel& model, const Grid& grid,
                                   std::size_t size) {
  measure::Configuration call = grid.call;
  call.call.bytes = grid.sizes[size];
  const auto own = model.own_choice(call);
  if (!own) return std::nullopt;
  const auto way = std::ranges::find(grid.ways, sim::Way{own->way.algorithm, own->way.protocol, 0});
  if (way == grid.ways.end()) return std::nullopt;
  return static_cast<std::size_t>(way - grid.ways.begin());
}

}  // namespace

void expect(const models::CallModel& model, Grid& grid) {
  grid.expected_us.assign(grid.cells(), std::nullopt);
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    measure::Configuration asked = grid.configuration(cell);
    auto expected = model.expect(asked);
    if (!expected && asked.way.channels > 0) {
      asked.way.channels = 0;
      expected = model.expect(asked);
    }
    if (expected && expected->us > 0) grid.expected_us[cell] = expected->us;
  }
  grid.own_way.clear();
  for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
    grid.own_way.push_back(own_way(model, grid, size));
  }
}

void leave_out_repeats(const models::CallModel& model, SweptGrid& swept) {
  const Grid& grid = swept.grid;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    if (swept.missing[cell] || grid.ways[grid.cell_at(cell).way].is_default()) continue;
    const auto taken = model.own_choice(grid.configuration(cell));
    const auto same = taken ? grid.find(*taken) : std::nullopt;
    if (same && *same != cell && !swept.missing[*same]) swept.missing[cell] = true;
  }
}

namespace {

double square(double x) {
  return x * x;
}

double octaves_between(std::uint64_t one, std::uint64_t other) {
  return std::log2(static_cast<double>(one)) - std::log2(static_cast<double>(other));
}

bool has_model(const Grid& grid) {
  return std::ranges::any_of(grid.expected_us, [](const auto& us) { return us.has_value(); });
}

/// With a model, what the cost model gets wrong on machines that it was not fitted to
/// (docs/validation.md: median 15 to 25 %). Where calls are all latency it is off by a factor of
/// two for one way and not for another (recorded grids, tests/data/measured: bands at 80 % hold 64
/// % of what was not measured with 10, and 53 % with 1). Without, times over all sizes may be
/// anything.
Prior usual_prior(const Grid& grid) {
  if (has_model(grid)) return {0.4, 6, 0.2, 0.2, 3, 0.05, 10, 0.02};
  return {3, 6, 0.6, 0.6, 3, 0.05, 1, 0.02};
}

/// Smaller or larger than usual: of which part, and how.
struct Option {
  double Prior::*part;
  std::array<double, 3> factors;
};

constexpr std::array kOptions{
    Option{&Prior::level, {0.5, 1, 2}}, Option{&Prior::change, {0.4, 1, 2}},
    Option{&Prior::change_octaves, {0.6, 1, 1.7}}, Option{&Prior::jump, {0.4, 1, 2.5}}};

/// The library may take another way than the model thinks.
constexpr Option kOwn{&Prior::own, {1, 5, 50}};

/// Each with each factor; one that is not 1 makes it half as likely.
std::vector<PossiblePrior> with_option(const std::vector<PossiblePrior>& all,
                                       const Option& option) {
  std::vector<PossiblePrior> result;
  for (const PossiblePrior& usual : all) {
    for (const double factor : option.factors) {
      PossiblePrior one = usual;
      one.prior.*option.part *= factor;
      if (factor != 1) one.preference -= std::numbers::ln2;
      result.push_back(one);
    }
  }
  return result;
}

}  // namespace

GridPairs::GridPairs(const Grid& grid) : count_(grid.ways.size()), latency_(latency_shares(grid)) {
  for (const std::uint64_t size : grid.sizes) {
    octaves_.push_back(std::log2(static_cast<double>(size)));
  }
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    const Cell at = grid.cell_at(cell);
    const bool is_own = grid.ways[at.way].is_default() && !grid.own_way.empty();
    ways_.push_back(is_own ? grid.own_way[at.size].value_or(at.way) : at.way);
  }
}

const std::vector<double>& GridPairs::alike(double over_octaves) const {
  const auto [found, is_new] = alike_.try_emplace(over_octaves);
  std::vector<double>& all = found->second;
  for (std::size_t size = 0; is_new && size < sizes(); ++size) {
    for (std::size_t beside = 0; beside < sizes(); ++beside) {
      const double apart = octaves_[size] - octaves_[beside];
      all.push_back(std::exp(-square(apart / over_octaves) / 2));
    }
  }
  return all;
}

Covariance::Covariance(const GridPairs& pairs)
    : pairs_(&pairs),
      common_(pairs.sizes() * pairs.sizes()),
      same_way_(pairs.sizes() * pairs.sizes()) {}

Covariance::Covariance(const GridPairs& pairs, const Prior& prior) : Covariance(pairs) {
  own_ = square(prior.own);
  const std::vector<double>& common = pairs.alike(prior.common_octaves);
  const std::vector<double>& change = pairs.alike(prior.change_octaves);
  for (std::size_t pair = 0; pair < common_.size(); ++pair) {
    common_[pair] = square(prior.common) * common[pair];
    same_way_[pair] = common_[pair] + square(prior.level) + square(prior.change) * change[pair];
  }
  for (std::size_t size = 0; size < pairs.sizes(); ++size) {
    const double jump = prior.jump * (1 + (prior.latency - 1) * pairs.latency()[size]);
    same_way_[size * pairs.sizes() + size] += square(jump);
  }
}

void Covariance::add(const Covariance& other, double times) {
  own_ += times * other.own_;
  for (std::size_t pair = 0; pair < common_.size(); ++pair) {
    common_[pair] += times * other.common_[pair];
    same_way_[pair] += times * other.same_way_[pair];
  }
}

std::vector<double> latency_shares(const Grid& grid) {
  std::vector<double> shares(grid.sizes.size());
  if (!has_model(grid)) return shares;
  for (std::size_t size = 0; size < shares.size(); ++size) {
    const std::size_t below = size > 0 ? size - 1 : 0;
    const std::size_t above = std::min(size + 1, shares.size() - 1);
    std::vector<double> of_ways;
    for (std::size_t way = 0; below < above && way < grid.ways.size(); ++way) {
      const auto& low = grid.expected_us[grid.index_of({below, way})];
      const auto& high = grid.expected_us[grid.index_of({above, way})];
      if (!low || !high) continue;
      const double rise =
          std::log2(*high / *low) / octaves_between(grid.sizes[above], grid.sizes[below]);
      of_ways.push_back(1 - std::clamp(rise, 0.0, 1.0));
    }
    if (!of_ways.empty()) shares[size] = stats::median(of_ways);
  }
  return shares;
}

std::vector<double> expected_of(const Grid& grid) {
  std::vector<double> result(grid.cells());
  if (!has_model(grid)) return result;
  for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
    std::vector<double> known;
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      const auto& us = grid.expected_us[grid.index_of({size, way})];
      if (us) known.push_back(std::log(*us));
    }
    const double middle = known.empty() ? 0 : stats::quantile(known, 0.5);
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      const std::size_t cell = grid.index_of({size, way});
      result[cell] = grid.expected_us[cell] ? std::log(*grid.expected_us[cell]) : middle;
    }
  }
  return result;
}

std::vector<PossiblePrior> possible_priors(const Grid& grid) {
  std::vector<PossiblePrior> all{{usual_prior(grid), 0}};
  for (const Option& option : kOptions) all = with_option(all, option);
  const auto is_known = [](const auto& way) { return way.has_value(); };
  if (std::ranges::any_of(grid.own_way, is_known)) all = with_option(all, kOwn);
  return all;
}

}  // namespace treering::tuner::tune
