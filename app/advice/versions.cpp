#include "app/advice/versions.h"

#include <map>

namespace treering::app::advice {
namespace {

/// NCCL's own choices; a size without one is there too.
std::map<core::Bytes, std::optional<sim::Prediction>> choices_of(const PredictReport& report,
                                                                 core::Collective collective) {
  std::map<core::Bytes, std::optional<sim::Prediction>> choices;
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || row.count == 0 || row.channel_limit) continue;
    auto& choice = choices[row.asked];
    if (row.is_nccl_default) choice = row;
  }
  return choices;
}

}  // namespace

bool VersionedChoice::is_same() const {
  if (!one || !other) return !one && !other;
  return one->way == other->way;
}

std::optional<double> VersionedChoice::factor() const {
  const auto first = one ? one->time() : std::nullopt;
  const auto second = other ? other->time() : std::nullopt;
  if (!first || !second || first->in_us() <= 0) return {};
  return *second / *first;
}

std::vector<VersionedChoice> compared_choices(const PredictReport& one, const PredictReport& other,
                                              core::Collective collective) {
  const auto others = choices_of(other, collective);
  std::vector<VersionedChoice> rows;
  for (const auto& [asked, choice] : choices_of(one, collective)) {
    const auto found = others.find(asked);
    if (found != others.end()) rows.push_back({asked, choice, found->second});
  }
  return rows;
}

}  // namespace treering::app::advice
