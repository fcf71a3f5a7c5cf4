// A look at the start of a text, enough to distinguish formats.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/text/reading.h"

namespace treering::hw::formats {

/// Without byte order mark and leading white space.
std::string_view without_leading_space(std::string_view text);

/// The name of the root element of an XML text; empty when it is none.
std::string_view xml_root(std::string_view text);

/// A file that is no text, by its first bytes.
struct NoText {
  std::string_view what;  // "a gzip archive"
  std::string_view hint;  // what to give instead
};

/// An archive or a picture; null where the first bytes are of neither.
const NoText* no_text(std::string_view bytes);

/// The start of `text`, of a fixed number of bytes, that recognition searches.
std::string_view head_of(std::string_view text);

/// Whether `holds` is true of a line.
template <class Condition>
bool any_line(std::string_view text, Condition holds) {
  for (core::LineReader lines(text); lines.next();) {
    if (holds(lines.line())) return true;
  }
  return false;
}

}  // namespace treering::hw::formats
