// How a rank says that it ends because another one went.
#pragma once

#include <stdexcept>

namespace treering::workers {

/// Its exit code; not the cause where that one is found.
inline constexpr int kLostPeer = 3;

/// Thrown by a rank that finds another one gone.
struct LostPeer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace treering::workers
