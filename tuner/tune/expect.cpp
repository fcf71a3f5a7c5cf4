#include "tuner/tune/expect.h"

#include <algorithm>

namespace treering::tuner::tune {
namespace {

/// Index into the ways, with the library's own number of channels.
std::optional<std::size_t> own_way(const models::CallModel& model, const Grid& grid,
                                   std::size_t size) {
  measure::Configuration call = grid.call;
  call.call.bytes = grid.sizes[size];
  const auto own = model.own_choice(call);
  if (!own) return std::nullopt;
  const auto way = std::ranges::find(grid.ways, sim::Way{own->way.algorithm, own->way.protocol, 0});
  if (way == grid.ways.end()) return std::nullopt;
  return static_cast<std::size_t>(way - grid.ways.begin());
}

}  // namespace

void expect(const models::CallModel& model, Grid& grid) {
  grid.expected_us.assign(grid.cells(), std::nullopt);
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    measure::Configuration asked = grid.configuration(cell);
    auto expected = model.expect(asked);
    if (!expected && asked.way.channels > 0) {
      asked.way.channels = 0;
      expected = model.expect(asked);
    }
    if (expected && expected->us > 0) grid.expected_us[cell] = expected->us;
  }
  grid.own_way.clear();
  for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
    grid.own_way.push_back(own_way(model, grid, size));
  }
}

void leave_out_repeats(const models::CallModel& model, SweptGrid& swept) {
  const Grid& grid = swept.grid;
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    if (swept.missing[cell] || grid.ways[grid.cell_at(cell).way].is_default()) continue;
    const auto taken = model.own_choice(grid.configuration(cell));
    const auto same = taken ? grid.find(*taken) : std::nullopt;
    if (same && *same != cell && !swept.missing[*same]) swept.missing[cell] = true;
  }
}

}  // namespace treering::tuner::tune
