// The display of a text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace treering::report {

/// Columns of a line where nothing says how many there are.
inline constexpr std::size_t kUsualWidth = 100;

/// The least width that texts are written for: a narrower display breaks their lines.
inline constexpr std::size_t kLeastWidth = 60;

struct Display {
  bool is_terminal = false;         // bold is allowed
  bool is_utf8 = false;             // strokes of a tree are
  std::size_t width = kUsualWidth;  // columns; kLeastWidth or more
  /// Takes a note for standard error at once, from what takes long; empty: nobody reads it.
  std::function<void(const std::string& note)> announce = {};
  /// Shows how far what takes long is, on a line that the next one replaces; an empty text removes
  /// it. Empty: nobody watches.
  std::function<void(const std::string& line)> progress = {};

  /// The width of sentences, which are hard to read in longer lines.
  std::size_t text_width() const { return width < kUsualWidth ? width : kUsualWidth; }
};

}  // namespace treering::report
