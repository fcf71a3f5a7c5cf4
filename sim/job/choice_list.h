// What NCCL_ALGO or NCCL_PROTO leaves to each collective.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/collective.h"

namespace treering::sim::job {

class ChoiceList {
 public:
  /// Whether the variable says anything about `collective`; where it does not, NCCL's defaults
  /// hold. \pre is_tuned(collective)
  bool decides(core::Collective collective) const { return of(collective).has_value(); }

  /// Bit `element` of what was given for `collective`; true where nothing was.
  bool allows(core::Collective collective, int element) const {
    const auto& mask = of(collective);
    return !mask || ((*mask >> static_cast<unsigned>(element)) & 1U) != 0;
  }

  /// From now on `collective` may use the elements whose bits are set, and no others.
  void set(core::Collective collective, std::uint32_t mask) {
    masks_[static_cast<std::size_t>(collective)] = mask;
  }

  bool operator==(const ChoiceList&) const = default;

 private:
  static constexpr std::size_t kTuned = 5;  // they come first in core::Collective

  const std::optional<std::uint32_t>& of(core::Collective collective) const {
    return masks_[static_cast<std::size_t>(collective)];
  }

  std::array<std::optional<std::uint32_t>, kTuned> masks_;
};

}  // namespace treering::sim::job
