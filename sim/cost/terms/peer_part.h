// How far one channel serves a peer.
#pragma once

namespace treering::sim::cost::terms {

/// Bytes of a message; more of it take more channels. Measured: sendrecv between A100s takes as
/// long for 2 MB as for 12 MB (docs/model.md).
inline constexpr double kPeerPartBytes = 2.5e6;

}  // namespace treering::sim::cost::terms
