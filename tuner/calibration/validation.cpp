#include "tuner/calibration/validation.h"

#include <tuple>

namespace treering::tuner::calibration {

Rows seen_in(std::span<const Compared> rows) {
  Rows seen;
  for (const Compared& row : rows) seen.push_back(&row.seen());
  return seen;
}

std::vector<Compared> compared(const core::Profile& profile,
                               std::span<const Observation* const> observations) {
  std::vector<Compared> rows;
  for (const Scored& one : scored(profile, observations)) rows.push_back({one, one.seen->nccl_us});
  return rows;
}

ModelScores scores_of(std::span<const Compared> rows) {
  std::vector<Scored> cost;
  std::vector<Scored> nccl;
  for (const Compared& row : rows) {
    cost.push_back(row.cost);
    if (row.nccl_us > 0) nccl.push_back({row.cost.seen, row.nccl_us, 0, 0});
  }
  return {score_of(cost), score_of(nccl)};
}

std::vector<GroupScores> by_group(std::span<const Compared> rows) {
  using Name = std::tuple<std::string, std::string, std::string, std::size_t>;
  std::map<Name, std::vector<Compared>> groups;
  for (const Compared& row : rows) {
    const Observation& seen = row.seen();
    groups[{seen.system, std::string(name_of(seen.collective)), seen.algorithm,
            sim::cost::size_class_of(seen.bytes)}]
        .push_back(row);
  }
  std::vector<GroupScores> result;
  for (const auto& [name, group] : groups) {
    const auto& [system, collective, algorithm, size_class] = name;
    result.push_back({system, collective, algorithm, size_class, scores_of(group)});
  }
  return result;
}

std::map<std::string, ModelScores> by_id(std::span<const Compared> rows) {
  std::map<std::string, std::vector<Compared>> groups;
  for (const Compared& row : rows) groups[row.seen().id].push_back(row);
  std::map<std::string, ModelScores> result;
  for (const auto& [id, group] : groups) result[id] = scores_of(group);
  return result;
}

std::vector<Compared> of_size_class(std::span<const Compared> rows, std::size_t size_class) {
  std::vector<Compared> result;
  for (const Compared& row : rows) {
    if (sim::cost::size_class_of(row.seen().bytes) == size_class) result.push_back(row);
  }
  return result;
}

}  // namespace treering::tuner::calibration
