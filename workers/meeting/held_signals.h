// Signals that ask this process to end, held back while there is something to put away first.
#pragma once

#include <csignal>

namespace treering::workers::meeting {

/// SIGHUP, SIGINT and SIGTERM wait as long as this lives, and then do what they do.
/// \pre this process has one thread
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

  /// Readable when one has come; -1 where the system has no such descriptor left.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

}  // namespace treering::workers::meeting
