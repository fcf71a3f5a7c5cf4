#include "hw/formats/xml/document.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::hw::formats::xml {
namespace {

using core::in_quotes;

/// A tag's name as messages show it: "<gpu>".
std::string in_brackets(std::string_view name) {
  const std::string quoted = in_quotes(name);
  return fmt::format("<{}>", std::string_view(quoted).substr(1, quoted.size() - 2));
}

/// The place of a byte and of the element that is open there.
std::string place_in(std::string_view text, std::size_t offset, const std::string& source) {
  const OpenElement open = innermost_open(text, offset);
  const std::string element = open.name.empty() ? "" : ", in " + in_brackets(open.name);
  return fmt::format("{}: {}{}", source, core::line_and_column(text, offset), element);
}

core::Result<void> check_size(std::string_view text, const std::string& source) {
  struct Limit {
    char mark;
    std::size_t most;
    std::string_view what;
  };
  // Counted by the characters that each needs, before anything is built.
  for (const Limit& limit :
       {Limit{'<', kMaxXmlTags, "tags"}, Limit{'=', kMaxXmlAttributes, "attributes"}}) {
    const std::size_t beyond = find_nth(text, limit.mark, limit.most);
    if (beyond == std::string_view::npos) continue;
    return core::bad_input(place_in(text, beyond, source),
                           fmt::format("more than {} {}", limit.most, limit.what),
                           "expected the description of one machine");
  }
  if (text.size() <= kMaxXmlBytes) return {};
  return core::bad_input(place_in(text, kMaxXmlBytes, source),
                         fmt::format("more than {} bytes", kMaxXmlBytes),
                         "expected the description of one machine");
}

core::Result<void> check_encoding(std::string_view text, const std::string& source) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return core::bad_input(source, "an empty text", "expected XML");
  }
  const std::string_view encoding = core::foreign_encoding(text);
  if (!encoding.empty()) {
    return core::bad_input(source, fmt::format("{} text", encoding), "expected XML in UTF-8",
                           "convert it with iconv");
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return core::bad_input(place_in(text, nul, source), "a NUL byte", "expected XML in UTF-8");
  }
  const std::size_t broken = core::find_broken_utf8(text);
  if (broken == text.size()) return {};
  return core::bad_input(
      place_in(text, broken, source),
      fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[broken])),
      "expected XML in UTF-8", "convert it with iconv");
}

core::Failure syntax_error(std::string_view text, const pugi::xml_parse_result& result,
                           const std::string& source) {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  const OpenElement open = innermost_open(text, text.size());
  if (offset >= last && !open.name.empty()) {
    return core::bad_input(fmt::format("{}: {}", source, core::line_and_column(text, last + 1)),
                           fmt::format("the text ends inside {} of {}", in_brackets(open.name),
                                       core::line_and_column(text, open.offset)),
                           "expected its end", "is the file cut short?");
  }
  std::string reason = result.description();
  std::transform(reason.begin(), reason.begin() + 1, reason.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return core::bad_input(place_in(text, offset, source), "not XML", reason);
}

/// Copies the parser's tree into ours.
class Copier {
 public:
  explicit Copier(const Document& document) : document_(document) {}

  std::vector<Element> copy_children(const pugi::xml_node& parent, std::size_t depth) {
    std::vector<Element> children;
    for (const pugi::xml_node& node : parent.children()) {
      if (error_) break;
      if (node.type() == pugi::node_element) children.push_back(copy(node, depth));
    }
    return children;
  }

  const std::optional<core::Error>& error() const { return error_; }

 private:
  Element copy(const pugi::xml_node& node, std::size_t depth) {
    Element element;
    element.name = node.name();
    // The parser gives the place of the name, one past the '<'.
    element.offset = static_cast<std::size_t>(node.offset_debug()) - 1;
    copy_attributes(node, element);
    for (const pugi::xml_node& child : node) {
      if (child.type() != pugi::node_pcdata && child.type() != pugi::node_cdata) continue;
      if (!element.text.empty()) element.text += ' ';
      element.text += child.value();
    }
    if (depth > kMaxXmlDepth) {
      refuse(element, "deeper nesting", fmt::format("expected at most {} levels", kMaxXmlDepth));
    } else {
      element.children = copy_children(node, depth + 1);
    }
    return element;
  }

  void copy_attributes(const pugi::xml_node& node, Element& element) {
    std::unordered_set<std::string_view> names;
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      element.attributes.emplace_back(attribute.name(), attribute.value());
      if (!names.insert(attribute.name()).second) {
        refuse(element, fmt::format("attribute {} given twice", in_quotes(attribute.name())),
               "expected it once");
      }
    }
  }

  void refuse(const Element& element, std::string found, std::string expected) {
    if (error_) return;
    error_ = core::Error{core::Category::BadInput,
                         document_.place_of(element),
                         std::move(found),
                         std::move(expected),
                         {}};
  }

  const Document& document_;
  std::optional<core::Error> error_;
};

}  // namespace

const std::string* Element::attribute(std::string_view key) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [key](const auto& attribute) { return attribute.first == key; });
  return found == attributes.end() ? nullptr : &found->second;
}

Document::Document(std::string_view text, std::string source)
    : text_(text), source_(std::move(source)) {}

core::Result<Document> Document::parse(std::string_view text, std::string where) {
  if (auto done = check_size(text, where); !done) return core::fail(done.error());
  if (auto done = check_encoding(text, where); !done) return core::fail(done.error());
  pugi::xml_document parsed;
  const auto result =
      parsed.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) return syntax_error(text, result, where);
  Document document(text, std::move(where));
  Copier copier(document);
  std::vector<Element> roots = copier.copy_children(parsed, 1);
  if (copier.error()) return core::fail(*copier.error());
  document.roots_ = std::move(roots);
  return document;
}

std::string Document::place_of(const Element& element) const {
  return fmt::format("{}: {}, {}", source_, core::line_and_column(text_, element.offset),
                     in_brackets(element.name));
}

std::string Document::line_of(const Element& element) const {
  const std::string place = core::line_and_column(text_, element.offset);
  return place.substr(0, place.find(','));
}

}  // namespace treering::hw::formats::xml
