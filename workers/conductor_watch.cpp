#include "workers/conductor_watch.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace treering::workers {
namespace {

constexpr std::chrono::milliseconds kNextLook{20};

/// Sleeps until the other side has closed, or `wake` is raised. Takes no time while neither is.
void wait_for_end(int socket, int wake) {
  std::array<pollfd, 2> both{{{socket, POLLRDHUP, 0}, {wake, POLLIN, 0}}};
  while (poll(both.data(), both.size(), -1) < 0) {
  }
}

}  // namespace

ConductorWatch::ConductorWatch(int socket) {
  if (socket < 0) return;
  wake_ = eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this, socket] { watch(socket); });
}

ConductorWatch::~ConductorWatch() {
  if (!thread_.joinable()) return;
  is_over_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
  thread_.join();
  close(wake_);
}

void ConductorWatch::watch(int socket) {
  wait_for_end(socket, wake_);
  // A task may have come just before; it is seen when it begins.
  for (; !is_over_; std::this_thread::sleep_for(kNextLook)) {
    if (is_busy_) std::_Exit(EXIT_FAILURE);
  }
}

}  // namespace treering::workers
