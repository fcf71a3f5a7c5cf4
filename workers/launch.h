// Starts the ranks as processes of this machine and watches them.
#pragma once

#include <functional>
#include <string>

namespace treering::workers {

/// Exit code of a rank that ends because another one went; not the cause where that one is found.
inline constexpr int kLostPeer = 3;

/// What a rank does: returns its exit code, and writes its reason into the text where it fails.
using RunRank = std::function<int(int rank, std::string& reason)>;

/// Starts `ranks` processes that each run `run`, and waits for all. When one fails it kills the
/// others and writes to stderr which and why, in the last line. The ranks end when this process
/// does. Returns the exit code of the program.
/// \pre this process has one thread
int launch(int ranks, const RunRank& run);

}  // namespace treering::workers
