#include "app/exporting/taken.h"

#include <algorithm>
#include <utility>

namespace treering::app::exporting {
namespace {

using tuner::advice::CollectiveAdvice;

std::string with_setting(const CollectiveAdvice& advice, std::uint64_t bytes) {
  if (!advice.has_useful_setting() || advice.setting->outcomes.empty()) return "";
  const auto& outcomes = advice.setting->outcomes;
  const auto above =
      std::ranges::upper_bound(outcomes, bytes, {}, &tuner::advice::SettingAdvice::Outcome::bytes);
  return (above == outcomes.begin() ? above : above - 1)->choice;
}

std::string by_size(const CollectiveAdvice& advice, std::uint64_t bytes) {
  for (const tuner::advice::RangeAdvice& range : advice.ranges) {
    if (range.first <= bytes && bytes <= range.last) return range.algorithm + "/" + range.protocol;
  }
  return "";
}

}  // namespace

std::vector<TakenChoice> taken_with(const tuner::advice::Recommendation& recommendation,
                                    tuner::exporters::Scope scope,
                                    const std::vector<std::uint64_t>& sizes) {
  const bool is_by_size = scope == tuner::exporters::Scope::EveryCommunicator;
  std::vector<TakenChoice> taken;
  for (const CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.is_advised) continue;
    for (const std::uint64_t bytes : sizes) {
      std::string choice = is_by_size ? by_size(advice, bytes) : with_setting(advice, bytes);
      if (choice.empty()) continue;
      taken.push_back({advice.collective, core::Bytes::of(bytes), std::move(choice)});
    }
  }
  return taken;
}

}  // namespace treering::app::exporting
