// Ctrl-C as a request to stop: what is measured is kept. A second one ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace treering::cli {

/// Requests a stop of `source` when the process is interrupted or asked to end, as long as this
/// lives. One at a time.
class Interrupt {
 public:
  explicit Interrupt(std::stop_source source);
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

 private:
  std::jthread watch_;
};

}  // namespace treering::cli
