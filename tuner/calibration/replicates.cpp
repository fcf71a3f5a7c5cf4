#include "tuner/calibration/replicates.h"

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tuner/calibration/rows.h"

namespace treering::tuner::calibration {
namespace {

/// 0: it has none.
double predicted_us(const Rows& same, const Observation& row) {
  double sum = 0;
  int count = 0;
  for (const Observation* other : same) {
    if (other->id == row.id) continue;
    sum += std::log(other->measured_us);
    ++count;
  }
  return count > 0 ? std::exp(sum / count) : 0;
}

}  // namespace

std::vector<Scored> predicted_by_replicates(std::span<const Observation* const> observations) {
  using Job = std::tuple<std::string, int, int>;
  using Call = std::tuple<core::Collective, double, std::string, std::string>;
  using Name = std::pair<Job, Call>;
  std::map<Name, Rows> groups;
  for (const Observation* row : observations) {
    const Job job{row->system, row->nodes, row->ranks};
    const Call call{row->collective, row->bytes, row->forced, row->forced_protocol};
    groups[{job, call}].push_back(row);
  }
  std::vector<Scored> result;
  for (const auto& [name, group] : groups) {
    for (const Observation* row : group) {
      const double time = predicted_us(group, *row);
      if (time > 0) result.push_back({row, time, 0, 0});
    }
  }
  return result;
}

}  // namespace treering::tuner::calibration
