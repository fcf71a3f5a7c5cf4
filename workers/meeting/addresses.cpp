#include <algorithm>
#include <array>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "workers/meeting/reception.h"

namespace treering::workers::meeting {
namespace {

constexpr const char* kLoopback = "127.0.0.1";

struct OwnAddress {
  std::string interface;
  std::string text;
};

std::string text_of(const sockaddr& address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  const auto& internet = reinterpret_cast<const sockaddr_in&>(address);
  inet_ntop(AF_INET, &internet.sin_addr, text.data(), text.size());
  return text.data();
}

/// The addresses of this machine without loopback.
std::vector<OwnAddress> own_addresses() {
  std::vector<OwnAddress> found;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_LOOPBACK) != 0U) continue;
    found.push_back({one->ifa_name, text_of(*one->ifa_addr)});
  }
  freeifaddrs(all);
  return found;
}

/// The addresses that the name of this machine stands for.
std::vector<std::string> addresses_of_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* all = nullptr;
  std::vector<std::string> found;
  if (getaddrinfo(name.data(), nullptr, &hints, &all) != 0) return found;
  for (const addrinfo* one = all; one != nullptr; one = one->ai_next) {
    found.push_back(text_of(*one->ai_addr));
  }
  freeaddrinfo(all);
  return found;
}

template <class Wanted>
std::vector<std::string> those(const std::vector<OwnAddress>& all, const Wanted& wanted) {
  std::vector<std::string> found;
  for (const OwnAddress& one : all) {
    if (wanted(one)) found.push_back(one.text);
  }
  return found;
}

}  // namespace

bool is_meant(std::string_view interface, std::string_view chosen) {
  const bool is_other = chosen.starts_with('^');
  if (is_other) chosen.remove_prefix(1);
  const bool is_whole = chosen.starts_with('=');
  if (is_whole) chosen.remove_prefix(1);
  bool is_named = false;
  while (!chosen.empty()) {
    const std::string_view name = chosen.substr(0, chosen.find(','));
    chosen.remove_prefix(std::min(name.size() + 1, chosen.size()));
    if (name.empty()) continue;
    is_named = is_named || (is_whole ? interface == name : interface.starts_with(name));
  }
  return is_named != is_other;
}

std::vector<std::string> meeting_addresses(const tuner::launch::LaunchedRank& own,
                                           std::string_view chosen) {
  if (own.local_ranks && own.local_ranks == own.ranks) return {kLoopback};
  const std::vector<OwnAddress> all = own_addresses();
  if (!chosen.empty()) {
    auto meant = those(all, [&](const OwnAddress& one) { return is_meant(one.interface, chosen); });
    if (!meant.empty()) return meant;
  }
  // Debian gives a machine's name an address of loopback, which others cannot reach.
  const std::vector<std::string> named = addresses_of_name();
  auto by_name = those(all, [&](const OwnAddress& one) {
    return std::ranges::find(named, one.text) != named.end();
  });
  if (!by_name.empty()) return by_name;
  if (all.empty()) return {kLoopback};
  return those(all, [](const OwnAddress&) { return true; });
}

}  // namespace treering::workers::meeting
