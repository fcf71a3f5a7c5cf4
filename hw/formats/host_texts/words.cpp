#include "hw/formats/host_texts/words.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/topology.h"

namespace treering::hw::formats::host_texts {
namespace {

constexpr auto kNoEnd = std::string_view::npos;

bool is_hex(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::ranges::all_of(text, core::is_hex_digit);
}

template <class Number>
std::optional<Number> leading(std::string_view text) {
  Number number{};
  const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc()) return {};
  return number;
}

}  // namespace

std::optional<Field> field_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == kNoEnd) return {};
  const Field field{core::trimmed(line.substr(0, colon)), core::trimmed(line.substr(colon + 1))};
  if (field.key.empty()) return {};
  return field;
}

std::string bus_id_of(std::string_view word) {
  if (word.starts_with("PCI:")) word.remove_prefix(4);
  std::string_view function = "0";
  if (const std::size_t dot = word.rfind('.'); dot != kNoEnd) {
    function = word.substr(dot + 1);
    word = word.substr(0, dot);
  }
  const std::size_t last = word.rfind(':');
  if (last == kNoEnd || last < 2) return "";
  const std::size_t first = word.rfind(':', last - 1);
  const std::string_view device = word.substr(last + 1);
  const std::string_view bus =
      first == kNoEnd ? word.substr(0, last) : word.substr(first + 1, last - first - 1);
  std::string_view domain = first == kNoEnd ? std::string_view("0000") : word.substr(0, first);
  if (!is_hex(device, 2, 2) || !is_hex(bus, 2, 2) || !is_hex(domain, 4, 8)) return "";
  if (!is_hex(function, 1, 1)) return "";
  // nvidia-smi writes domains of eight digits, of which sysfs writes as many as it needs.
  while (domain.size() > 4 && domain.front() == '0') domain.remove_prefix(1);
  return core::lower_case(fmt::format("{}:{}:{}.{}", domain, bus, device, function));
}

core::Origin origin_at(const std::string& path, std::size_t number) {
  return {core::Origin::Kind::File, fmt::format("{}: line {}", path, number)};
}

std::optional<int> leading_number(std::string_view text) {
  return leading<int>(text);
}

std::optional<double> leading_decimal(std::string_view text) {
  return leading<double>(text);
}

bool has_all_decimals(std::string_view number) {
  const std::size_t point = number.find('.');
  return point != kNoEnd && number.size() - point > 2;
}

std::optional<std::string_view> behind(std::string_view text, std::string_view mark) {
  const std::size_t at = core::find_part(text, mark);
  if (at == kNoEnd) return {};
  return text.substr(at + mark.size());
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::size_t kMost = static_cast<std::size_t>(core::kMaxGpus) + 2;
  for (std::size_t at = line.find_first_not_of(" \t\r");
       at != std::string_view::npos && words.size() < kMost;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(" \t\r", end);
  }
  return words;
}

}  // namespace treering::hw::formats::host_texts
