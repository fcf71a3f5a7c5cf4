#include "tuner/floors/sheet.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::tuner::floors {

std::string job_text(const Sheet& sheet) {
  return fmt::format("{} of {} ({}), NCCL {}", core::counted(sheet.nodes, "node"), sheet.topology,
                     core::counted(sheet.ranks, "rank"), sheet.nccl_version);
}

const Row* largest_of(const Sheet& sheet, core::Collective collective) {
  const Row* largest = nullptr;
  for (const Row& row : sheet.rows) {
    if (row.collective != collective || !row.floor) continue;
    if (largest == nullptr || row.bytes > largest->bytes) largest = &row;
  }
  return largest;
}

std::vector<core::Collective> collectives_of(const Sheet& sheet) {
  std::vector<core::Collective> all;
  for (const Row& row : sheet.rows) {
    if (std::ranges::find(all, row.collective) == all.end()) all.push_back(row.collective);
  }
  return all;
}

}  // namespace treering::tuner::floors
