// The machine of each series of measurements, from topologies/corpus.csv and similar tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/job/variables.h"

namespace treering::tuner::calibration {

struct System {
  std::string id;        // of measurements; '*' stands for any text
  std::string cluster;   // series of one cluster go by one name
  std::string topology;  // a built-in name; empty where it is not known well enough
  int nodes = 1;
  int gpus_per_node = 0;     // 0: all
  std::vector<int> devices;  // instead of gpus_per_node
  int gpus_per_process = 1;  // that one thread submits to: nccl-tests' -g
  std::string network;       // "infiniband", ...; empty: as the topology says
  std::string nccl;          // the version that ran, where the rows name none or another one
  std::string stratum;       // "single node", "RDMA", "TCP", "known broken"
  std::string remarks;       // for people: what is not known
  std::vector<sim::job::Assignment> environment;  // NCCL's variables of the job
  std::string where;                              // "table.csv:3"; empty where no table says so

  /// "table.csv:3, column 'nodes'".
  std::string place_of(std::string_view column) const;
};

/// Columns: id, cluster, topology, nodes, gpus_per_node, devices, gpus_per_process, network,
/// nccl, stratum, remarks, env; others are for people. Fails with the first number that cannot be
/// one, and with the first variable that is none.
core::Result<std::vector<System>> read_systems(std::string_view text, const std::string& where);

/// The system with this id, else the first whose pattern matches it; null when there is none.
const System* find_system(const std::vector<System>& systems, std::string_view id);

}  // namespace treering::tuner::calibration
