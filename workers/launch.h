// Ranks as processes: how they start, and how they end, also because another one went.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace treering::workers {

// How a rank says that it ends because another one went.

/// Its exit code; not the cause where that one is found.
inline constexpr int kLostPeer = 3;

/// Thrown by a rank that finds another one gone.
struct LostPeer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Starts the ranks as processes of this machine and watches them.

/// How a rank ends.
struct RankEnd {
  int code = 0;
  std::string reason;  // of an exception; empty without one
};

/// Runs a rank in this thread. Where `run` throws, the rank has failed: with kLostPeer for a
/// LostPeer.
RankEnd end_of(const std::function<int()>& run);

/// What a rank does, as `run` of end_of().
using RunRank = std::function<int(int rank)>;

/// Starts `ranks` processes that each run `run`, and waits for all. When one fails it kills the
/// others and writes to stderr which and why, in the last line. The ranks end when this process
/// does. Returns the exit code of the program.
/// \pre this process has one thread
int launch(int ranks, const RunRank& run);

/// Likewise the single rank that this process is, where mpirun or srun has started it.
int run_launched(const std::function<int()>& run);

}  // namespace treering::workers
