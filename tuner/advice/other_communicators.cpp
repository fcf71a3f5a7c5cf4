#include "tuner/advice/other_communicators.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "core/topology/gpu_numbers.h"
#include "core/unit_text.h"

namespace treering::tuner::advice {
namespace {

using sim::job::Job;
using sim::nccl::Plan;
using sim::nccl::Shape;

Job part_of(const Job& job, int nodes, const std::vector<int>& devices, std::size_t count) {
  Job part = job;
  part.nodes = nodes;
  part.devices.assign(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(count));
  return part;
}

/// In the order of the table that people see; some may be the same or have one rank.
std::vector<Job> parts_of(const Job& job, const std::vector<int>& all) {
  const std::vector<int>& used = job.devices.empty() ? all : job.devices;
  std::vector<Job> parts;
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

std::string name_of(const Job& job) {
  return fmt::format("{} x {}", core::counted(job.nodes, "node"),
                     core::counted(job.devices.size(), "GPU"));
}

}  // namespace

std::vector<OtherCommunicator> other_communicators(const core::Topology& node, const Plan& plan) {
  std::vector<OtherCommunicator> others;
  for (const Job& job : parts_of(plan.job, core::sorted_gpu_numbers(node))) {
    if (job.nodes * static_cast<int>(job.devices.size()) < 2 || sim::nccl::why_not(node, job)) {
      continue;
    }
    Plan part = sim::nccl::make_plan(node, job);
    const bool is_known = is_alike(part.shape, plan.shape) ||
                          std::any_of(others.begin(), others.end(), [&](const auto& other) {
                            return is_alike(part.shape, other.plan.shape);
                          });
    if (!is_known) others.push_back({name_of(job), std::move(part)});
  }
  return others;
}

}  // namespace treering::tuner::advice
