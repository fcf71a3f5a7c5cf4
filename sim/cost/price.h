// The time of terms under given parameters.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "sim/cost/terms/quantity.h"
#include "sim/cost/terms/term.h"

namespace treering::sim::cost {

/// Values by quantity; those that no term uses may be anything above zero.
struct Values {
  std::array<double, terms::kQuantityCount> list{};

  double operator[](terms::Quantity quantity) const {
    return list[static_cast<std::size_t>(quantity)];
  }
  double& operator[](terms::Quantity quantity) { return list[static_cast<std::size_t>(quantity)]; }
};

struct Price {
  double time_us = 0;
  double latency_us = 0;         // of it, what no data take on links, in copies or in buffers
  std::vector<double> share_us;  // of it, by term; they add up to the time
};

Price price(const terms::Terms& terms, const Values& values);

/// The time of a call's transfers.
struct Transfers {
  std::vector<double> own_us;  // each alone, by term; 0 for terms of other parts
  double together_us = 0;
};

Transfers transfers(const terms::Terms& terms, const Values& values);

/// d ln(time) / d ln(quantity), by quantity.
std::array<double, terms::kQuantityCount> sensitivity(const terms::Terms& terms,
                                                      const Price& price);

}  // namespace treering::sim::cost
