#include "tuner/check/size_steps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "core/units.h"

namespace treering::tuner::check {
namespace {

// NCCL's own changes of protocol make steps of up to some 1.3 in good runs.
constexpr double kFall = 1.5;
constexpr double kCollapse = 2;
// Sizes that are further apart show no step between them.
constexpr double kNeighbours = 4.1;
// Below, busbw is next to all latency and may have any shape.
constexpr std::uint64_t kLeastOfBandwidth = 64 * 1024;

struct Point {
  std::uint64_t bytes = 0;
  double us = 0;

  [[nodiscard]] double rate() const { return static_cast<double>(bytes) / us; }
};

using Times = std::vector<Point>;

double least_us(const Measurement& row) {
  double us = time_of(row)->in_us();
  if (row.in_place) us = std::min(us, row.in_place->in_us());
  return us;
}

std::map<core::Collective, std::vector<Times>> times_by_run(const std::vector<Measurement>& rows) {
  using Key = std::tuple<core::Collective, std::string, std::string, int, std::string, std::string>;
  std::map<Key, std::map<std::uint64_t, double>> by_key;
  for (const Measurement& row : rows) {
    auto& sizes =
        by_key[{row.collective, row.id, row.file, row.run, row.way.algorithm, row.way.protocol}];
    const auto [size, is_new] = sizes.try_emplace(row.bytes, least_us(row));
    if (!is_new) size->second = std::min(size->second, least_us(row));
  }
  std::map<core::Collective, std::vector<Times>> curves;
  for (const auto& [key, sizes] : by_key) {
    Times curve;
    for (const auto& [bytes, us] : sizes) curve.push_back({bytes, us});
    curves[std::get<0>(key)].push_back(std::move(curve));
  }
  return curves;
}

bool are_neighbours(const Point& one, const Point& next) {
  return static_cast<double>(next.bytes) / static_cast<double>(one.bytes) < kNeighbours;
}

/// The size before `i`, not the first, takes longer than this one, and so does the one before it.
std::optional<SizeStep> time_falls(const Times& curve, std::size_t i) {
  if (i < 2 || !are_neighbours(curve[i - 1], curve[i])) return std::nullopt;
  const double factor = curve[i - 1].us / curve[i].us;
  if (factor < kFall || curve[i - 2].us < curve[i].us) return std::nullopt;
  return SizeStep{SizeStep::Kind::TimeFalls, {}, curve[i - 1].bytes, curve[i].bytes, factor};
}

/// All sizes from this one on stay far below the best before it.
std::optional<SizeStep> bandwidth_falls(const Times& curve, std::size_t i) {
  if (i < 1 || curve[i - 1].bytes < kLeastOfBandwidth) return std::nullopt;
  if (!are_neighbours(curve[i - 1], curve[i])) return std::nullopt;
  const double before = curve[i - 1].rate();
  const double factor = before / curve[i].rate();
  if (factor < kCollapse) return std::nullopt;
  const bool stays = std::all_of(curve.begin() + static_cast<std::ptrdiff_t>(i), curve.end(),
                                 [&](const Point& one) { return one.rate() * kFall < before; });
  if (!stays) return std::nullopt;
  return SizeStep{SizeStep::Kind::BandwidthFalls, {}, curve[i - 1].bytes, curve[i].bytes, factor};
}

/// This size alone is slow: its time is beyond what lies between its neighbours.
std::optional<SizeStep> one_size(const Times& curve, std::size_t i) {
  if (i < 1 || i + 1 >= curve.size()) return std::nullopt;
  const Point& before = curve[i - 1];
  const Point& after = curve[i + 1];
  if (!are_neighbours(before, curve[i]) || !are_neighbours(curve[i], after)) return std::nullopt;
  const double share =
      std::log(static_cast<double>(curve[i].bytes) / static_cast<double>(before.bytes)) /
      std::log(static_cast<double>(after.bytes) / static_cast<double>(before.bytes));
  const double between = before.us * std::pow(after.us / before.us, share);
  const double factor = curve[i].us / between;
  const bool is_dip = curve[i].rate() < before.rate() && curve[i].rate() < after.rate();
  const bool is_large = curve[i].bytes >= kLeastOfBandwidth;
  if (factor < kFall || !is_large || !is_dip) return std::nullopt;
  return SizeStep{SizeStep::Kind::OneSize, {}, curve[i].bytes, curve[i].bytes, factor};
}

void add_steps(core::Collective collective, const Times& curve, std::vector<SizeStep>& steps) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    auto step = time_falls(curve, i);
    if (!step) step = bandwidth_falls(curve, i);
    if (!step) step = one_size(curve, i);
    if (!step) continue;
    step->collective = collective;
    steps.push_back(*step);
  }
}

}  // namespace

std::vector<SizeStep> size_steps(const std::vector<Measurement>& rows) {
  std::vector<SizeStep> steps;
  for (const auto& [collective, curves] : times_by_run(rows)) {
    for (const Times& curve : curves) add_steps(collective, curve, steps);
  }
  std::ranges::stable_sort(steps, std::ranges::greater(), &SizeStep::factor);
  return steps;
}

std::string text_of(const SizeStep& step) {
  const std::string_view name = core::name_of(step.collective);
  const std::string from = core::format_size(step.from);
  const std::string to = core::format_size(step.to);
  switch (step.kind) {
    case SizeStep::Kind::TimeFalls:
      return fmt::format("{} takes {:.1f} times as long at {} as at {}, which is larger", name,
                         step.factor, from, to);
    case SizeStep::Kind::BandwidthFalls:
      return fmt::format("busbw of {} falls to one part in {:.1f} between {} and {} and stays low",
                         name, step.factor, from, to);
    case SizeStep::Kind::OneSize:
      return fmt::format("{} of {} takes {:.1f} times as long as the sizes beside it suggest", name,
                         from, step.factor);
  }
  return "";
}

}  // namespace treering::tuner::check
