// The star by which the ranks of a job talk beside the collectives: local sockets, with rank 0
// in the middle.
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace treering::workers::meeting {

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

}  // namespace treering::workers::meeting
