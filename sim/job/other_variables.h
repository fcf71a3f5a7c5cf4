// The NCCL_* variables that treering knows but does not follow.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace treering::sim::job {

/// Why a variable is not followed.
enum class NotFollowed {
  NoEffect,    // it changes no algorithm, protocol or channel of a collective
  Times,       // nor does it, but how fast sockets carry data, and that is not modelled
  Hardware,    // it changes which devices NCCL sees, and the topology says that
  Unmodelled,  // it can change NCCL's decisions, in ways that are not modelled
  Removed,     // NCCL 2.28 no longer reads it
};

struct OtherVariable {
  std::string_view name;
  NotFollowed why = NotFollowed::NoEffect;
};

std::span<const OtherVariable> other_variables();

/// Finds a variable by NCCL's spelling; nothing when there is none.
std::optional<OtherVariable> find_other_variable(std::string_view name);

}  // namespace treering::sim::job
