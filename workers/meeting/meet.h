// How ranks find each other, and the star by which they then talk.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "core/result.h"
#include "tuner/launch/launched_rank.h"

namespace treering::workers::meeting {

// What the ranks of a job say to each other beside the collectives: over local sockets, with rank 0
// in the middle.

class Star {
 public:
  /// \param sockets of rank 0: one to each other rank, by rank, the first unused; of others: one,
  /// to rank 0. They belong to the star from now on.
  Star(int rank, int ranks, std::vector<int> sockets);
  Star(const Star&) = delete;
  Star& operator=(const Star&) = delete;
  Star(Star&& other) noexcept;
  Star& operator=(Star&&) = delete;
  ~Star();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }

  // As those of Backend. They throw LostPeer.

  void share(std::string& text);
  std::vector<std::string> gather(const std::string& own);
  void line_up();
  /// \pre one of the two is rank 0
  void send(int to, const std::string& text);
  std::string receive(int from);

  /// Ends this process with kLostPeer where rank 0 has gone and we are still here after `grace`:
  /// inside of NCCL a rank waits for others for ever. Watches until what it returns goes.
  /// \pre this is another rank than 0
  [[nodiscard]] std::jthread watch(std::chrono::milliseconds grace) const;

 private:
  [[nodiscard]] int socket_to(int rank) const;

  int rank_ = 0;
  int ranks_ = 1;
  std::vector<int> sockets_;
};

/// On all ranks the same: the first text of any rank that is not empty.
std::string agreed(Star& star, const std::string& own);

/// A star for each rank, to be used by threads of this process or by processes that it forks.
/// Throws std::system_error where the system has no sockets left.
std::vector<Star> connected_stars(int ranks);

// How ranks that a launcher has started on many machines find each other: rank 0 listens, and says
// where in a folder that all see (docs/decisions/0023-meeting.md).

struct Meeting {
  std::string folder;     // that all ranks see
  std::string job;        // of this user, and of all that meet there no other has it
  std::string interface;  // over which ranks talk, as NCCL_SOCKET_IFNAME has it; empty: not chosen
  // A queue may start ranks one after the other. Shorter than the conductor waits for all (120 s:
  // tuner/runners), so that it hears who is missing.
  std::chrono::milliseconds patience = std::chrono::seconds(100);
};

/// Waits for all ranks of the job, of which `own` is one: when this returns on any rank, all are
/// there. Fails where the folder cannot be used, or another rank does not come.
/// \pre the launcher says how many there are; this process has one thread
core::Result<Star> meet(const tuner::launch::LaunchedRank& own, const Meeting& meeting);

/// Likewise, by what the launcher has put into the environment, in the folder where it started us.
/// \param interface as of a Meeting
core::Result<Star> meet_under_launcher(const std::string& interface);

}  // namespace treering::workers::meeting
