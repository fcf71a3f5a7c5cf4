// How rank 0 of a job receives the others: its addresses, its invitation, and those who come.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "tuner/launch/launched_rank.h"
#include "tuner/launch/own_folder.h"

namespace treering::workers::meeting {

// At which addresses the ranks of a job reach each other.

/// Whether a variable such as NCCL_SOCKET_IFNAME or GLOO_SOCKET_IFNAME means that interface:
/// "eth,ib" by how its name begins, "=eth0" by all of it, "^docker" all others.
bool is_meant(std::string_view interface, std::string_view chosen);

/// Addresses of this machine, in the order in which others should try them: loopback where all
/// ranks are here; else those of the interfaces that were chosen; else that of the machine's name;
/// else, where nobody knows its name, all that it has.
std::vector<std::string> meeting_addresses(const tuner::launch::LaunchedRank& own,
                                           std::string_view chosen);

// The invitation that rank 0 of a job publishes in a folder that all ranks see, so that they find
// it.

struct Endpoint {
  std::string host;
  int port = 0;

  bool operator==(const Endpoint&) const = default;
};

/// Only ranks of this user and job read it.
struct Invitation {
  std::vector<Endpoint> endpoints;  // of rank 0, the best first
  std::string token;                // what a rank says, so that nobody else is taken for one
  std::string answer;               // what rank 0 says to it, likewise
};

/// Each token is new: 32 hex digits by chance.
Invitation new_invitation(std::vector<Endpoint> endpoints);

/// An invitation in a new folder of its own, which goes with this. Its name says nothing; the job
/// stands inside, since its text comes from the environment.
class Published {
 public:
  /// Fails where `folder` cannot be used.
  static core::Result<Published> in(const std::string& folder, const std::string& job,
                                    const Invitation& invitation);
  Published(Published&& other) noexcept = default;
  Published& operator=(Published&& other) = delete;

 private:
  explicit Published(tuner::launch::OwnFolder own) : own_(std::move(own)) {}

  tuner::launch::OwnFolder own_;
};

/// The invitations of this user to this job in `folder`, whoever wrote them belongs to no other
/// user. Mostly one; more where a rank 0 was killed.
std::vector<Invitation> published_in(const std::string& folder, const std::string& job);

// Rank 0's side of a meeting: takes in whoever says that he is a rank and has the token, all at
// once, and waits for nobody else.

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
