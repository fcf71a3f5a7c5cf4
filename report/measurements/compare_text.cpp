#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "report/display.h"
#include "report/figures.h"
#include "report/measurements/measure_text.h"
#include "report/remarks.h"

namespace treering::report::measurements {
namespace {

using app::measuring::ComparedRow;
using tuner::stats::Verdict;

std::vector<FittedColumn> compare_columns() {
  std::vector<FittedColumn> columns = call_columns("algorithm");
  columns.insert(columns.end(), {{{"ranks"}, 2},
                                 {number_column("before", "(us)")},
                                 {number_column("after", "(us)")},
                                 {{"after / before"}},
                                 {{"95 % interval"}, 1},
                                 {{"adjusted p"}, 3},
                                 {{"launches"}, 2},
                                 {{"verdict", core::Align::Left}}});
  return columns;
}

/// What tells rows of one file apart besides their calls.
std::string prefix_text(const ComparedRow& row) {
  std::string text;
  for (const std::string& part : {row.series, row.runner}) text += part.empty() ? "" : part + " ";
  return text;
}

/// In brackets where it holds for two launches alone.
std::string verdict_text(const ComparedRow& row) {
  const std::string name(name_of(row.judgement.verdict));
  const bool is_sure = row.is_general() || row.judgement.verdict == Verdict::Undecided;
  return is_sure ? name : "(" + name + ")";
}

std::string p_text(double p) {
  constexpr double kLeastShown = 0.001;
  return p < kLeastShown ? "<0.001" : fmt::format("{:.3f}", p);
}

std::vector<std::string> compare_cells(const ComparedRow& row) {
  const auto& judged = row.judgement;
  std::vector<std::string> cells = call_cells(row.configuration);
  cells[1].insert(0, prefix_text(row));
  cells.insert(
      cells.end(),
      {row.ranks == 0 ? "-" : fmt::format("{}", row.ranks),
       time_figure(core::Duration::from_us(row.before_us)),
       time_figure(core::Duration::from_us(row.after_us)), fmt::format("{:.3f}", judged.ratio),
       judged.interval ? fmt::format("{:.3f}..{:.3f}", judged.interval->low, judged.interval->high)
                       : "-",
       p_text(judged.adjusted_p), fmt::format("{} / {}", row.before_launches, row.after_launches),
       verdict_text(row)});
  return cells;
}

std::string counts_text(const app::measuring::CompareReport& report, bool is_general) {
  const auto count = [&](Verdict verdict) { return report.count(verdict, is_general); };
  return fmt::format("{} faster, {} slower, {} the same, {} undecided", count(Verdict::Faster),
                     count(Verdict::Slower), count(Verdict::Same), count(Verdict::Undecided));
}

/// Verdicts on before and after, apart from those on two launches.
std::string title(const app::measuring::CompareReport& report) {
  const auto general = std::ranges::count_if(report.rows, &ComparedRow::is_general);
  std::string text =
      fmt::format("treering: {} (before) beside {} (after): ", report.before, report.after);
  if (general > 0) text += counts_text(report, true);
  if (std::ssize(report.rows) == general) return text;
  if (general > 0) text += "; ";
  return text + "in one launch a side " + counts_text(report, false);
}

}  // namespace

std::string compare_text(const app::measuring::CompareReport& report, bool is_quiet,
                         const Display& display) {
  TableRows rows;
  for (const ComparedRow& row : report.rows) rows.push_back(compare_cells(row));
  if (is_quiet) return plain_rows(compare_columns(), rows);
  const std::size_t width = display.text_width();
  return remark(title(report), 0, width) + "#\n" +
         grouped_table(compare_columns(), rows, display.width) +
         remark_list("notes", report.notes, "", width);
}

}  // namespace treering::report::measurements
