#include "tuner/measurement.h"

namespace treering::tuner {

std::optional<core::Duration> time_of(const Measurement& row) {
  return row.out_of_place ? row.out_of_place : row.in_place;
}

}  // namespace treering::tuner
