#include "cli/measure/interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <utility>

namespace treering::cli {
namespace {

// All that a signal handler may touch.
std::atomic<bool> is_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note_signal(int signal) {
  is_interrupted = true;
  std::signal(signal, SIG_DFL);  // the second one ends us
}

constexpr std::chrono::milliseconds kPoll{20};

}  // namespace

Interrupt::Interrupt(std::stop_source source) {
  is_interrupted = false;
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
  watch_ = std::jthread([source = std::move(source)](const std::stop_token& end) mutable {
    while (!end.stop_requested() && !is_interrupted) std::this_thread::sleep_for(kPoll);
    if (is_interrupted) source.request_stop();
  });
}

Interrupt::~Interrupt() {
  watch_ = {};  // ends the thread
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace treering::cli
