// Text in aligned columns, for a terminal or a file.
//
// Widths count characters as a terminal shows them: UTF-8 continuation bytes and the escape
// sequences that switch bold on and off take no space.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::core {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Right;
  std::size_t least_width = 0;
  std::string unit{};  // second line of the heading
};

/// The number of columns that `text` takes on a terminal.
std::size_t display_width(std::string_view text);

/// `text` padded with spaces to `width` columns. Longer texts are not cut.
std::string padded(std::string_view text, std::size_t width, Align align);

/// `text` wrapped into lines of at most `width` columns. Lines after the first are indented by
/// `indent` spaces. Words longer than a line are not broken.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// The first `most` items, then the number of the others, followed by `where`: "and 3 more of this
/// file".
std::vector<std::string> shortened(std::vector<std::string> items, std::size_t most,
                                   std::string_view where);

class TextTable {
 public:
  /// `gap` spaces between columns.
  explicit TextTable(std::vector<Column> columns, std::size_t gap = 2)
      : columns_(std::move(columns)), gap_(gap) {}

  /// \pre as many cells as columns
  void add_row(std::vector<std::string> cells);

  /// One line of titles, and one of units if there are any. `lead` replaces the first spaces of
  /// each, so that "#" marks a heading as in nccl-tests.
  std::string heading(std::string_view lead = {}) const;

  /// The rows, one per line, without spaces at the ends of lines.
  std::string body() const;

 private:
  std::vector<std::size_t> widths() const;
  std::string line(const std::vector<std::string>& cells,
                   const std::vector<std::size_t>& width) const;

  std::vector<Column> columns_;
  std::size_t gap_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace treering::core
