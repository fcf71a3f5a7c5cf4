// The lines of a text, one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace treering::core {

/// `for (LineReader lines(text); lines.next();) use(lines.line(), lines.number());` A text that
/// ends with '\n' has no empty line after it. A '\r' before the '\n' stays: code that splits a line
/// into words treats it as space.
class LineReader {
 public:
  /// `text` must outlive the reader and its lines.
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Goes to the next line. False when there is none.
  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    has_end_ = end < rest_.size();
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }

  /// The line without its line end.
  [[nodiscard]] std::string_view line() const { return line_; }
  /// Whether a line end follows: only the last line may lack it.
  [[nodiscard]] bool has_end() const { return has_end_; }
  /// Counted from 1; 0 before the first line.
  [[nodiscard]] std::size_t number() const { return number_; }
  /// The text after the line.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view line_;
  std::string_view rest_;
  std::size_t number_ = 0;
  bool has_end_ = false;
};

}  // namespace treering::core
