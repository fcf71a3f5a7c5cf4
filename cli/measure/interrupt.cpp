#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <utility>

#include <time.h>

#include "cli/measure/measure.h"

namespace treering::cli {
namespace {

// All that a signal handler may touch.
std::atomic<bool> is_interrupted = false;
std::atomic<std::int64_t> interrupted_ms = 0;
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

// Programs that pass a signal on may send it to us and to our process group, which is one request:
// timeout(1) and mpirun do.
constexpr std::int64_t kSameRequestMs = 300;

std::int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void note_signal(int signal) {
  const std::int64_t now = now_ms();
  if (!is_interrupted) {
    interrupted_ms = now;
    is_interrupted = true;
  } else if (now - interrupted_ms > kSameRequestMs) {
    std::signal(signal, SIG_DFL);  // whoever asks again does not want to wait
    std::raise(signal);
  }
}

constexpr std::chrono::milliseconds kPoll{20};

// A user sends the first, a program that ends others the second, a terminal that goes the third.
constexpr std::array<int, 3> kRequests{SIGINT, SIGTERM, SIGHUP};

}  // namespace

Interrupt::Interrupt(std::stop_source source) {
  is_interrupted = false;
  for (const int signal : kRequests) {
    // nohup(1) and shells have some ignored: they are no request then.
    if (std::signal(signal, note_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  watch_ = std::jthread([source = std::move(source)](const std::stop_token& end) mutable {
    while (!end.stop_requested() && !is_interrupted) std::this_thread::sleep_for(kPoll);
    if (is_interrupted) source.request_stop();
  });
}

Interrupt::~Interrupt() {
  watch_ = {};  // ends the thread
  for (const int signal : kRequests) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

}  // namespace treering::cli
