// Small hand-made topologies for tests.
#pragma once

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "core/topology/topology.h"

namespace treering::core {

inline Device device(std::string name, DeviceInfo info) {
  return {std::move(name), std::move(info), std::nullopt, {}, {}};
}

inline Device on_bus(std::string name, DeviceInfo info, std::string bus_id) {
  Device result = device(std::move(name), std::move(info));
  result.pci = PciFunction{};
  result.pci->bus_id = std::move(bus_id);
  return result;
}

inline Link wire(LinkKind kind, DeviceId from, DeviceId to) {
  return {kind, from, to, 1, Bandwidth::from_gb_per_s(25), {}, {}};
}

inline NicPort port_of(DeviceId nic) {
  NicPort port;
  port.nic = nic;
  port.speed_mbps = 100'000;
  return port;
}

/// CPU 0, and below it a switch with two GPUs and a NIC with one port. An NVLink joins the GPUs.
///   0 CPU, 1 switch, 2 and 3 GPUs, 4 NIC, 5 port
inline TopologyBuilder small_machine() {
  TopologyBuilder builder("small");
  builder.add(device("CPU 0", Cpu{}));
  builder.add(on_bus("switch", PciSwitch{}, "0000:01:00.0"));
  builder.add(on_bus("GPU 0", Gpu{0, 80, true}, "0000:02:00.0"));
  builder.add(on_bus("GPU 1", Gpu{1, 80, true}, "0000:03:00.0"));
  builder.add(on_bus("NIC", Nic{}, "0000:04:00.0"));
  builder.add(device("mlx5_0", port_of(4)));
  builder.connect_both_ways(wire(LinkKind::Pcie, 1, 0));
  for (const DeviceId child : {2, 3, 4}) builder.connect_both_ways(wire(LinkKind::Pcie, child, 1));
  builder.connect_both_ways(wire(LinkKind::NvLink, 2, 3));
  return builder;
}

inline Topology built(TopologyBuilder builder) {
  auto topology = std::move(builder).build();
  EXPECT_TRUE(topology) << topology.error().message();
  return topology ? std::move(*topology) : Topology();
}

inline std::string message_of(TopologyBuilder builder) {
  const auto topology = std::move(builder).build();
  return topology ? "no error" : topology.error().message();
}

}  // namespace treering::core
