#include "tuner/tune/grid.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace treering::tuner::tune {
namespace {

Way way_of(const measure::Configuration& configuration) {
  return {configuration.algorithm, configuration.protocol, configuration.channels};
}

measure::Configuration without_size_and_way(measure::Configuration configuration) {
  configuration.bytes = 0;
  return measure::own_choice_of(std::move(configuration));
}

template <typename Value>
std::optional<std::size_t> position_of(const std::vector<Value>& values, const Value& value) {
  const auto at = std::ranges::find(values, value);
  if (at == values.end()) return std::nullopt;
  return static_cast<std::size_t>(std::distance(values.begin(), at));
}

Grid& grid_for(std::vector<SweptGrid>& grids, const measure::Configuration& call) {
  const auto at =
      std::ranges::find_if(grids, [&](const SweptGrid& one) { return one.grid.call == call; });
  if (at != grids.end()) return at->grid;
  grids.push_back({});
  grids.back().grid.call = call;
  return grids.back().grid;
}

}  // namespace

bool is_default(const Way& way) {
  return way == Way{};
}

measure::Configuration Grid::configuration(std::size_t index) const {
  const Cell cell = cell_at(index);
  measure::Configuration result = call;
  result.bytes = sizes[cell.size];
  result.algorithm = ways[cell.way].algorithm;
  result.protocol = ways[cell.way].protocol;
  result.channels = ways[cell.way].channels;
  return result;
}

std::optional<std::size_t> Grid::find(const measure::Configuration& configuration) const {
  if (without_size_and_way(configuration) != without_size_and_way(call)) return std::nullopt;
  const auto size = position_of(sizes, configuration.bytes);
  const auto way = position_of(ways, way_of(configuration));
  if (!size || !way) return std::nullopt;
  return index_of({*size, *way});
}

std::optional<std::size_t> Grid::default_way() const {
  return position_of(ways, Way{});
}

std::vector<SweptGrid> grids_of(const std::vector<measure::Configuration>& configurations) {
  std::vector<SweptGrid> grids;
  for (const measure::Configuration& one : configurations) {
    Grid& grid = grid_for(grids, without_size_and_way(one));
    if (!position_of(grid.sizes, one.bytes)) grid.sizes.push_back(one.bytes);
    if (!position_of(grid.ways, way_of(one))) grid.ways.push_back(way_of(one));
  }
  for (SweptGrid& one : grids) {
    std::ranges::sort(one.grid.sizes);
    one.missing.assign(one.grid.cells(), true);
    for (const measure::Configuration& swept : configurations) {
      if (const auto index = one.grid.find(swept)) one.missing[*index] = false;
    }
  }
  return grids;
}

}  // namespace treering::tuner::tune
