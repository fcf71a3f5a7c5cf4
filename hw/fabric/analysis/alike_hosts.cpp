#include "hw/fabric/analysis/alike_hosts.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/words.h"

namespace treering::hw::fabric::analysis {
namespace {

// Below it each has a line of its own, which is easier to search for.
constexpr std::size_t kFewestFolded = 4;

/// "node007": what stands before the number at its end, and how that is written.
struct NumberedName {
  std::string stem;
  std::size_t digits = 0;
  std::uint64_t number = 0;
};

NumberedName numbered(const std::string& name) {
  constexpr std::size_t kMostDigits = 9;
  std::size_t at = name.size();
  while (at > 0 && name.size() - at < kMostDigits &&
         std::isdigit(static_cast<unsigned char>(name[at - 1])) != 0) {
    --at;
  }
  const std::string digits = name.substr(at);
  return {name.substr(0, at), digits.size(), core::whole_number<std::uint64_t>(digits).value_or(0)};
}

bool is_next(const NumberedName& a, const NumberedName& b) {
  return a.digits > 0 && b.digits > 0 && a.stem == b.stem && a.number + 1 == b.number &&
         b.digits == fmt::format("{:0{}}", b.number, a.digits).size();
}

std::string text_of(const NumberedName& first, const NumberedName& last) {
  const auto number = [](const NumberedName& name) {
    return name.digits == 0 ? "" : fmt::format("{:0{}}", name.number, name.digits);
  };
  if (first.number == last.number) return first.stem + number(first);
  return fmt::format("{}[{}-{}]", first.stem, number(first), number(last));
}

}  // namespace

std::vector<std::string> hosts_in_order(std::vector<std::string> hosts) {
  std::ranges::sort(hosts, {}, [](const std::string& host) {
    NumberedName name = numbered(host);
    return std::tuple(std::move(name.stem), name.number, name.digits);
  });
  return hosts;
}

std::string short_host_list(std::vector<std::string> hosts) {
  constexpr std::size_t kMostParts = 4;
  std::vector<NumberedName> names;
  for (const std::string& host : hosts_in_order(std::move(hosts))) {
    names.push_back(numbered(host));
  }
  std::vector<std::string> parts;
  std::size_t shown = 0;
  while (shown < names.size() && parts.size() < kMostParts) {
    std::size_t last = shown;
    while (last + 1 < names.size() && is_next(names[last], names[last + 1])) ++last;
    parts.push_back(text_of(names[shown], names[last]));
    shown = last + 1;
  }
  if (shown == names.size()) return fmt::format("{}", fmt::join(parts, ", "));
  return fmt::format("{} and {} more", fmt::join(parts, ", "), names.size() - shown);
}

std::vector<std::string> folded(const std::vector<HostRemark>& remarks) {
  std::map<std::string, std::vector<std::string>> hosts;
  for (const HostRemark& remark : remarks) hosts[remark.of_many].push_back(remark.host);
  std::vector<std::string> sentences;
  for (const HostRemark& remark : remarks) {
    const auto& alike = hosts[remark.of_many];
    if (alike.size() < kFewestFolded) {
      sentences.push_back(fmt::format("host {} {}", remark.host, remark.of_one));
    } else if (remark.host == alike.front()) {
      sentences.push_back(
          fmt::format("{} hosts ({}) {}", alike.size(), short_host_list(alike), remark.of_many));
    }
  }
  return sentences;
}

}  // namespace treering::hw::fabric::analysis
