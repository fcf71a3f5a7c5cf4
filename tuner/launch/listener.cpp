#include "tuner/launch/listener.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tuner/launch/open_files.h"

namespace treering::tuner::launch {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// A million samples with their spreads take 50 MB.
constexpr std::size_t kMostLine = std::size_t{256} << 20U;

// How long a request to stop may go unnoticed.
constexpr milliseconds kLookForStop{20};

/// Whether there is something to read before `end`, and before `stop` is requested.
bool is_readable_before(int socket, Clock::time_point end, const std::stop_token& stop = {}) {
  while (stop.stop_possible()) {
    if (stop.stop_requested()) return false;
    if (is_readable_before(socket, std::min(end, Clock::now() + kLookForStop))) return true;
    if (Clock::now() >= end) return false;
  }
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    pollfd one{socket, POLLIN, 0};
    const int count = poll(&one, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

}  // namespace

Caller::Caller(Caller&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      received_(std::move(other.received_)),
      end_(other.end_) {}

Caller::~Caller() {
  if (socket_ >= 0) close(socket_);
}

bool Caller::send(std::string_view line) const {
  std::string rest(line);
  rest += '\n';
  while (!rest.empty()) {
    const ssize_t count = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    rest.erase(0, static_cast<std::size_t>(count));
  }
  return true;
}

std::optional<std::string> Caller::receive(milliseconds most, const std::stop_token& stop) {
  const auto last = Clock::now() + most;
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    if (received_.size() > kMostLine) {
      end_ = End::TooLong;
      return {};
    }
    if (!is_readable_before(socket_, last, stop)) {
      end_ = stop.stop_requested() ? End::Stopped : End::TimedOut;
      return {};
    }
    std::array<char, 65536> piece{};
    const ssize_t count = recv(socket_, piece.data(), piece.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      end_ = End::Closed;
      return {};
    }
    received_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

core::Result<Listener> Listener::at(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return core::environment_error(path, "a path too long for a local socket", "", "set TMPDIR");
  }
  path.copy(&address.sun_path[0], path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto* const place = reinterpret_cast<const sockaddr*>(&address);
  if (socket < 0 || bind(socket, place, sizeof address) != 0 || listen(socket, 1) != 0) {
    const int code = errno;
    if (socket >= 0) close(socket);
    if (is_out_of_files(code)) return no_room_for_files(path, code);
    return core::environment_error(path, std::strerror(code), "expected a place for a local socket",
                                   "set TMPDIR");
  }
  return Listener(socket);
}

Listener::Listener(Listener&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

Listener::~Listener() {
  if (socket_ >= 0) close(socket_);
}

std::optional<Caller> Listener::accept(milliseconds most) const {
  if (!is_readable_before(socket_, Clock::now() + most)) return {};
  const int caller = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  if (caller < 0) return {};
  return std::optional<Caller>(std::in_place, caller);
}

}  // namespace treering::tuner::launch
