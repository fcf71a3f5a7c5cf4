// Comments of the files that exporters write for shells, NCCL and its plugin.
#pragma once

#include <string>
#include <string_view>

namespace treering::tuner::exporters {

/// Lines that start with '#'. Whatever they are made of, none ends early: what is not fit to be
/// shown (core/text/quote.h), line ends among it, becomes '?'.
class Comment {
 public:
  /// "# text"; "#" alone for an empty one.
  void add(std::string_view text);
  /// Each line of a text of ours by itself.
  void add_lines(std::string_view text);
  /// A sentence, in lines of up to 96 characters. Nothing for an empty one.
  void add_wrapped(std::string_view sentence);

  const std::string& text() const { return text_; }
  bool operator==(const Comment&) const = default;

 private:
  std::string text_;
};

}  // namespace treering::tuner::exporters
