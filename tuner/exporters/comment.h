// Comments of the files that exporters write for shells, NCCL and its plugin.
#pragma once

#include <string>
#include <string_view>

namespace treering::tuner::exporters {

/// Lines that start with '#'. No text can end a line early: unprintable characters
/// (core/text/quote.h), including line ends, become '?'. No line is longer than a reader of it can
/// take (kMostLineBytes in plugin_csv.h): a longer one is broken, at a space where it has one.
class Comment {
 public:
  /// "# text"; "#" alone for an empty one.
  void add(std::string_view text);
  /// Adds each line of a text of ours.
  void add_lines(std::string_view text);
  /// Adds a sentence in lines of up to 96 characters; nothing if it is empty.
  void add_wrapped(std::string_view sentence);

  /// "# text", for the end of a line of a reader that takes lines of any length: Open MPI's rules.
  static std::string behind(std::string_view text);

  const std::string& text() const { return text_; }
  bool operator==(const Comment&) const = default;

 private:
  std::string text_;
};

}  // namespace treering::tuner::exporters
