// Lines to and from the conductor, over the local socket that it named.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::workers {

class Connection {
 public:
  static core::Result<Connection> to(const std::string& path);
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) = delete;
  ~Connection();

  [[nodiscard]] int socket() const { return socket_; }

  /// False when the conductor has gone.
  bool send(std::string_view line) const;
  /// The next line; nothing when the conductor has closed.
  std::optional<std::string> receive();

 private:
  explicit Connection(int socket) : socket_(socket) {}

  int socket_ = -1;
  std::string received_;
};

}  // namespace treering::workers
