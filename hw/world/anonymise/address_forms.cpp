#include "hw/world/anonymise/address_forms.h"

#include <algorithm>
#include <array>

#include "core/text/reading.h"

namespace treering::hw::world::anonymise {
namespace {

/// Whether something that begins before `at` can end there.
bool ends_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return true;
  return !core::is_letter_or_digit(text[at]) && static_cast<unsigned char>(text[at]) < 0x80;
}

/// The size of `form`, in which 'x' is a hexadecimal digit, where `text` begins with it; else 0.
std::size_t size_of_form(std::string_view text, std::string_view form) {
  if (text.size() < form.size() || !ends_at(text, form.size())) return 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == 'x' ? !core::is_hex_digit(text[i]) : text[i] != form[i]) return 0;
  }
  return form.size();
}

std::size_t size_of_any(std::string_view text, std::initializer_list<std::string_view> forms) {
  for (const std::string_view form : forms) {
    if (const std::size_t size = size_of_form(text, form)) return size;
  }
  return 0;
}

std::size_t ipv4_size(std::string_view text) {
  std::size_t at = 0;
  for (int group = 0; group < 4; ++group) {
    if (group > 0 && (at >= text.size() || text[at++] != '.')) return 0;
    const std::size_t begin = at;
    while (at < text.size() && core::is_digit(text[at])) ++at;
    const auto byte = core::whole_number<int>(text.substr(begin, at - begin));
    if (!byte || *byte > 255) return 0;
  }
  const bool goes_on = at + 1 < text.size() && text[at] == '.' && core::is_digit(text[at + 1]);
  return ends_at(text, at) && !goes_on ? at : 0;
}

/// Groups of a run of hexadecimal digits and colons.
std::vector<std::string_view> groups_of(std::string_view run) {
  std::vector<std::string_view> groups;
  for (std::size_t at = 0; at <= run.size();) {
    const std::size_t end = std::min(run.find(':', at), run.size());
    groups.push_back(run.substr(at, end - at));
    at = end + 1;
  }
  return groups;
}

std::string_view colon_run(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (core::is_hex_digit(text[end]) || text[end] == ':')) ++end;
  if (!ends_at(text, end)) return {};
  // "fe80::" may end so, "aa:bb:" does not.
  if (end > 0 && text[end - 1] == ':' && (end < 2 || text[end - 2] != ':')) --end;
  return text.substr(0, end);
}

bool are_all(const std::vector<std::string_view>& groups, std::size_t size) {
  return std::ranges::all_of(groups, [&](std::string_view group) { return group.size() == size; });
}

bool is_hardware(const std::vector<std::string_view>& groups) {
  constexpr std::size_t kBytes = 6;
  return groups.size() >= kBytes && are_all(groups, 2);
}

bool is_guid_or_gid(const std::vector<std::string_view>& groups) {
  return (groups.size() == 4 || groups.size() == 8) && are_all(groups, 4);
}

/// "0::" is none: so begin lines about control groups.
bool is_ipv6(std::string_view run, const std::vector<std::string_view>& groups) {
  constexpr std::size_t kGroups = 8;
  const bool is_short = run.find("::") != std::string_view::npos;
  const bool fits =
      std::ranges::all_of(groups, [](std::string_view one) { return one.size() <= 4; });
  const auto filled =
      std::ranges::count_if(groups, [](std::string_view one) { return !one.empty(); });
  if (!fits || (filled < 2 && groups.front().size() < 3)) return false;
  return is_short ? groups.size() <= kGroups + 1 : groups.size() == kGroups;
}

std::string digits_in(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (core::is_hex_digit(c)) digits += c;
  }
  return digits;
}

constexpr std::string_view kUuid = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
constexpr std::string_view kInterface = "enx";
constexpr std::string_view kNumber = "0x";

/// With its digits; 0 where `form` does not follow `start`.
std::size_t size_behind(std::string_view text, std::string_view start, std::string_view form) {
  const bool is_one = text.starts_with(start) && size_of_form(text.substr(start.size()), form) != 0;
  return is_one ? start.size() + form.size() : 0;
}

std::size_t interface_size(std::string_view text) {
  return size_behind(text, kInterface, "xxxxxxxxxxxx");
}

std::size_t number_size(std::string_view text) {
  return size_behind(text, kNumber, "xxxxxxxxxxxxxxxx");
}

Address behind(std::string_view text, std::string_view start) {
  return {Address::Form::Hex, {{start.size(), std::string(text.substr(start.size()))}}};
}

}  // namespace

std::size_t address_size(std::string_view text) {
  if (const std::size_t size = size_of_form(text, kUuid)) return size;
  if (const std::size_t size = interface_size(text)) return size;
  if (const std::size_t size = number_size(text)) return size;
  if (const std::size_t size = ipv4_size(text)) return size;
  const std::string_view run = colon_run(text);
  const auto groups = groups_of(run);
  const bool is_one = is_hardware(groups) || is_guid_or_gid(groups) || is_ipv6(run, groups);
  return is_one && groups.size() > 1 ? run.size() : 0;
}

Address address_of(std::string_view text) {
  if (size_of_form(text, kUuid) != 0) return {Address::Form::Hex, {{0, digits_in(text)}}};
  if (interface_size(text) != 0) return behind(text, kInterface);
  if (number_size(text) != 0) return behind(text, kNumber);
  if (ipv4_size(text) != 0) return {Address::Form::Ipv4, {}};
  const auto groups = groups_of(text);
  if (is_hardware(groups)) return {Address::Form::Hex, {{0, digits_in(text)}}};
  if (!is_guid_or_gid(groups)) return {Address::Form::Ipv6, {}};
  if (groups.size() == 4) return {Address::Form::Hex, {{0, digits_in(text)}}};
  // A GID: the subnet's prefix, the same everywhere for one's own, then a GUID.
  constexpr std::size_t kHalf = 20;
  Address gid{Address::Form::Hex, {{kHalf, digits_in(text.substr(kHalf))}}};
  const std::string prefix = digits_in(text.substr(0, kHalf));
  if (core::lower_case(prefix) != "fe80000000000000") gid.parts.push_back({0, prefix});
  return gid;
}

bool is_common_address(std::string_view text) {
  constexpr std::array<std::string_view, 4> kCommon{"127.0.0.1", "0.0.0.0", "::1", "::"};
  return std::ranges::find(kCommon, text) != kCommon.end();
}

std::size_t bus_id_size(std::string_view text) {
  const std::size_t size =
      size_of_any(text, {"xxxx:xx:xx.x", "xxxxx:xx:xx.x", "xxxxxx:xx:xx.x", "xxxxxxx:xx:xx.x",
                         "xxxxxxxx:xx:xx.x", "xxxx:xx:xx", "xxxxxxxx:xx:xx", "fffffff:ffff:ff"});
  const bool goes_on = size > 0 && size < text.size() && text[size] == ':';
  return goes_on ? 0 : size;
}

}  // namespace treering::hw::world::anonymise
