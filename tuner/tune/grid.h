// What can be measured to find the fastest way of a collective: ways by sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/way.h"
#include "tuner/measure/configuration.h"

namespace treering::tuner::tune {

/// One way at one size.
struct Cell {
  std::size_t size = 0;  // index into Grid::sizes
  std::size_t way = 0;   // index into Grid::ways

  auto operator<=>(const Cell&) const = default;
};

struct Grid {
  measure::Configuration call;       // its size and way do not count
  std::vector<std::uint64_t> sizes;  // bytes, ascending
  std::vector<sim::Way> ways;
  /// What a model expects each cell to take, at index_of(); nothing where it knows none. Empty: no
  /// model.
  std::vector<std::optional<double>> expected_us;
  /// By size: the way that a model expects the library to take by itself; nothing where it is not
  /// known, or is none of the ways. Empty: no model.
  std::vector<std::optional<std::size_t>> own_way;

  [[nodiscard]] std::size_t cells() const { return sizes.size() * ways.size(); }
  [[nodiscard]] std::size_t index_of(Cell cell) const { return cell.size * ways.size() + cell.way; }
  [[nodiscard]] Cell cell_at(std::size_t index) const {
    return {index / ways.size(), index % ways.size()};
  }
  [[nodiscard]] measure::Configuration configuration(std::size_t index) const;
  /// Index of a configuration's cell; nothing where it is none of the grid.
  [[nodiscard]] std::optional<std::size_t> find(const measure::Configuration& configuration) const;
  /// Index into `ways` of the library's own choice; nothing where it is not among them.
  [[nodiscard]] std::optional<std::size_t> default_way() const;
};

/// The configurations of a sweep as grids: one for each collective, type, operation, placement and
/// cache, in the order in which they first appear. Ways keep their order, sizes ascend; cells that
/// the sweep does not have are `missing` (by index).
struct SweptGrid {
  Grid grid;
  std::vector<bool> missing;
};
std::vector<SweptGrid> grids_of(const std::vector<measure::Configuration>& configurations);

/// The beliefs about a grid take memory that grows with the square of its cells. Times change
/// smoothly over octaves, so that more sizes say no more: 64 are two for each power of two from
/// 8 B to 16 GiB.
inline constexpr std::size_t kMostSizes = 64;

/// With at most kMostSizes of its sizes, the least and the greatest among them, evenly over the
/// octaves.
/// \pre nothing is expected of it yet
SweptGrid thinned(SweptGrid swept);

}  // namespace treering::tuner::tune
