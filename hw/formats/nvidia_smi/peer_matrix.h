// Matrices of `nvidia-smi topo -p2p`: which GPUs reach each other's memory, and why not. They look
// like that of `topo -m` and often stand before or behind it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"

namespace treering::hw::formats::nvidia_smi {

struct PeerTexts {
  std::vector<core::PeerState> peers;  // of all such matrices; what is not OK in one is not OK
  std::vector<int> gpus;               // numbers, in order
  std::string rest;                    // the text with those lines made empty
  std::size_t line = 0;                // of the first matrix; 0 for none
  std::vector<core::Diagnostic> notes;
};

/// `text` has no escapes (plain_smi_text); `path` names it in origins. If the command above a
/// matrix asks for something other than reading or writing, only its GPUs count.
PeerTexts take_smi_peers(std::string_view text, const std::string& path);

/// `text` with the lines of such matrices empty.
std::string without_peer_matrices(std::string_view text);

}  // namespace treering::hw::formats::nvidia_smi
