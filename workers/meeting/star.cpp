#include "workers/meeting/star.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "workers/launch.h"

namespace treering::workers::meeting {
namespace {

constexpr std::chrono::milliseconds kGlance{100};

void send_all(int socket, int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw LostPeer("rank " + std::to_string(to) + " has gone");
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
}

void receive_all(int socket, int from, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t count = recv(socket, bytes, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw LostPeer("rank " + std::to_string(from) + " has gone");
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
}

}  // namespace

Star::Star(int rank, int ranks, std::vector<int> sockets)
    : rank_(rank), ranks_(ranks), sockets_(std::move(sockets)) {}

Star::Star(Star&& other) noexcept
    : rank_(other.rank_), ranks_(other.ranks_), sockets_(std::move(other.sockets_)) {
  other.sockets_.clear();
}

Star::~Star() {
  for (const int socket : sockets_) {
    if (socket >= 0) close(socket);
  }
}

int Star::socket_to(int rank) const {
  return sockets_[rank_ == 0 ? static_cast<std::size_t>(rank) : 0];
}

void Star::send(int to, const std::string& text) {
  const std::uint64_t size = text.size();
  std::string whole(reinterpret_cast<const char*>(&size), sizeof size);
  whole += text;
  send_all(socket_to(to), to, whole.data(), whole.size());
}

std::string Star::receive(int from) {
  std::uint64_t size = 0;
  receive_all(socket_to(from), from, reinterpret_cast<char*>(&size), sizeof size);
  std::string text(size, ' ');
  receive_all(socket_to(from), from, text.data(), text.size());
  return text;
}

void Star::share(std::string& text) {
  if (rank_ != 0) {
    text = receive(0);
    return;
  }
  for (int rank = 1; rank < ranks_; ++rank) send(rank, text);
}

std::vector<std::string> Star::gather(const std::string& own) {
  if (rank_ != 0) {
    send(0, own);
    return {};
  }
  std::vector<std::string> all{own};
  for (int rank = 1; rank < ranks_; ++rank) all.push_back(receive(rank));
  return all;
}

void Star::line_up() {
  gather("");
  std::string go;
  share(go);
}

std::jthread Star::watch(std::chrono::milliseconds grace) const {
  return std::jthread([socket = socket_to(0), grace](const std::stop_token& stop) {
    pollfd watched{socket, POLLRDHUP, 0};
    while (poll(&watched, 1, static_cast<int>(kGlance.count())) <= 0) {
      if (stop.stop_requested()) return;
    }
    for (std::chrono::milliseconds waited{0}; waited < grace; waited += kGlance) {
      if (stop.stop_requested()) return;
      std::this_thread::sleep_for(kGlance);
    }
    std::fputs("rank 0 has gone\n", stderr);
    std::fflush(nullptr);
    std::_Exit(kLostPeer);
  });
}

std::string agreed(Star& star, const std::string& own) {
  std::string first;
  for (const std::string& one : star.gather(own)) {
    if (first.empty()) first = one;
  }
  star.share(first);
  return first;
}

std::vector<Star> connected_stars(int ranks) {
  std::vector<int> middle{-1};
  std::vector<int> others;
  for (int rank = 1; rank < ranks; ++rank) {
    std::array<int, 2> pair{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
      throw std::system_error(errno, std::generic_category(), "sockets between the ranks");
    }
    middle.push_back(pair[0]);
    others.push_back(pair[1]);
  }
  std::vector<Star> all;
  all.emplace_back(0, ranks, std::move(middle));
  for (int rank = 1; rank < ranks; ++rank) {
    all.emplace_back(rank, ranks, std::vector{others[static_cast<std::size_t>(rank - 1)]});
  }
  return all;
}

}  // namespace treering::workers::meeting
