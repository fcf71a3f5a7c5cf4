#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/simulation/faults.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "core/topology/part.h"

namespace treering::app::simulation {
namespace {

bool has_ports(const core::Topology& node) {
  return !node.of_kind(core::DeviceKind::NicPort).empty();
}

/// All kinds together: what is down is not there to be slow.
core::Result<void> check_places(const std::vector<std::string>& faults) {
  std::set<std::string_view> places;
  for (const std::string_view fault : faults) {
    const std::string_view place = fault.substr(0, fault.find('='));
    if (places.insert(place).second) continue;
    return core::usage_error(core::field("fault"), fmt::format("'{}' given twice", place),
                             "expected one fault for each place");
  }
  return {};
}

}  // namespace

bool is_cut(std::string_view fault) {
  return fault.ends_with("=down");
}

void note_differences(setup::Setup& job) {
  for (const core::NodeClass& one : job.cluster.others) {
    job.notes.push_back(fmt::format("{}: the plan is NCCL's for such nodes", differing_text(one)));
  }
}

core::Result<void> cut(const std::vector<std::string>& faults, setup::Setup& job) {
  if (const auto once = check_places(faults); !once) return core::fail(once.error());
  std::map<int, std::vector<std::string>> missing;  // by node
  for (const std::string& fault : faults) {
    if (!is_cut(fault)) continue;
    const auto place = place_of(fault, job.job.nodes);
    if (!place) return core::fail(place.error());
    auto left =
        without(topology_of(job.cluster, place->node), place->devices, core::field("fault"));
    if (!left) return core::fail(left.error());
    if (job.job.nodes > 1 && !has_ports(left->node)) {
      return core::usage_error(
          core::field("fault"), fmt::format("node {} has no network port left", place->node),
          "expected one or more to reach the other nodes", "NCCL makes no communicator without");
    }
    job.cluster = with_node(std::move(job.cluster), place->node, std::move(left->node));
    missing[place->node].push_back(std::move(left->what));
  }
  for (const auto& [node, parts] : missing) {
    job.notes.push_back(fmt::format("node {} without {}: the plan is NCCL's for what is left", node,
                                    fmt::join(parts, ", ")));
  }
  return {};
}

}  // namespace treering::app::simulation
