#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/setup/setup.h"
#include "core/text/table.h"
#include "core/units.h"
#include "report/display.h"
#include "report/fitted_table.h"
#include "report/measurements/measure_text.h"
#include "report/remarks.h"

namespace treering::report::measurements {
namespace {

using tuner::Measurement;

/// Rows that differ in size only.
struct Series {
  const Measurement* first = nullptr;
  std::size_t rows = 0;
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
};

bool is_same_series(const Measurement& a, const Measurement& b) {
  return a.id == b.id && a.collective == b.collective && a.type == b.type && a.op == b.op &&
         a.nodes == b.nodes && a.ranks == b.ranks && a.way.algorithm == b.way.algorithm &&
         a.way.protocol == b.way.protocol && a.way.channels == b.way.channels &&
         a.is_fallback == b.is_fallback && a.nccl_version == b.nccl_version;
}

/// In the order of the rows; those of a series stand together but for repeated sweeps.
std::vector<Series> series_of(const std::vector<Measurement>& rows) {
  std::vector<Series> all;
  for (const Measurement& row : rows) {
    if (all.empty() || !is_same_series(*all.back().first, row)) {
      all.push_back({&row, 0, row.bytes, row.bytes});
    }
    Series& series = all.back();
    ++series.rows;
    series.least = std::min(series.least, row.bytes);
    series.greatest = std::max(series.greatest, row.bytes);
  }
  return all;
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

std::string or_dash(int number) {
  return number == 0 ? "-" : fmt::format("{}", number);
}

/// "Ring/LL", "Ring", "-"; what NCCL chose itself has nothing.
std::string forced(const Measurement& row) {
  if (row.is_fallback) return "(fallback)";
  std::string text = row.way.algorithm;
  if (!row.way.protocol.empty())
    text += fmt::format("{}{}", text.empty() ? "" : "/", row.way.protocol);
  if (row.way.channels > 0)
    text += fmt::format("{}{} channels", text.empty() ? "" : " ", row.way.channels);
  return or_dash(text);
}

/// "float sum", "float", "-".
std::string type_and_op(const Measurement& row) {
  std::string text(row.type ? name_of(*row.type) : "-");
  return row.op ? text + fmt::format(" {}", name_of(*row.op)) : text;
}

std::vector<FittedColumn> columns() {
  using core::Align;
  return {{{"  series", Align::Left}},
          {{"collective", Align::Left}},
          {{"type", Align::Left}, 4},
          {{"forced", Align::Left}, 1},
          {{"NCCL", Align::Left}, 2},
          {{"nodes"}, 3},
          {{"ranks"}},
          {{"rows"}},
          {{"from"}},
          {{"to"}}};
}

TableRows rows_of(const std::vector<Measurement>& rows) {
  TableRows table;
  for (const Series& series : series_of(rows)) {
    const Measurement& row = *series.first;
    table.push_back({"  " + or_dash(row.id), std::string(name_of(row.collective)), type_and_op(row),
                     forced(row), or_dash(row.nccl_version), or_dash(row.nodes), or_dash(row.ranks),
                     fmt::format("{}", series.rows), core::format_size(series.least),
                     core::format_size(series.greatest)});
  }
  return table;
}

}  // namespace

std::string import_text(const app::ImportReport& report, bool is_quiet, const Display& display) {
  const TableRows rows = rows_of(report.set.rows);
  if (is_quiet) return plain_rows(columns(), rows);
  const std::size_t width = display.text_width();
  const std::string heading =
      remark(fmt::format("treering: measured, as read from {}: {}, {} rejected",
                         core::counted(report.files.size(), "file"),
                         core::counted(report.set.rows.size(), "row"), report.set.rejected_rows()),
             0, width) +
      "#\n";
  constexpr std::string_view kWhere = ", all of them with ⟨format⟩ json";
  const auto faults = app::setup::all_texts_of(tuner::as_diagnostics(report.set.faults));
  return heading + grouped_table(columns(), rows, display.width) +
         remark_list("runs that are not whole, or not one", faults, kWhere, width) +
         remark_list("deduced", app::setup::all_texts_of(report.set.deduced), kWhere, width) +
         remark_list("rejected", app::setup::all_texts_of(report.set.rejected), kWhere, width) +
         remark_list("doubts about rows that were kept", app::setup::all_texts_of(report.set.notes),
                     kWhere, width) +
         remark_list(kNearestVersions, report.nearest_versions, "", width);
}

}  // namespace treering::report::measurements
