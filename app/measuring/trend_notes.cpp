#include "app/measuring/trend_notes.h"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "app/measuring/configuration_text.h"
#include "core/unit_text.h"

namespace treering::app::measuring {

std::vector<std::string> notes_on_trends(const std::vector<tuner::measure::Summary>& rows) {
  const tuner::measure::Summary* most = nullptr;
  std::size_t count = 0;
  for (const auto& row : rows) {
    if (!row.trend) continue;
    ++count;
    if (most == nullptr || std::abs(row.trend->change) > std::abs(most->trend->change)) most = &row;
  }
  if (most == nullptr) return {};
  const double change = most->trend->change;
  return {fmt::format(
      "in {} the samples of a launch rise or fall from first to last, so their median is that of "
      "no state that lasts, and is open. Most of {}: the last third takes {:.1f} % {} than the "
      "first. Where times fall, ⟨warmups⟩ may help",
      core::counted(count, "configuration"), text_of(most->configuration), 100 * std::abs(change),
      change < 0 ? "less" : "more")};
}

}  // namespace treering::app::measuring
