// Tables for people: they fit the display, and rows may be grouped by their first column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/table.h"

namespace treering::report {

// A table that fits: columns that say nothing are left out, and, where lines would be too long, the
// least important ones.

struct FittedColumn {
  core::Column column;
  // The higher, the sooner it goes; below 0 only where columns as narrow as their cells do not
  // suffice; 0 stays whatever the width.
  int rank = 0;
  std::string name{};  // among those that do not fit; empty: by both lines of its heading
};

class FittedTable {
 public:
  /// `gap` spaces between columns.
  explicit FittedTable(std::vector<FittedColumn> columns, std::size_t gap = 2)
      : columns_(std::move(columns)), gap_(gap) {}

  /// \pre as many cells as columns
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// Columns of the widest line.
  std::size_t width() const;

  /// One space between columns.
  void close_up() { gap_ = 1; }

  /// Leaves out the columns that hold nothing but dashes, then those that do not fit. Where those
  /// of rank 0 and below are too wide, each becomes as narrow as its cells. \return what does not
  /// fit, in the order of the table; empty where all does
  std::string fit(std::size_t width);

  /// Whether a column of that title is left.
  bool has(std::string_view title) const;

  /// As TextTable's.
  std::string heading(std::string_view lead = "#") const { return table().heading(lead); }
  std::string body() const { return table().body(); }

 private:
  bool has(const FittedColumn& column) const;
  core::TextTable table() const;
  bool is_empty(std::size_t column) const;
  void leave_out(std::size_t column);

  std::vector<FittedColumn> columns_;
  std::size_t gap_;
  std::vector<std::vector<std::string>> rows_;
};

/// The columns that fit() left out, as a comment below the table; empty where all fit.
std::string left_out_line(const std::string& left_out, std::size_t width);

/// The same in a text without comments.
std::string left_out_note(const std::string& left_out, std::size_t width);

/// The table without '#', as wide as the display: columns stand closer before some are left out.
std::string fitted_text(FittedTable table, std::size_t width);

// Tables whose first column names what several rows belong to.

using TableRows = std::vector<std::vector<std::string>>;

/// Heading, marked with "#", and rows. Where that is wider than `width`, each name of the first
/// column stands on a line of its own above its rows, columns stand closer, and those without room
/// are named below.
std::string grouped_table(std::vector<FittedColumn> columns, const TableRows& rows,
                          std::size_t width);

/// The rows alone, at any width.
std::string plain_rows(const std::vector<FittedColumn>& columns, const TableRows& rows);

/// Columns of the widest line.
std::size_t width_of(std::string_view text);

}  // namespace treering::report
