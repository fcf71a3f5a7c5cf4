// The hosts of a fabric and their names: adapters by host, unique names of nodes, many hosts in few
// words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

// Unique names for nodes: many switches are named only by their model.

/// By node: its name_of(), followed by its GUID (else its id) where others have the same name.
std::vector<std::string> distinct_names(const FabricGraph& graph);

// Groups the adapters of a fabric by host, by their descriptions: "node01 mlx5_0", "node01 HCA-1".
// Adapters that their host never named are described by their model.

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

// Joins equal sentences about many hosts into one: a lost leaf switch gives each of its hosts the
// same.

/// A sentence about one host, and the same about several.
struct HostRemark {
  std::string host;
  std::string of_one;   // "has 7 connected ports", behind "host X "
  std::string of_many;  // "have 7 connected ports each", behind "9 hosts (x[1-9]) "
};

/// Sentences in the order of their first host; equal ones about four or more hosts become one.
std::vector<std::string> folded(const std::vector<HostRemark>& remarks);

/// By name, numbers at its end by value.
std::vector<std::string> hosts_in_order(std::vector<std::string> hosts);

/// "node[032-063], x7 and 3 more": numbers in a row joined, as Slurm writes them.
std::string short_host_list(std::vector<std::string> hosts);

}  // namespace treering::hw::fabric::analysis
