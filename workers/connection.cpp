#include "workers/connection.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace treering::workers {

core::Result<Connection> Connection::to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return core::environment_error(path, "a path too long for a local socket");
  }
  path.copy(&address.sun_path[0], path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0 || connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address)) {
    const std::string why = std::strerror(errno);
    if (socket >= 0) close(socket);
    return core::environment_error(path, why, "expected the socket of treering measure");
  }
  return Connection(socket);
}

Connection::Connection(Connection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}

Connection::~Connection() {
  if (socket_ >= 0) close(socket_);
}

bool Connection::send(std::string_view line) const {
  std::string rest(line);
  rest += '\n';
  for (std::size_t sent = 0; sent < rest.size();) {
    const ssize_t count = ::send(socket_, rest.data() + sent, rest.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> Connection::receive() {
  for (;;) {
    const std::size_t end = received_.find('\n');
    if (end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    std::array<char, 4096> piece{};
    const ssize_t count = recv(socket_, piece.data(), piece.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    received_.append(piece.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace treering::workers
