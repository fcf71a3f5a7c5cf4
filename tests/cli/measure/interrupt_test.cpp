#include <chrono>
#include <csignal>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "cli/measure/measure.h"

namespace treering::cli {
namespace interrupt_test {

// It would end us otherwise. A second one that follows at once, as timeout(1) sends it, is no test:
// on a machine that stalls it would be another request, and end us.
TEST(Interrupt, ASignalIsARequestToStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(signal, SIG_DFL);  // a shell starts what it does not wait for with SIGINT ignored
    std::stop_source source;
    const Interrupt interrupt(source);
    EXPECT_FALSE(source.stop_requested());
    std::raise(signal);
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!source.stop_requested() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_TRUE(source.stop_requested());
  }
}

// As nohup(1) has it.
TEST(Interrupt, WhatIsIgnoredIsNoRequest) {
  std::signal(SIGHUP, SIG_IGN);
  {
    std::stop_source source;
    const Interrupt interrupt(source);
    std::raise(SIGHUP);
    EXPECT_FALSE(source.stop_requested());
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

TEST(Interrupt, NothingIsRequestedWithoutASignal) {
  std::stop_source source;
  { const Interrupt interrupt(source); }
  EXPECT_FALSE(source.stop_requested());
}

}  // namespace interrupt_test
}  // namespace treering::cli
