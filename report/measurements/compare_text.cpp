#include "report/measurements/compare_text.h"

#include <fmt/format.h>

#include "core/unit_text.h"
#include "report/figures.h"
#include "report/grouped_table.h"
#include "report/remarks.h"

namespace treering::report::measurements {
namespace {

using app::measuring::ComparedRow;
using tuner::stats::Verdict;

std::vector<FittedColumn> compare_columns() {
  using core::Align;
  const auto right = [](const char* title, const char* unit) {
    return core::Column{title, Align::Right, 0, unit};
  };
  return {{{"  collective", Align::Left}},
          {{"algorithm", Align::Left}},
          {{"size"}},
          {{"ranks"}, 2},
          {right("before", "(us)")},
          {right("after", "(us)")},
          {{"after / before"}},
          {{"95 % interval"}, 1},
          {{"p"}, 3},
          {{"verdict", Align::Left}}};
}

std::string carrier_text(const tuner::measure::Configuration& one) {
  std::string text = way_text(one);
  if (text.empty()) text = "(own choice)";
  if (!one.protocol.empty()) text += "/" + one.protocol;
  if (one.is_in_place) text += ", in place";
  if (one.cache == tuner::measure::Cache::Cold) text += ", cold";
  return text;
}

std::vector<std::string> compare_cells(const ComparedRow& row) {
  const auto& judged = row.judgement;
  return {"  " + std::string(name_of(row.configuration.collective)),
          carrier_text(row.configuration),
          core::format_size(row.configuration.bytes),
          row.ranks == 0 ? "-" : fmt::format("{}", row.ranks),
          time_figure(core::Duration::from_us(row.before_us)),
          time_figure(core::Duration::from_us(row.after_us)),
          fmt::format("{:.3f}", judged.ratio),
          judged.interval
              ? fmt::format("{:.3f}..{:.3f}", judged.interval->low, judged.interval->high)
              : "-",
          fmt::format("{:.3f}", judged.adjusted_p),
          std::string(name_of(judged.verdict))};
}

}  // namespace

std::string compare_text(const app::measuring::CompareReport& report, bool is_quiet,
                         const Display& display) {
  TableRows rows;
  for (const ComparedRow& row : report.rows) rows.push_back(compare_cells(row));
  if (is_quiet) return plain_rows(compare_columns(), rows);
  const std::size_t width = display.text_width();
  return remark(fmt::format("treering: {} (before) beside {} (after): {} faster, {} slower, {} the "
                            "same, {} undecided",
                            report.before, report.after, report.count(Verdict::Faster),
                            report.count(Verdict::Slower), report.count(Verdict::Same),
                            report.count(Verdict::Undecided)),
                0, width) +
         "#\n" + grouped_table(compare_columns(), rows, display.width) +
         remark_list("notes", report.notes, "", width);
}

}  // namespace treering::report::measurements
