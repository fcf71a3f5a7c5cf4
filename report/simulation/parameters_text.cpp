#include "report/simulation/parameters_text.h"

#include <cmath>
#include <utility>

#include "core/text/table.h"

namespace treering::report::simulation {

std::string parameters_table(const app::simulation::Factors& factors, const Page& page) {
  FittedTable table({{{"parameter", core::Align::Left}, 0},
                     {{"value", core::Align::Right}, 0},
                     {{"unit", core::Align::Left}, 0},
                     {{"meaning", core::Align::Left}, 1}});
  for (const auto& factor : factors) {
    const std::string value = std::isinf(factor.value) ? "no limit" : figure(factor.value);
    table.add_row({factor.name, value, factor.unit, factor.meaning});
  }
  return table_text(std::move(table), page);
}

}  // namespace treering::report::simulation
