#include "tuner/tune/settle.h"

#include <cmath>
#include <optional>

namespace treering::tuner::tune {
namespace {

/// Of the ways that are confirmed at a size, and that all evidence together still shows, the
/// fastest.
std::optional<std::size_t> fastest_confirmed(const Table& table, const Belief& belief,
                                             std::size_t size, const Rule& rule) {
  const std::size_t own = table.grid.index_of({size, *table.grid.default_way()});
  std::optional<std::size_t> fastest;
  double most = std::log1p(rule.tie);
  for (const std::size_t way : table.confirmed[size]) {
    const LogRatio gain = log_ratio(belief, own, table.grid.index_of({size, way}));
    const bool is_sure = chance_above_zero(gain.mean, gain.sd) >= rule.least_sureness;
    if (!is_sure || gain.mean <= most) continue;
    fastest = way;
    most = gain.mean;
  }
  return fastest;
}

}  // namespace

void settle(const Table& table, const Belief& belief, const Rule& rule,
            std::vector<Standing>& choices) {
  const auto own = table.grid.default_way();
  if (!own) return;
  const std::vector<bool> may_be = may_be_fastest(table);
  for (std::size_t size = 0; size < choices.size(); ++size) {
    if (!may_be[table.grid.index_of({size, *own})]) continue;
    Standing& choice = choices[size];
    const auto confirmed = fastest_confirmed(table, belief, size, rule);
    const std::size_t way = confirmed.value_or(*own);
    choice.is_faster = confirmed.has_value();
    if (choice.way != way) choice.is_settled = false;
    choice.way = way;
  }
}

void guess(const Known& known, const Rule& rule, std::vector<Standing>& choices) {
  const std::vector<Standing> seeming = standings(known, rule);
  for (std::size_t size = 0; size < choices.size(); ++size) {
    Standing& choice = choices[size];
    choice.guess = choice.way;
    if (choice.is_settled) continue;
    const auto cell = [&](std::size_t way) { return known.grid.index_of({size, way}); };
    const LogRatio gain = log_ratio(known.belief, cell(choice.way), cell(seeming[size].way));
    if (gain.mean > std::log1p(rule.tie)) choice.guess = seeming[size].way;
  }
}

}  // namespace treering::tuner::tune
