#include "report/measurements/call_columns.h"

#include <vector>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::report::measurements {
namespace {

/// "ring", "ring/ll/4 ch" with protocol and channels, "ring, in place, cold".
std::string carrier_text(const tuner::measure::Configuration& call, const std::string& algorithm) {
  sim::Way way = call.way;
  way.algorithm = algorithm;
  std::string text =
      call.pair || algorithm.empty() ? way_text(call) : tuner::measure::forced_text(way);
  if (text.empty()) text = "(own choice)";
  if (call.is_in_place) text += ", in place";
  if (call.cache == tuner::measure::Cache::Cold) text += ", cold";
  return text;
}

}  // namespace

core::Column number_column(const char* title, const char* unit) {
  return {title, core::Align::Right, 0, unit};
}

std::vector<FittedColumn> call_columns(const char* carrier) {
  return {{{"  collective", core::Align::Left}}, {{carrier, core::Align::Left}}, {{"size"}}};
}

std::vector<std::string> call_cells(const tuner::measure::Configuration& call,
                                    const std::string& algorithm) {
  return {"  " + std::string(name_of(call.call.collective)), carrier_text(call, algorithm),
          core::format_size(call.call.bytes)};
}

}  // namespace treering::report::measurements
