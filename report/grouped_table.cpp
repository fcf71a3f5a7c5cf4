#include "report/grouped_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/lines.h"

namespace treering::report {
namespace {

FittedTable table_of(std::vector<FittedColumn> columns, const TableRows& rows) {
  FittedTable table(std::move(columns));
  for (const auto& row : rows) table.add_row(row);
  return table;
}

std::string narrow_table(std::vector<FittedColumn> columns, const TableRows& rows,
                         std::size_t width) {
  const core::Column names = std::move(columns.front().column);
  columns.erase(columns.begin());
  constexpr std::string_view kIndent = "    ";
  columns.front().column.title.insert(0, kIndent);
  FittedTable table(std::move(columns), 1);
  for (const auto& row : rows) {
    std::vector<std::string> cells(row.begin() + 1, row.end());
    cells.front().insert(0, kIndent);
    table.add_row(std::move(cells));
  }
  const std::string left_out = table.fit(width);
  std::string text = "#" + names.title.substr(std::min<std::size_t>(names.title.size(), 1)) + "\n" +
                     table.heading();
  const std::string body = table.body();
  core::LineReader lines(body);
  std::string last;
  for (const auto& row : rows) {
    if (row.front() != last && !row.front().empty()) text += row.front() + "\n";
    if (!row.front().empty()) last = row.front();
    lines.next();
    text += fmt::format("{}\n", lines.line());
  }
  return text + left_out_line(left_out, width);
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (core::LineReader lines(text); lines.next();) {
    width = std::max(width, core::display_width(lines.line()));
  }
  return width;
}

std::string grouped_table(std::vector<FittedColumn> columns, const TableRows& rows,
                          std::size_t width) {
  const FittedTable table = table_of(columns, rows);
  if (table.width() <= width) return table.heading() + table.body();
  return narrow_table(std::move(columns), rows, width);
}

std::string plain_rows(const std::vector<FittedColumn>& columns, const TableRows& rows) {
  return table_of(columns, rows).body();
}

}  // namespace treering::report
