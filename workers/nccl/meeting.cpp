#include "workers/nccl/meeting.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tuner/launch/launched_rank.h"

namespace treering::workers::nccl {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A queue may start ranks one after the other.
constexpr std::chrono::seconds kPatience{120};
constexpr std::chrono::milliseconds kPoll{50};

/// What a caller has to send first, so that nobody else is taken for a rank.
struct Greeting {
  std::uint64_t token = 0;
  std::int64_t rank = 0;
};

/// What ranks say is short, and must not wait for more.
void send_at_once(int socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/// Where rank 0 listens: the name of its machine, and its addresses, since not every machine knows
/// that name.
struct Address {
  std::vector<std::string> hosts;
  std::string port;
  std::uint64_t token = 0;
};

fs::path file_in(const std::string& folder) {
  return fs::path(folder) / "treering-nccl";
}

core::Failure failed(const std::string& where, int code) {
  return core::environment_error(where, std::strerror(code), "expected a way between the ranks");
}

bool write_address(const std::string& folder, const Address& address) {
  const fs::path draft = file_in(folder).string() + ".new";
  std::ofstream(draft) << address.port << ' ' << address.token << ' '
                       << fmt::format("{}\n", fmt::join(address.hosts, " "));
  std::error_code error;
  fs::rename(draft, file_in(folder), error);  // so that nobody reads half of it
  return !error;
}

std::optional<Address> read_address(const std::string& folder) {
  std::ifstream file(file_in(folder));
  Address address;
  if (!(file >> address.port >> address.token)) return {};
  for (std::string host; file >> host;) address.hosts.push_back(std::move(host));
  return address;
}

/// The name of this machine, its addresses, and last the one that only ranks of its own reach.
std::vector<std::string> own_hosts() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  std::vector<std::string> hosts{name.data()};
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) == 0) {
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
      if ((one->ifa_flags & IFF_LOOPBACK) != 0U) continue;
      std::array<char, INET_ADDRSTRLEN> text{};
      const auto* const address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
      inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size());
      hosts.emplace_back(text.data());
    }
    freeifaddrs(all);
  }
  hosts.emplace_back("127.0.0.1");
  return hosts;
}

/// A socket that listens on any port of this machine, and its port.
core::Result<std::pair<int, int>> listener() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in here{};
  here.sin_family = AF_INET;
  socklen_t size = sizeof here;
  auto* const address = reinterpret_cast<sockaddr*>(&here);
  const bool is_up = socket >= 0 && bind(socket, address, size) == 0 &&
                     listen(socket, SOMAXCONN) == 0 && getsockname(socket, address, &size) == 0;
  if (is_up) return std::pair(socket, static_cast<int>(ntohs(here.sin_port)));
  const int code = errno;
  if (socket >= 0) close(socket);
  return failed("socket", code);
}

bool receive_greeting(int socket, Greeting& greeting) {
  const timeval most{.tv_sec = 5, .tv_usec = 0};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
  if (recv(socket, &greeting, sizeof greeting, MSG_WAITALL) != sizeof greeting) return false;
  const timeval forever{};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &forever, sizeof forever);
  return true;
}

/// Rank 0's sockets, by rank.
core::Result<std::vector<int>> welcome(int listening, const Place& place, std::uint64_t token) {
  std::vector<int> sockets(static_cast<std::size_t>(place.ranks), -1);
  const auto end = Clock::now() + kPatience;
  for (int missing = place.ranks - 1; missing > 0;) {
    pollfd watched{listening, POLLIN, 0};
    if (Clock::now() >= end) {
      for (const int socket : sockets) {
        if (socket >= 0) close(socket);
      }
      return core::environment_error("ranks", fmt::format("{} did not come", missing),
                                     fmt::format("expected {} in all", place.ranks));
    }
    if (poll(&watched, 1, 1000) <= 0) continue;
    const int socket = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
    Greeting greeting;
    const bool is_rank = socket >= 0 && receive_greeting(socket, greeting) &&
                         greeting.token == token && greeting.rank > 0 &&
                         greeting.rank < place.ranks &&
                         sockets[static_cast<std::size_t>(greeting.rank)] < 0;
    if (is_rank) {
      send_at_once(socket);
      sockets[static_cast<std::size_t>(greeting.rank)] = socket;
      --missing;
    } else if (socket >= 0) {
      close(socket);
    }
  }
  return sockets;
}

core::Result<Star> host_meeting(const Place& place, const std::string& folder) {
  const auto listening = listener();
  if (!listening) return core::fail(listening.error());
  std::random_device random;
  const Address address{own_hosts(), std::to_string(listening->second),
                        std::uint64_t{random()} << 32U | random()};
  if (!write_address(folder, address)) {
    close(listening->first);
    return core::environment_error(folder, "no file can be written there",
                                   "expected a folder that all ranks see");
  }
  auto sockets = welcome(listening->first, place, address.token);
  close(listening->first);
  std::error_code ignored;
  fs::remove(file_in(folder), ignored);
  if (!sockets) return core::fail(sockets.error());
  return Star(place.rank, place.ranks, *std::move(sockets));
}

/// An address of another network may not answer at all: it is left after two seconds.
bool reaches(int socket, const addrinfo& there) {
  const timeval most{.tv_sec = 2, .tv_usec = 0};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
  if (connect(socket, there.ai_addr, there.ai_addrlen) != 0) return false;
  const timeval forever{};
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever);
  return true;
}

/// A socket to that host; -1 where nobody is there.
int call(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return -1;
  int socket = -1;
  for (const addrinfo* one = found; one != nullptr && socket < 0; one = one->ai_next) {
    socket = ::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0 || reaches(socket, *one)) continue;
    close(socket);
    socket = -1;
  }
  freeaddrinfo(found);
  return socket;
}

/// By the first of its hosts that answers.
int call(const Address& address) {
  for (const std::string& host : address.hosts) {
    const int socket = call(host, address.port);
    if (socket >= 0) return socket;
  }
  return -1;
}

core::Result<Star> join_meeting(const Place& place, const std::string& folder) {
  for (const auto end = Clock::now() + kPatience; Clock::now() < end;
       std::this_thread::sleep_for(kPoll)) {
    const auto address = read_address(folder);
    const int socket = address ? call(*address) : -1;  // of an earlier job there may be a file
    if (socket < 0) continue;
    send_at_once(socket);
    const Greeting greeting{address->token, place.rank};
    if (::send(socket, &greeting, sizeof greeting, MSG_NOSIGNAL) == sizeof greeting) {
      return Star(place.rank, place.ranks, {socket});
    }
    close(socket);
  }
  return core::environment_error(folder, "rank 0 did not come");
}

}  // namespace

core::Result<Place> place_under_launcher() {
  const auto own = tuner::launch::rank_of_launched_job();
  if (!own) return core::fail(own.error());
  return Place{own->rank, own->ranks.value_or(1), own->local_rank.value_or(0)};
}

core::Result<Star> meet(const Place& place, const std::string& folder) {
  return place.rank == 0 ? host_meeting(place, folder) : join_meeting(place, folder);
}

}  // namespace treering::workers::nccl
