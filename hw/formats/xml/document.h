// XML from outside as a tree of elements, and the rough scan that guards the parser.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/topology/checks.h"

namespace treering::hw::formats::xml {

// A rough scan of an XML text, for facts that a parser gives too late or never: the size of its
// tree, and the element that was open where the text broke off.

struct OpenElement {
  std::string name;  // empty when none is open
  std::size_t offset = 0;
};

/// The innermost element that is open at `end`. Skips comments, CDATA and the like; takes text that
/// is not well-formed as it comes.
OpenElement innermost_open(std::string_view text, std::size_t end);

/// The place of the (n + 1)-th `c`; npos when there are at most n.
std::size_t find_nth(std::string_view text, char c, std::size_t n);

// Parses an XML text into a tree of elements, with guards against hostile input.
//
// Hides the parser library from readers. Comments, declarations and processing instructions are
// dropped; of text between elements only its presence is kept.

struct Element {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;  // unique names, in order
  std::vector<Element> children;
  std::size_t offset = 0;  // of its '<' in the text
  std::string text;        // directly inside, its pieces joined by spaces; empty when only space

  /// The value of an attribute; null when absent.
  const std::string* attribute(std::string_view key) const;
};

// Far above any machine's file (the largest known has 300 elements, in 14 kB), and low enough that
// an answer takes well under a second and 200 MB.
inline constexpr std::size_t kMaxXmlBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kMaxXmlTags = 262'144;
inline constexpr std::size_t kMaxXmlAttributes = 524'288;
// PCI devices nest; the elements around such a chain need a few more levels.
inline constexpr std::size_t kMaxXmlDepth = core::kMaxPciDepth + 64;

class Document {
 public:
  /// Fails with line, column and element on text that is not XML, is cut short, is not UTF-8, names
  /// an attribute twice, or is above the limits. `where` names the source; `text` must outlive the
  /// document.
  static core::Result<Document> parse(std::string_view text, std::string where);

  const std::vector<Element>& roots() const { return roots_; }
  const std::string& source() const { return source_; }

  /// "x.xml: line 3, column 5, <gpu>".
  std::string place_of(const Element& element) const;
  /// "line 3", to point from one message at another element.
  std::string line_of(const Element& element) const;

 private:
  Document(std::string_view text, std::string source);

  std::string_view text_;
  std::string source_;
  std::vector<Element> roots_;
};

}  // namespace treering::hw::formats::xml
