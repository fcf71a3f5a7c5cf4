// Groups the adapters of a fabric by host, by their descriptions: "node01 mlx5_0", "node01 HCA-1".
// Adapters that their host never named are described by their model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

struct AdapterName {
  std::string host;    // empty where the description names none
  std::string device;  // "mlx5_0"; empty where there is none
  bool operator==(const AdapterName&) const = default;
};

/// Host and device in a description, or the host alone. "MT4129 ConnectX7 Mellanox Technologies"
/// and hosts called "localhost" count as no name.
AdapterName adapter_name(std::string_view description);

/// A port of an adapter that is connected to a switch.
struct HostPort {
  FabricPort port;  // of the adapter
  FabricNodeId switch_node = kNoFabricNode;
  int cable = 0;
  std::string device;  // "mlx5_0"; empty when unknown
  bool operator==(const HostPort&) const = default;
};

struct FabricHost {
  std::string name;
  std::vector<HostPort> ports;  // in the order of the adapters' names, numbers by value
  bool operator==(const FabricHost&) const = default;
};

struct FabricHosts {
  std::vector<FabricHost> hosts;        // in the order of the text
  std::vector<HostPort> nameless;       // of adapters that do not say whose they are
  std::vector<FabricNodeId> unplugged;  // adapters without cable
};

/// Adapters by host. Where no adapter names its host, each counts as one.
FabricHosts hosts_of(const FabricGraph& graph);

}  // namespace treering::hw::fabric::analysis
