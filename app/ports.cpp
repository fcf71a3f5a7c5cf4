#include "app/ports.h"

#include <algorithm>

#include "sim/cost/machine.h"
#include "sim/nccl/types.h"

namespace treering::app {
namespace {

/// Null where the row has no part for ports.
const sim::TimeShare* part_of_ports(const sim::Prediction& row) {
  if (!row.estimate) return nullptr;
  const auto& shares = row.estimate->shares;
  const auto found = std::ranges::find_if(shares, [](const sim::TimeShare& share) {
    return share.what.form == sim::estimates::kNodePorts && share.bytes > 0;
  });
  return found == shares.end() ? nullptr : &*found;
}

/// The ways out of a node of NCCL's algorithm with that name; without a rate where it has none.
sim::cost::terms::NetworkWays ways_of(const sim::cost::Machine& machine, const sim::Way& way) {
  for (int i = 0; i < sim::nccl::kAlgorithms; ++i) {
    const auto algorithm = static_cast<sim::nccl::Algorithm>(i);
    if (name_of(algorithm) != way.algorithm || !machine.network.has(algorithm)) continue;
    return machine.network.of(algorithm, way.channels);
  }
  return {};
}

}  // namespace

std::optional<PortShare> port_share(const Job& job, const sim::Prediction& row,
                                    core::Duration time) {
  const sim::TimeShare* const part = part_of_ports(row);
  const auto& model = job.time_model.cost;
  if (part == nullptr || job.plan.shape.nodes < 2 || !model || time <= core::Duration()) return {};
  const sim::cost::NodePorts& ports = model->machine().ports;
  if (ports.gb_per_s <= 0) return {};
  PortShare share;
  share.rate = core::Bandwidth::from_gb_per_s(ports.gb_per_s);
  share.ports = ports.count;
  double bytes = part->bytes;  // of messages between pairs those of the busiest port
  if (!row.way.algorithm.empty()) {
    const auto ways = ways_of(model->machine(), row.way);
    if (ways.gb_per_s <= 0) return {};
    bytes *= ports.gb_per_s / ways.gb_per_s;  // of all that leaves a node
    share.used = ways.nets;
  }
  share.carried =
      core::Bandwidth::from_gb_per_s(bytes / (time.in_us() * core::kBytesPerUsPerGbPerS));
  return share;
}

}  // namespace treering::app
