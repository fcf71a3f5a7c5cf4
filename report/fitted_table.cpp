#include "report/fitted_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "report/remarks.h"

namespace treering::report {

namespace {

/// "bound"; where the second line is no unit "times the choice", of a candidate "Tree/LL".
std::string name_of(const FittedColumn& fitted) {
  if (!fitted.name.empty()) return fitted.name;
  const core::Column& column = fitted.column;
  const std::string_view unit = core::trimmed(column.unit);
  std::string name(core::trimmed(column.title));
  if (unit.empty() || unit.starts_with('(')) return name;
  const bool is_protocol = unit.front() >= 'A' && unit.front() <= 'Z';
  return name + (is_protocol ? '/' : ' ') + std::string(unit);
}

std::string sentence_on(const std::string& left_out) {
  return fmt::format("Without room here: {}.", left_out);
}

}  // namespace

std::string FittedTable::fit(std::size_t width) {
  for (std::size_t i = columns_.size(); i-- > 0;) {
    if (columns_[i].rank > 0 && is_empty(i)) leave_out(i);
  }
  const std::vector<FittedColumn> all = columns_;
  const auto leave_out_down_to = [&](int least_rank) {
    while (this->width() > width) {
      const auto first = std::ranges::max_element(columns_, {}, [](const FittedColumn& one) {
        return one.rank == 0 ? std::numeric_limits<int>::min() : one.rank;
      });
      if (first == columns_.end() || first->rank == 0 || first->rank < least_rank) return;
      leave_out(static_cast<std::size_t>(first - columns_.begin()));
    }
  };
  leave_out_down_to(1);
  if (this->width() > width) {
    for (FittedColumn& one : columns_) one.column.least_width = 0;
  }
  leave_out_down_to(std::numeric_limits<int>::min());
  std::vector<std::string> names;
  for (const FittedColumn& one : all) {
    if (!has(one)) names.push_back(name_of(one));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

bool FittedTable::has(std::string_view title) const {
  return std::ranges::any_of(columns_,
                             [&](const FittedColumn& one) { return one.column.title == title; });
}

bool FittedTable::has(const FittedColumn& column) const {
  return std::ranges::any_of(columns_, [&](const FittedColumn& one) {
    return one.column.title == column.column.title && one.column.unit == column.column.unit &&
           one.name == column.name;
  });
}

core::TextTable FittedTable::table() const {
  std::vector<core::Column> columns;
  for (const FittedColumn& one : columns_) columns.push_back(one.column);
  core::TextTable table(std::move(columns), gap_);
  for (const auto& row : rows_) table.add_row(row);
  return table;
}

std::size_t FittedTable::width() const {
  const core::TextTable whole = table();
  return width_of(whole.heading() + whole.body());
}

bool FittedTable::is_empty(std::size_t column) const {
  return std::ranges::all_of(rows_, [&](const auto& row) {
    return row[column].find_first_not_of("- ") == std::string::npos;
  });
}

void FittedTable::leave_out(std::size_t column) {
  const auto at = static_cast<std::ptrdiff_t>(column);
  columns_.erase(columns_.begin() + at);
  for (auto& row : rows_) row.erase(row.begin() + at);
}

std::string left_out_line(const std::string& left_out, std::size_t width) {
  return left_out.empty() ? "" : remark(sentence_on(left_out), 0, width);
}

std::string left_out_note(const std::string& left_out, std::size_t width) {
  return left_out.empty() ? "" : core::wrapped(sentence_on(left_out), width, 0) + "\n";
}

std::string fitted_text(FittedTable table, std::size_t width) {
  if (table.width() > width) table.close_up();
  const std::string left_out = table.fit(width);
  return table.heading("") + table.body() + left_out_note(left_out, width);
}

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
