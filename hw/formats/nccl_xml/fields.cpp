#include "hw/formats/nccl_xml/fields.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/formats/nccl_xml/builder.h"

namespace treering::hw::formats::nccl_xml {
namespace {

bool is_hex(std::string_view digits) {
  return digits.starts_with("0x") || digits.starts_with("0X");
}

/// As strtol with base 0 takes it, but nothing where that stops early or saturates.
std::optional<std::int64_t> parse_integer(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = text.substr(is_negative ? 1 : 0);
  const bool is_octal = digits.size() > 1 && digits[0] == '0' && !is_hex(digits);
  const auto magnitude = is_hex(digits)
                             ? core::whole_number<std::uint64_t>(digits.substr(2), 16)
                             : core::whole_number<std::uint64_t>(digits, is_octal ? 8 : 10);
  if (!magnitude || !std::in_range<std::int64_t>(*magnitude)) return {};
  const auto number = static_cast<std::int64_t>(*magnitude);
  return is_negative ? -number : number;
}

}  // namespace

Fields::Fields(const xml::Element& element, Builder& builder)
    : element_(element), builder_(builder) {}

const std::string* Fields::value(std::string_view name) {
  asked_for_.push_back(name);
  return element_.attribute(name);
}

void Fields::refuse(std::string_view name, const std::string& expected) {
  builder_.problem(element_,
                   fmt::format("{} is {}", name, core::in_quotes(*element_.attribute(name))),
                   expected);
}

bool Fields::has(std::string_view name) {
  return value(name) != nullptr;
}

std::string Fields::text(std::string_view name) {
  const std::string* found = value(name);
  return found == nullptr ? std::string() : *found;
}

std::optional<std::int64_t> Fields::long_integer(std::string_view name) {
  const std::string* found = value(name);
  if (found == nullptr || core::trimmed(*found).empty()) return {};
  const auto number = parse_integer(core::trimmed(*found));
  if (!number) refuse(name, "expected an integer");
  return number;
}

std::optional<int> Fields::integer(std::string_view name) {
  const auto wide = long_integer(name);
  if (!wide) return {};
  if (std::in_range<int>(*wide)) return static_cast<int>(*wide);
  refuse(name, "expected an integer of a sane size");
  return {};
}

std::optional<double> Fields::number(std::string_view name) {
  const std::string* found = value(name);
  if (found == nullptr || core::trimmed(*found).empty()) return {};
  const std::string_view text = core::trimmed(*found);
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code == std::errc() && stop == end) return number;
  refuse(name, "expected a number");
  return {};
}

std::optional<std::uint64_t> Fields::hex(std::string_view name) {
  const std::string* found = value(name);
  if (found == nullptr || core::trimmed(*found).empty()) return {};
  const std::string_view digits = core::trimmed(*found);
  const auto number = core::whole_number<std::uint64_t>(digits.substr(is_hex(digits) ? 2 : 0), 16);
  if (!number) refuse(name, "expected up to 16 hex digits");
  return number;
}

void Fields::require(std::string_view name, const std::string& why) {
  if (has(name)) return;
  builder_.problem(element_, fmt::format("no attribute {}", name), why);
}

core::Attributes Fields::rest() const {
  core::Attributes rest;
  std::copy_if(element_.attributes.begin(), element_.attributes.end(), std::back_inserter(rest),
               [this](const auto& attribute) {
                 return std::find(asked_for_.begin(), asked_for_.end(), attribute.first) ==
                        asked_for_.end();
               });
  return rest;
}

}  // namespace treering::hw::formats::nccl_xml
