#include <gtest/gtest.h>

#include "tests/support/patients.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/loss.h"
#include "tuner/profiles.h"

namespace treering::tuner::doctor {
namespace added_adapter_test {

using core::DeviceId;
using core::DeviceKind;
using testing::patient_on;

/// Without one of its adapters and the ports of that.
Condition without_adapter(const Condition& condition, DeviceId nic) {
  const core::Topology& node = condition.cluster.node;
  const auto is_gone = [&](DeviceId id) {
    const auto* const port = std::get_if<core::NicPort>(&node.device(id).info);
    return id == nic || (port != nullptr && port->nic == nic);
  };
  std::vector<DeviceId> moved;
  core::TopologyBuilder builder("without");
  DeviceId next = 0;
  for (DeviceId id = 0; id < static_cast<DeviceId>(node.devices().size()); ++id) {
    moved.push_back(is_gone(id) ? core::kNoDevice : next++);
  }
  const auto to = [&](DeviceId id) { return moved[static_cast<std::size_t>(id)]; };
  for (DeviceId id = 0; id < static_cast<DeviceId>(node.devices().size()); ++id) {
    if (is_gone(id)) continue;
    core::Device device = node.device(id);
    if (auto* const port = std::get_if<core::NicPort>(&device.info)) port->nic = to(port->nic);
    builder.add(std::move(device));
  }
  for (core::Link link : node.links()) {
    if (is_gone(link.from) || is_gone(link.to)) continue;
    link.from = to(link.from);
    link.to = to(link.to);
    builder.connect(link);
  }
  Condition without = condition;
  without.cluster.node = std::move(builder).build().value();
  return without;
}

// Machines whose adapters stand evenly: what is taken away comes back where it was, and costs
// nothing any more.
TEST(AddedAdapter, ReplacesOneThatIsMissing) {
  LossMeter meter(shipped_profile(), "");
  for (const char* const name : {"dgx-h100", "dgx-a100", "polaris", "hgx-a100-4", "dgx-1v"}) {
    const Condition whole = across_nodes(patient_on(name).condition);
    for (const DeviceId nic : whole.cluster.node.of_kind(DeviceKind::Nic)) {
      const Condition without = without_adapter(whole, nic);
      const auto ports = without.cluster.node.of_kind(DeviceKind::NicPort);
      if (ports.empty()) continue;
      const Condition with = with_adapter_like(without, ports.front());
      EXPECT_EQ(with.cluster.node.of_kind(DeviceKind::NicPort).size(), ports.size() + 1) << name;
      for (const Loss& loss : meter.losses({with, whole})) {
        EXPECT_NEAR(loss.factor(), 1, 0.03) << name << " " << nic << " " << loss.bytes;
      }
    }
  }
}

TEST(AddedAdapter, StandsWhereFewestAre) {
  const Condition whole = patient_on("dgx-h100").condition;
  const DeviceId gone = whole.cluster.node.of_kind(DeviceKind::Nic).back();
  const Condition without = without_adapter(whole, gone);
  const core::Topology& node = without.cluster.node;
  const Condition with = with_adapter_like(without, node.of_kind(DeviceKind::NicPort).front());
  const DeviceId added = with.cluster.node.of_kind(DeviceKind::Nic).back();
  EXPECT_EQ(with.cluster.node.device(with.cluster.node.cpu_of(added)).name,
            whole.cluster.node.device(whole.cluster.node.cpu_of(gone)).name);
  EXPECT_EQ(with.cluster.node.device(with.cluster.node.parent_of(added)).name,
            whole.cluster.node.device(whole.cluster.node.parent_of(gone)).name);
}

}  // namespace added_adapter_test
}  // namespace treering::tuner::doctor
