#include "hw/discover/sources/facts.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/names.h"

namespace treering::hw::discover::sources {
namespace {

/// Every number in a name as wide as the widest that a name can hold.
std::string padded(const std::string& name) {
  constexpr std::size_t kWidth = 64;  // the longest name of an RDMA device
  std::string key;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t digit = std::min(name.find_first_of("0123456789", at), name.size());
    const std::size_t end = std::min(name.find_first_not_of("0123456789", digit), name.size());
    key += name.substr(at, digit - at);
    if (end > digit) {
      key.append(kWidth - std::min(kWidth, end - digit), '0');
      key += name.substr(digit, end - digit);
    }
    at = end;
  }
  return key;
}

}  // namespace

std::optional<std::string> FactReader::content(const std::string& path) {
  auto read = world_.read(path);
  if (read) return *std::move(read);
  if (read.error().why != world::Unseen::Why::Absent) unread_.push_back({path, read.error()});
  return {};
}

std::optional<Figure<std::string>> FactReader::text(const std::string& path) {
  const auto read = content(path);
  if (!read) return {};
  std::string text(core::trimmed(*read));
  if (text.empty()) return {};
  return Figure<std::string>{std::move(text), discovered_in(path)};
}

std::string FactReader::plain_text(const std::string& path) {
  const auto found = text(path);
  return found ? found->value : "";
}

std::optional<Figure<int>> FactReader::integer(const std::string& path) {
  const auto found = text(path);
  if (!found) return {};
  if (const auto value = core::whole_number<int>(found->value)) {
    return Figure<int>{*value, found->origin};
  }
  note(path, "not a whole number");
  return {};
}

std::optional<std::string> FactReader::real_path(const std::string& path) {
  auto real = world_.real_path(path);
  if (real) return *std::move(real);
  if (real.error().why != world::Unseen::Why::Absent) unread_.push_back({path, real.error()});
  return {};
}

std::vector<std::string> FactReader::names(const std::string& folder) {
  auto names = world_.list(folder);
  if (names) return *std::move(names);
  if (names.error().why != world::Unseen::Why::Absent) unread_.push_back({folder, names.error()});
  return {};
}

std::vector<std::string> FactReader::names_of_source(const std::string& folder) {
  auto names = world_.list(folder);
  if (names) return *std::move(names);
  unread_.push_back({folder, names.error()});
  return {};
}

core::Origin discovered_in(const std::string& path) {
  return {core::Origin::Kind::Discovered, core::printable(path)};
}

std::vector<std::string> in_order_of_numbers(std::vector<std::string> names) {
  const auto key = [](const std::string& name) { return std::pair(padded(name), name); };
  std::ranges::sort(names, {}, key);
  return names;
}

std::string bus_id_in(const std::string& path) {
  std::istringstream stream(path);
  std::string last;
  for (std::string part; std::getline(stream, part, '/');) {
    if (core::is_pci_function(part)) last = part;
  }
  return last;
}

}  // namespace treering::hw::discover::sources
