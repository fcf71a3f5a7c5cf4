#include "workers/meeting/reception.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/units.h"

namespace treering::workers::meeting {
namespace {

using std::chrono::milliseconds;

// Above all ranks. Whoever calls more often pushes out those who have called longest and say
// nothing.
constexpr std::size_t kMostStrangers = 256;

/// Any port of that address; -1 where it is none of this machine.
int listen_at(const std::string& host) {
  sockaddr_in here{};
  here.sin_family = AF_INET;
  if (inet_pton(AF_INET, host.c_str(), &here.sin_addr) != 1) return -1;
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const auto* const address = reinterpret_cast<const sockaddr*>(&here);
  if (socket >= 0 && bind(socket, address, sizeof here) == 0 && listen(socket, SOMAXCONN) == 0) {
    return socket;
  }
  const int code = errno;
  if (socket >= 0) close(socket);
  errno = code;
  return -1;
}

int port_of(int socket) {
  sockaddr_in here{};
  socklen_t size = sizeof here;
  getsockname(socket, reinterpret_cast<sockaddr*>(&here), &size);
  return ntohs(here.sin_port);
}

/// "rank 3", "ranks 1, 3 and 4 more".
std::string names_of(const std::vector<int>& ranks) {
  constexpr std::size_t kMost = 5;
  const std::vector<int> first(
      ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(std::min(ranks.size(), kMost)));
  std::string text =
      fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(first, ", "));
  if (ranks.size() > kMost) text += fmt::format(" and {} more", ranks.size() - kMost);
  return text;
}

bool say(int socket, const void* bytes, std::size_t size) {
  return send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(size);
}

}  // namespace

core::Result<Reception> Reception::at(const std::vector<std::string>& hosts) {
  std::vector<Listening> all;
  int code = EADDRNOTAVAIL;
  for (const std::string& host : hosts) {
    const int socket = listen_at(host);
    if (socket < 0) {
      code = errno;
    } else {
      all.push_back({socket, {host, port_of(socket)}});
    }
  }
  if (!all.empty()) return Reception(std::move(all));
  return core::environment_error(fmt::format("{}", fmt::join(hosts, ", ")), std::strerror(code),
                                 "expected an address at which ranks can meet");
}

Reception::~Reception() {
  for (const Listening& one : listening_) close(one.socket);
  for (const Stranger& one : strangers_) close(one.socket);
  for (const int socket : arrived_) {
    if (socket >= 0) close(socket);
  }
}

std::vector<Endpoint> Reception::endpoints() const {
  std::vector<Endpoint> all;
  for (const Listening& one : listening_) all.push_back(one.endpoint);
  return all;
}

core::Result<std::vector<int>> Reception::take_in(int ranks, const Invitation& invitation,
                                                  Clock::time_point end, int interrupt) {
  arrived_.assign(static_cast<std::size_t>(ranks), -1);
  while (!missing().empty()) {
    if (Clock::now() >= end) {
      return core::environment_error("ranks", names_of(missing()) + " did not come",
                                     fmt::format("expected {} in all", ranks));
    }
    if (!wait(end, interrupt)) return core::environment_error("ranks", "asked to end");
    forget_gone_ranks();
    hear_strangers(invitation);
    take_calls();
  }
  for (std::size_t rank = 1; rank < arrived_.size(); ++rank) {
    say(arrived_[rank], &kAllAreThere, sizeof kAllAreThere);
  }
  return std::exchange(arrived_, {});
}

/// Until something happens on a socket. False where we are asked to end.
bool Reception::wait(Clock::time_point end, int interrupt) {
  std::vector<pollfd> all{{interrupt, POLLIN, 0}};
  for (const Listening& one : listening_) all.push_back({one.socket, POLLIN, 0});
  for (const Stranger& one : strangers_) all.push_back({one.socket, POLLIN, 0});
  for (const int socket : arrived_) all.push_back({socket, POLLRDHUP, 0});
  const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
  poll(all.data(), all.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  return all.front().revents == 0;
}

void Reception::take_calls() {
  for (const Listening& one : listening_) {
    for (;;) {
      const int socket = accept4(one.socket, nullptr, nullptr, SOCK_CLOEXEC);
      const bool is_full = socket < 0 && (errno == EMFILE || errno == ENFILE);
      const bool are_many = strangers_.size() >= kMostStrangers + arrived_.size();
      if ((is_full || (socket >= 0 && are_many)) && !strangers_.empty()) {
        close(strangers_.front().socket);
        strangers_.erase(strangers_.begin());
      }
      if (socket < 0) break;
      strangers_.push_back({socket, ""});
    }
  }
}

/// Whoever has said enough goes: in, or away.
void Reception::hear_strangers(const Invitation& invitation) {
  std::vector<Stranger> rest;
  for (Stranger& one : strangers_) {
    std::array<char, sizeof(Greeting)> piece{};
    const ssize_t count =
        recv(one.socket, piece.data(), piece.size() - one.said.size(), MSG_DONTWAIT);
    const bool is_silent = count < 0 && (errno == EAGAIN || errno == EINTR);
    if (count > 0) one.said.append(piece.data(), static_cast<std::size_t>(count));
    const bool has_greeted = one.said.size() == sizeof(Greeting);
    if (!has_greeted && (is_silent || count > 0)) {
      rest.push_back(std::move(one));
    } else if (!has_greeted || !is_welcome(one, invitation)) {
      close(one.socket);
    }
  }
  strangers_ = std::move(rest);
}

/// A rank that went may come again.
void Reception::forget_gone_ranks() {
  for (int& socket : arrived_) {
    pollfd one{socket, POLLRDHUP, 0};
    if (socket < 0 || poll(&one, 1, 0) <= 0) continue;
    close(socket);
    socket = -1;
  }
}

bool Reception::is_welcome(const Stranger& stranger, const Invitation& invitation) {
  Greeting greeting;
  std::memcpy(&greeting, stranger.said.data(), sizeof greeting);
  const std::string_view token(greeting.token.data(), greeting.token.size());
  if (token != invitation.token || greeting.rank < 1) return false;
  const auto rank = static_cast<std::size_t>(greeting.rank);
  if (rank >= arrived_.size() || arrived_[rank] >= 0) return false;
  const int yes = 1;  // what ranks say is short, and must not wait for more
  setsockopt(stranger.socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (!say(stranger.socket, invitation.answer.data(), invitation.answer.size())) return false;
  arrived_[rank] = stranger.socket;
  return true;
}

std::vector<int> Reception::missing() const {
  std::vector<int> all;
  for (std::size_t rank = 1; rank < arrived_.size(); ++rank) {
    if (arrived_[rank] < 0) all.push_back(static_cast<int>(rank));
  }
  return all;
}

}  // namespace treering::workers::meeting
