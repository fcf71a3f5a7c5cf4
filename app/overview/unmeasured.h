// What a report has no measurement of, and why.
#pragma once

#include <string>
#include <vector>

#include "app/overview/curves.h"
#include "app/overview/measured.h"
#include "core/collective.h"

namespace treering::app::overview {

struct Unmeasured {
  std::string what;  // "all_reduce from 8 B to 512 B"
  std::string why;   // without full stop
  bool operator==(const Unmeasured&) const = default;
};

/// Predicted sizes and candidates of a collective that no series has.
std::vector<Unmeasured> unmeasured_of(core::Collective collective, const Curves& curves,
                                      const std::vector<MeasuredSeries>& measured);

}  // namespace treering::app::overview
