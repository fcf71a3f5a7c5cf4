#include "tuner/tune/grid.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace treering::tuner::tune {
namespace {

measure::Configuration without_size_and_way(measure::Configuration configuration) {
  configuration.call.bytes = 0;
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

namespace {

/// Places in `sizes`, rising: the nearest to each of so many even steps over the octaves.
std::vector<std::size_t> even_places(const std::vector<std::uint64_t>& sizes, std::size_t count) {
  const auto octaves = [](std::uint64_t size) { return std::log2(static_cast<double>(size)); };
  const double first = octaves(sizes.front());
  const double step = (octaves(sizes.back()) - first) / static_cast<double>(count - 1);
  std::vector<std::size_t> places{0};
  for (std::size_t i = 1; i < count; ++i) {
    const double wanted = first + step * static_cast<double>(i);
    std::size_t place = places.back();
    while (place + 1 < sizes.size() && std::abs(octaves(sizes[place + 1]) - wanted) <=
                                           std::abs(octaves(sizes[place]) - wanted)) {
      ++place;
    }
    if (place != places.back()) places.push_back(place);
  }
  return places;
}

}  // namespace

SweptGrid thinned(SweptGrid swept) {
  if (swept.grid.sizes.size() <= kMostSizes) return swept;
  SweptGrid result = swept;
  result.grid.sizes.clear();
  result.missing.clear();
  for (const std::size_t place : even_places(swept.grid.sizes, kMostSizes)) {
    result.grid.sizes.push_back(swept.grid.sizes[place]);
    for (std::size_t way = 0; way < swept.grid.ways.size(); ++way) {
      result.missing.push_back(swept.missing[swept.grid.index_of({place, way})]);
    }
  }
  return result;
}

measure::Configuration Grid::configuration(std::size_t index) const {
  const Cell cell = cell_at(index);
  measure::Configuration result = call;
  result.call.bytes = sizes[cell.size];
  result.way = ways[cell.way];
  return result;
}

std::optional<std::size_t> Grid::find(const measure::Configuration& configuration) const {
  if (without_size_and_way(configuration) != without_size_and_way(call)) return std::nullopt;
  const auto size = std::ranges::lower_bound(sizes, configuration.call.bytes);
  const auto way = position_of(ways, configuration.way);
  if (size == sizes.end() || *size != configuration.call.bytes || !way) return std::nullopt;
  return index_of({static_cast<std::size_t>(size - sizes.begin()), *way});
}

std::optional<std::size_t> Grid::default_way() const {
  return position_of(ways, sim::Way{});
}

std::vector<SweptGrid> grids_of(const std::vector<measure::Configuration>& configurations) {
  std::vector<SweptGrid> grids;
  for (const measure::Configuration& one : configurations) {
    Grid& grid = grid_for(grids, without_size_and_way(one));
    grid.sizes.push_back(one.call.bytes);
    if (!position_of(grid.ways, one.way)) grid.ways.push_back(one.way);
  }
  for (SweptGrid& one : grids) {
    std::ranges::sort(one.grid.sizes);
    const auto again = std::ranges::unique(one.grid.sizes);
    one.grid.sizes.erase(again.begin(), again.end());
    one.missing.assign(one.grid.cells(), true);
    for (const measure::Configuration& swept : configurations) {
      if (const auto index = one.grid.find(swept)) one.missing[*index] = false;
    }
  }
  return grids;
}

}  // namespace treering::tuner::tune
