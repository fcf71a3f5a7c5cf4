#include "tuner/tune/enter.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace treering::tuner::tune {
namespace {

bool has_time(const Table& table, std::size_t cell) {
  const std::vector<Observation> all = table.evidence.all();
  return std::ranges::find(all, cell, &Observation::cell) != all.end();
}

void add_failure(Cell cell, Table& table) {
  std::set<std::size_t>& sizes = table.failed[cell.way];
  sizes.insert(cell.size);
  std::vector<std::size_t> cells;
  for (std::size_t size = 0; size < table.grid.sizes.size(); ++size) {
    cells.push_back(table.grid.index_of({size, cell.way}));
  }
  const auto ran = [&](std::size_t one) { return has_time(table, one); };
  constexpr std::size_t kEnough = 3;
  if (sizes.size() < kEnough || std::ranges::any_of(cells, ran)) return;
  for (const std::size_t one : cells) {
    table.closed.insert(one);
    table.possible[one] = false;
  }
}

}  // namespace

void enter(const Shown& shown, Table& table) {
  const std::size_t cell = shown.place.cell;
  if (shown.us && shown.confirms) {
    table.evidence.fresh.push_back({shown.launch, {cell, *shown.us, shown.sd}});
    return;
  }
  if (shown.us) {
    table.evidence.chosen_from.push_back({cell, *shown.us, shown.sd});
    return;
  }
  constexpr int kMostLate = 2;
  if (shown.was_late && ++table.late[cell] < kMostLate) return;
  table.closed.insert(cell);
  if (!has_time(table, cell)) {
    table.possible[cell] = false;
    if (shown.was_late) table.untimed.insert(cell);
  }
  if (!shown.was_late) add_failure(table.grid.cell_at(cell), table);
}

}  // namespace treering::tuner::tune
