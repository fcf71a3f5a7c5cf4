#include "tuner/check/other_machine.h"

#include <algorithm>

namespace treering::tuner::check {
namespace {

std::size_t count_of(const std::vector<CheckedRow>& rows, bool (CheckedRow::*is_odd)() const) {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [=](const CheckedRow& row) { return (row.*is_odd)(); }));
}

}  // namespace

std::optional<OtherMachine> other_machine(const std::vector<CheckedRow>& rows,
                                          const sim::bound::WireBound& bound) {
  OtherMachine found;
  found.beyond_links = count_of(rows, &CheckedRow::is_beyond_links);
  found.far_faster = count_of(rows, &CheckedRow::is_far_faster);
  const bool is_most = 2 * found.far_faster > rows.size();
  if (found.beyond_links == 0 && !is_most) return std::nullopt;
  const auto oddity = [&](const CheckedRow& row) {
    return found.beyond_links > 0 ? row.bound / row.measured : -row.deviations();
  };
  found.row = *std::ranges::max_element(rows, {}, oddity);
  if (const sim::bound::CutLevel* const level = bound.tightest(found.row.measurement.collective)) {
    found.links = level->name;
    found.rate = bound.tightest_rate(found.row.measurement.collective);
  }
  return found;
}

}  // namespace treering::tuner::check
