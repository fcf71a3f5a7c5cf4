#include "hw/formats/nccl_xml/tag.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::hw::formats::nccl_xml {
namespace {

// NCCL 2.28 src/graph/xml.h:17-18 and xml.cc:55: a value and its quote need 254 bytes at most.
constexpr std::size_t kMaxValue = 253;
constexpr std::size_t kMaxAttributes = 16;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// An XML name in ASCII; '.' is ours, for attributes of an outer element.
bool is_name(std::string_view text) {
  const auto is_inner = [](char c) {
    return is_name_start(c) || c == '-' || (c >= '0' && c <= '9');
  };
  return !text.empty() && text.size() <= kMaxValue && is_name_start(text[0]) &&
         std::all_of(text.begin(), text.end(), is_inner);
}

/// '<' and '&' would need entities, which NCCL does not know.
char writable(char c) {
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return ' ';
  return c == '<' || c == '&' ? '_' : c;
}

std::string cut(std::string_view text) {
  std::string_view start = text.substr(0, kMaxValue);
  // Not in the middle of a character.
  return std::string(start.substr(0, core::find_broken_utf8(start)));
}

}  // namespace

Tag::Tag(std::string_view name) : text_(fmt::format("<{}", name)) {}

void Tag::add(std::string_view name, std::string_view value) {
  if (count_ == kMaxAttributes) return;
  ++count_;
  std::string written = cut(value);
  std::transform(written.begin(), written.end(), written.begin(), writable);
  const char quote = written.find('"') == std::string::npos ? '"' : '\'';
  if (quote == '\'') std::replace(written.begin(), written.end(), quote, '_');
  text_ += fmt::format(" {}={}{}{}", name, quote, written, quote);
}

void Tag::add_if_given(std::string_view name, std::string_view value) {
  if (!value.empty()) add(name, value);
}

void Tag::add(std::string_view name, long long value) {
  add(name, std::string_view(std::to_string(value)));
}

void Tag::add_all(const core::Attributes& attributes, std::string_view prefix) {
  for (const auto& [key, value] : attributes) {
    if (!key.starts_with(prefix)) continue;
    const std::string_view name = std::string_view(key).substr(prefix.size());
    const bool is_there = text_.find(fmt::format(" {}=", name)) != std::string::npos;
    if (is_name(name) && !is_there) add(name, value);
  }
}

}  // namespace treering::hw::formats::nccl_xml
