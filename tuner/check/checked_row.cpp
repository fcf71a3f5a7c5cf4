#include "tuner/check/checked_row.h"

#include <algorithm>
#include <cmath>

#include "sim/estimates/estimate.h"

namespace treering::tuner::check {
namespace {

// Below that no measurement is sure: repeated runs differ as much.
constexpr double kLeastSpread = 0.02;
constexpr double kFarDeviations = 3;
// nccl-tests' bandwidths have few digits, and ports carry a little more than they are called by.
constexpr double kRounding = 1.05;

}  // namespace

std::string_view name_of(Place place) {
  switch (place) {
    case Place::Inside:
      return "inside";
    case Place::Slow:
      return "slow";
    case Place::Fast:
      return "fast";
  }
  return "";
}

double CheckedRow::spread() const {
  return std::max(std::log(high / expected) / sim::estimates::kEightyPercent, kLeastSpread);
}

double CheckedRow::deviations() const {
  return std::log(measured / expected) / spread();
}

bool CheckedRow::is_far_slower() const {
  return deviations() > kFarDeviations;
}

bool CheckedRow::is_far_faster() const {
  return deviations() < -kFarDeviations;
}

bool CheckedRow::is_beyond_links() const {
  return measured * kRounding < bound;
}

}  // namespace treering::tuner::check
