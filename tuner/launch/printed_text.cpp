#include "tuner/launch/printed_text.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace treering::tuner::launch {

PrintedText::PrintedText(int pipe) : pipe_(pipe), wake_(eventfd(0, EFD_CLOEXEC)) {
  if (wake_ < 0) {
    const int code = errno;
    close(pipe_);
    throw std::system_error(code, std::generic_category());
  }
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
  try {
    thread_ = std::thread([this] { read_on(); });
  } catch (...) {
    close(pipe_);
    close(wake_);
    throw;
  }
}

PrintedText::~PrintedText() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
  thread_.join();
  close(pipe_);
  close(wake_);
}

std::string PrintedText::now() {
  const std::lock_guard lock(mutex_);
  // More may be on its way for ever.
  constexpr int kMostPieces = 64;
  for (int i = 0; i < kMostPieces && take(); ++i) {
  }
  return tail_.text();
}

void PrintedText::read_on() {
  std::array<pollfd, 2> both{{{pipe_, POLLIN, 0}, {wake_, POLLIN, 0}}};
  for (;;) {
    if (poll(both.data(), both.size(), -1) < 0) continue;
    if (both[1].revents != 0) return;
    const std::lock_guard lock(mutex_);
    if (!take() && (both[0].revents & POLLHUP) != 0) both[0].fd = -1;  // nobody prints any more
  }
}

/// The next piece; false where there is none now. \pre the mutex is ours
bool PrintedText::take() {
  std::array<char, 16384> piece{};
  const ssize_t count = read(pipe_, piece.data(), piece.size());
  if (count < 0) return errno == EINTR;
  tail_.add({piece.data(), static_cast<std::size_t>(count)});
  return count > 0;
}

}  // namespace treering::tuner::launch
