// The local socket on which workers call, and the lines that come over it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::tuner::launch {

/// A folder of our own under TMPDIR, which goes with this.
class ScratchFolder {
 public:
  static core::Result<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) = delete;
  ~ScratchFolder();

  [[nodiscard]] std::string file(std::string_view name) const;

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

/// Who has called.
class Caller {
 public:
  enum class End { None, Closed, TimedOut };

  explicit Caller(int socket) : socket_(socket) {}
  Caller(Caller&& other) noexcept;
  Caller& operator=(Caller&& other) = delete;
  ~Caller();

  bool send(std::string_view line) const;
  /// The next line; nothing when the caller has gone or says nothing for so long: see end().
  std::optional<std::string> receive(std::chrono::milliseconds most);
  [[nodiscard]] End end() const { return end_; }

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
