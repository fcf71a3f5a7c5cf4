// The algorithms or protocols that NCCL_ALGO or NCCL_PROTO allows each collective.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/collective.h"

namespace treering::sim::job {

class ChoiceList {
 public:
  /// Whether the variable says anything about `collective`. If not, NCCL's defaults apply. \pre
  /// is_tuned(collective)
  bool decides(core::Collective collective) const { return of(collective).has_value(); }

  /// Bit `element` of the mask that was set for `collective`; true if none was.
  bool allows(core::Collective collective, int element) const {
    const auto& mask = of(collective);
    return !mask || ((*mask >> static_cast<unsigned>(element)) & 1U) != 0;
  }

  /// Allows `collective` only the elements whose bits are set.
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
