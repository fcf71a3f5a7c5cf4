#include "tuner/advice/other_communicators.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/topology/names.h"
#include "core/units.h"

namespace treering::tuner::advice {
namespace {

using sim::job::JobSpec;
using sim::nccl::Plan;
using sim::nccl::Shape;
using sim::nccl::search::NodeSearch;

JobSpec part_of(const JobSpec& job, int nodes, const std::vector<int>& devices, std::size_t count) {
  JobSpec part = job;
  part.nodes = nodes;
  part.devices.assign(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(count));
  return part;
}

/// In the order of the table that people see; some may be the same or have one rank.
std::vector<JobSpec> parts_of(const JobSpec& job, const std::vector<int>& all) {
  const std::vector<int>& used = job.devices.empty() ? all : job.devices;
  std::vector<JobSpec> parts;
  for (const std::size_t count : {std::size_t{2}, used.size() / 2, used.size()}) {
    if (count >= 1 && count <= used.size()) parts.push_back(part_of(job, 1, used, count));
  }
  if (job.nodes > 1) {
    parts.push_back(part_of(job, 2, used, used.size()));
    parts.push_back(part_of(job, job.nodes / 2, used, used.size()));
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, used.size() / 2}) {
      if (count >= 1 && count <= used.size()) {
        parts.push_back(part_of(job, job.nodes, used, count));
      }
    }
  }
  parts.push_back(part_of(job, 1, all, all.size()));
  parts.push_back(part_of(job, job.nodes, all, all.size()));
  return parts;
}

bool is_alike(Shape a, Shape b) {
  return a.nodes == b.nodes && a.ranks() == b.ranks();
}

std::string name_of(const JobSpec& job) {
  return fmt::format("{} x {}", core::counted(job.nodes, "node"),
                     core::counted(job.devices.size(), "GPU"));
}

/// Searches of a node, each made once: they differ by the GPUs, and by whether there are other
/// nodes, not by their number.
class Searches {
 public:
  /// \param all GPUs of the node
  Searches(const core::Topology& node, const Plan& plan, const std::vector<int>& all)
      : node_(node) {
    const std::vector<int>& used = plan.job.devices.empty() ? all : plan.job.devices;
    known_.emplace(std::pair(used, plan.job.nodes > 1), plan.machines.of(0));
  }

  const NodeSearch& of(const JobSpec& job) {
    const std::pair key(job.devices, job.nodes > 1);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_.emplace(key, sim::nccl::search::search_node(node_, job)).first->second;
  }

 private:
  const core::Topology& node_;
  std::map<std::pair<std::vector<int>, bool>, NodeSearch> known_;
};

}  // namespace

std::vector<OtherCommunicator> other_communicators(const core::Topology& node, const Plan& plan) {
  const std::vector<int> all = core::sorted_gpu_numbers(node);
  Searches searches(node, plan, all);
  std::vector<OtherCommunicator> others;
  for (const JobSpec& job : parts_of(plan.job, all)) {
    if (job.nodes * static_cast<int>(job.devices.size()) < 2 || sim::nccl::why_not(node, job)) {
      continue;
    }
    const NodeSearch& found = searches.of(job);
    const Shape shape = sim::nccl::search::shape_of({{found}, {}}, job.nodes);
    const bool is_known = is_alike(shape, plan.shape) ||
                          std::any_of(others.begin(), others.end(), [&](const auto& other) {
                            return is_alike(shape, other.plan.shape);
                          });
    if (!is_known) others.push_back({name_of(job), sim::nccl::make_plan(job, found)});
  }
  return others;
}

}  // namespace treering::tuner::advice
