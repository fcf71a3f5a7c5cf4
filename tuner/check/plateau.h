// What the large sizes of a slow run between nodes say together: a level loss is that of something
// which all of a node's ports share, whatever its single number comes near to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {

/// All large sizes of a collective reach the same share of the expected speed.
struct Plateau {
  enum class Kind : std::uint8_t {
    EveryPort,  // a share that no missing port makes
    Half,       // as with half of the paths, or with what crosses a link twice
    OnePort     // what one of the ports carries: one adapter, or one connection
  };
  Kind kind = Kind::EveryPort;
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t least = 0;  // bytes
  std::uint64_t most = 0;   // bytes
  double least_share = 1;   // of the expected speed
  double greatest_share = 1;
  int ports = 0;  // of a node, that its channels use
  bool operator==(const Plateau&) const = default;
};

/// "every-port", "half", "one-port".
std::string_view name_of(Plateau::Kind kind);

/// Of the collective with most large sizes: three or more, the largest at least four times the
/// smallest, all of them slow, and none of them 1.15 times as slow as another. Nothing above four
/// fifths, where a port that is missing or the machine itself may explain it, and nothing below
/// what one port carries. \param ports of a node, that its channels use; 0 on one node
std::optional<Plateau> plateau_of(const std::vector<CheckedRow>& rows, int ports);

}  // namespace treering::tuner::check
