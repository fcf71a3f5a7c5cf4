#include "app/measuring/ran_notes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/configuration_text.h"
#include "core/unit_text.h"
#include "tuner/measure/conditions.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Summary;

/// What ran in place of what was asked for.
void note_other_choice(const Summary& row, std::vector<std::string>& notes) {
  const std::string name = text_of(row.configuration);
  const Configuration& asked = row.configuration;
  const auto& seen = row.used;
  const bool is_known = !seen.algorithms.empty();
  if (is_another_algorithm(seen, asked)) {
    notes.push_back(
        fmt::format("{}: what ran was {}, not {}", name, seen.algorithms.front(), asked.algorithm));
  }
  if (!asked.protocol.empty() && is_known && seen.protocol != asked.protocol) {
    notes.push_back(
        fmt::format("{}: what ran was {}, not {}", name, seen.protocol, asked.protocol));
  }
  if (asked.channels > 0 && is_known && seen.channels != asked.channels) {
    notes.push_back(
        fmt::format("{}: what ran had {}", name, core::counted(seen.channels, "channel")));
  }
}

/// Rows that differ in what ran alone.
using Alike = std::vector<const Summary*>;

/// By the first of each.
std::map<const Summary*, Alike> alike_in(const std::vector<Summary>& rows) {
  using Calls =
      std::tuple<std::string, Configuration, int, int, std::map<std::string, std::string>>;
  std::map<Calls, Alike> by_calls;
  for (const Summary& row : rows) {
    by_calls[{row.runner, row.configuration, row.ranks, row.nodes, row.conditions}].push_back(&row);
  }
  std::map<const Summary*, Alike> by_first;
  for (auto& [calls, all] : by_calls) by_first.emplace(all.front(), std::move(all));
  return by_first;
}

/// The rows of one configuration that each ran something else.
void note_several(const Alike& all, std::vector<std::string>& notes) {
  const bool is_known =
      std::ranges::any_of(all, [](const Summary* one) { return !one->used.algorithms.empty(); });
  if (!is_known || all.size() < 2) return;
  std::size_t launches = 0;
  for (const Summary* const one : all) launches += one->launches.size();
  std::vector<std::string> kinds;
  for (const Summary* const one : all) {
    const std::string ran = text_of(one->used);
    kinds.push_back(fmt::format("{} in {} of {} launches", ran.empty() ? "something unknown" : ran,
                                one->launches.size(), launches));
  }
  notes.push_back(fmt::format("{} did not run the same each time: {}; each is a row of its own",
                              text_of(all.front()->configuration), fmt::join(kinds, ", ")));
}

void note_change(const Summary& row, std::vector<std::string>& notes) {
  const auto also = row.conditions.find(tuner::measure::kAlsoRanFact);
  if (also == row.conditions.end()) return;
  notes.push_back(fmt::format("{}: what ran changed from call to call: {}, and {}",
                              text_of(row.configuration), text_of(row.used), also->second));
}

}  // namespace

std::vector<std::string> notes_on_what_ran(const std::vector<Summary>& rows) {
  std::vector<std::string> notes;
  const std::map<const Summary*, Alike> alike = alike_in(rows);
  for (const Summary& row : rows) {
    note_other_choice(row, notes);
    const auto others = alike.find(&row);
    if (others != alike.end()) note_several(others->second, notes);
    note_change(row, notes);
  }
  return notes;
}

}  // namespace treering::app::measuring
