#include "app/measuring/configuration_text.h"

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::app::measuring {

std::string text_of(const tuner::measure::Configuration& one) {
  std::string text =
      fmt::format("{} {}", name_of(one.call.collective), core::format_size(one.call.bytes));
  const std::string way = way_text(one);
  if (!way.empty()) text += " " + way;
  if (one.is_in_place) text += ", in place";
  if (one.cache == tuner::measure::Cache::Cold) text += ", cold";
  return text;
}

}  // namespace treering::app::measuring
