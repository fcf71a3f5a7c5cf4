#include "tuner/check/loss_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>

#include "core/assert.h"
#include "core/named_values.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::check {
namespace {

struct ShapeEntry {
  LossShape value;
  std::string_view name;
};
constexpr std::array<ShapeEntry, 7> kShapes{{
    {LossShape::None, "none"},
    {LossShape::OneSize, "one-size"},
    {LossShape::Everywhere, "everywhere"},
    {LossShape::LargeSizes, "large-sizes"},
    {LossShape::SmallSizes, "small-sizes"},
    {LossShape::FromOneSizeOn, "from-one-size-on"},
    {LossShape::Uneven, "uneven"},
}};
static_assert(core::is_in_enum_order(kShapes));

// Good runs of one machine differ by some 5 % (kRunToRun in run_model.cpp), expectations of a
// machine that was not calibrated by more: what is lost is beyond that.
const double kLost = std::log(1.2);
const double kNothing = std::log(1.07);
// Two losses that differ by less are alike.
const double kAlike = std::log(1.35);
constexpr std::uint64_t kFewestTimes = 4;  // between the least and the greatest size

/// ln(factor) by rising size.
struct Curve {
  std::vector<std::uint64_t> sizes;
  std::vector<double> losses;
};

Curve curve_of(const std::vector<LossAt>& losses) {
  std::map<std::uint64_t, std::vector<double>> by_size;
  for (const LossAt& one : losses) by_size[one.bytes].push_back(std::log(one.factor));
  Curve curve;
  for (const auto& [bytes, all] : by_size) {
    curve.sizes.push_back(bytes);
    curve.losses.push_back(stats::median(all));
  }
  return curve;
}

bool is_lost(double loss) {
  return loss > kLost;
}

bool are_alike(std::span<const double> losses) {
  if (losses.empty()) return true;
  const auto [least, most] = std::ranges::minmax(losses);
  return most - least < kAlike;
}

/// The place of the step: the first that is lost, where all before it are not, all behind it are,
/// and either side is level. The number of sizes where there is no step.
std::size_t step_in(const Curve& curve) {
  const std::span<const double> all = curve.losses;
  const auto first = static_cast<std::size_t>(std::ranges::find_if(all, is_lost) - all.begin());
  const bool is_inside = first > 0 && first < all.size();
  if (!is_inside || !std::ranges::all_of(all.subspan(first), is_lost)) return all.size();
  const bool are_level = are_alike(all.first(first)) && are_alike(all.subspan(first));
  const bool is_steep = all[first] - all[first - 1] > kAlike;
  return are_level && is_steep ? first : all.size();
}

double mean(std::span<const double> losses) {
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum / static_cast<double>(losses.size());
}

/// Much here, and nothing there.
bool is_only_in(double one, double other) {
  return one > kAlike && std::abs(other) < kNothing;
}

}  // namespace

std::string_view name_of(LossShape shape) {
  return kShapes.at(static_cast<std::size_t>(shape)).name;
}

LossShape loss_shape(const std::vector<LossAt>& losses) {
  const Curve curve = curve_of(losses);
  TREERING_ASSERT(!curve.sizes.empty(), "a shape is that of at least one size");
  const std::span<const double> all = curve.losses;
  if (std::ranges::none_of(all, is_lost)) return LossShape::None;
  if (curve.sizes.back() / curve.sizes.front() < kFewestTimes) return LossShape::OneSize;
  if (std::ranges::all_of(all, is_lost) && are_alike(all)) return LossShape::Everywhere;
  if (step_in(curve) < all.size()) return LossShape::FromOneSizeOn;
  const std::size_t third = std::max<std::size_t>(all.size() / 3, 1);
  const double small = mean(all.first(third));
  const double large = mean(all.last(third));
  if (large - small > kLost) return LossShape::LargeSizes;
  return small - large > kLost ? LossShape::SmallSizes : LossShape::Uneven;
}

std::uint64_t step_of(const std::vector<LossAt>& losses) {
  const Curve curve = curve_of(losses);
  const std::size_t step = step_in(curve);
  return step < curve.sizes.size() ? curve.sizes[step] : 0;
}

bool contradict(const std::vector<LossAt>& measured, const std::vector<LossAt>& modelled) {
  const Curve seen = curve_of(measured);
  const Curve cause = curve_of(modelled);
  const std::size_t count = std::min(seen.losses.size(), cause.losses.size());
  // Single sizes at an end may be odd by chance.
  constexpr std::size_t kFewestSizes = 6;
  if (count < kFewestSizes) return false;
  const std::size_t third = count / 3;
  const std::span<const double> a = seen.losses;
  const std::span<const double> b = cause.losses;
  for (const auto& [one, other] : {std::pair{mean(a.first(third)), mean(b.first(third))},
                                   std::pair{mean(a.last(third)), mean(b.last(third))}}) {
    if (is_only_in(one, other) || is_only_in(other, one)) return true;
  }
  return false;
}

}  // namespace treering::tuner::check
