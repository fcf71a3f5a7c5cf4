// The local socket on which workers call, and the lines that come over it.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::tuner::launch {

/// Who has called.
class Caller {
 public:
  enum class End { None, Closed, TimedOut, TooLong, Stopped };

  explicit Caller(int socket) : socket_(socket) {}
  Caller(Caller&& other) noexcept;
  Caller& operator=(Caller&& other) = delete;
  ~Caller();

  bool send(std::string_view line) const;
  /// The next line; nothing when the caller has gone, says nothing for so long, sends more than any
  /// line has, or `stop` is requested: see end().
  std::optional<std::string> receive(std::chrono::milliseconds most,
                                     const std::stop_token& stop = {});
  [[nodiscard]] End end() const { return end_; }
  /// The text behind the last whole line.
  [[nodiscard]] const std::string& rest() const { return received_; }

 private:
  int socket_ = -1;
  std::string received_;
  End end_ = End::None;
};

class Listener {
 public:
  static core::Result<Listener> at(const std::string& path);
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&& other) = delete;
  ~Listener();

  /// Waits so long for a call.
  std::optional<Caller> accept(std::chrono::milliseconds most) const;

 private:
  explicit Listener(int socket) : socket_(socket) {}

  int socket_ = -1;
};

}  // namespace treering::tuner::launch
