// Rank 0's side of a meeting: takes in whoever says that he is a rank and has the token, all at
// once, and waits for nobody else.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "workers/meeting/published.h"

namespace treering::workers::meeting {

/// A rank says this first.
struct Greeting {
  static constexpr std::size_t kTokenSize = 32;

  std::array<char, kTokenSize> token{};
  std::int32_t rank = 0;
};

/// What rank 0 says when all are there, behind the answer of the invitation.
inline constexpr char kAllAreThere = '!';

class Reception {
 public:
  using Clock = std::chrono::steady_clock;

  /// Listens on any port of these addresses. Fails where none of them is one of this machine.
  static core::Result<Reception> at(const std::vector<std::string>& hosts);
  Reception(const Reception&) = delete;
  Reception& operator=(const Reception&) = delete;
  Reception(Reception&&) noexcept = default;
  Reception& operator=(Reception&&) = delete;
  ~Reception();

  [[nodiscard]] std::vector<Endpoint> endpoints() const;

  /// The sockets of all other ranks, by rank, when all are there. Fails when they are not by `end`,
  /// and when `interrupt` can be read.
  core::Result<std::vector<int>> take_in(int ranks, const Invitation& invitation,
                                         Clock::time_point end, int interrupt);

 private:
  struct Listening {
    int socket = -1;
    Endpoint endpoint;
  };
  /// Who has called, and not said yet who he is.
  struct Stranger {
    int socket = -1;
    std::string said;
  };

  explicit Reception(std::vector<Listening> listening) : listening_(std::move(listening)) {}
  bool wait(Clock::time_point end, int interrupt);
  void take_calls();
  void hear_strangers(const Invitation& invitation);
  void forget_gone_ranks();
  bool is_welcome(const Stranger& stranger, const Invitation& invitation);
  [[nodiscard]] std::vector<int> missing() const;

  std::vector<Listening> listening_;
  std::vector<Stranger> strangers_;  // in the order in which they called
  std::vector<int> arrived_;         // by rank; -1: not there
};

}  // namespace treering::workers::meeting
