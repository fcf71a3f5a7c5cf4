#include <utility>

#include <fmt/format.h>

#include "report/overview/advice.h"
#include "report/overview/document_of.h"
#include "report/overview/words.h"
#include "report/prediction/ceiling_text.h"

namespace treering::report::overview {
namespace {

using app::overview::CollectivePart;

void add_table(document::Table table, Section& section) {
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
}

}  // namespace

Section collective_section(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  const std::string name(core::name_of(part.collective));
  Section section{name, name, {}};
  section.blocks.emplace_back(advice_of(report, index));
  if (!part.curves.best.empty()) {
    section.blocks.emplace_back(chart_of(report, index, charts::Quantity::Time));
    section.blocks.emplace_back(chart_of(report, index, charts::Quantity::Busbw));
  } else {
    section.blocks.emplace_back(
        document::Paragraph{"The model has no times for it here, so there is nothing to draw."});
  }
  if (!report.repair_first) add_table(ranges_table(part), section);
  add_table(crossovers_table(part), section);
  const auto& ceiling = report.times.ceilings[index];
  if (ceiling && !prediction::is_mostly_latency(*ceiling)) {
    add_table(ceiling_table(report, index), section);
  }
  add_table(measured_table(part), section);
  add_table(curves_table(part), section);
  return section;
}

}  // namespace treering::report::overview
