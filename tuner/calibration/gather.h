// The machine of each measured row: tables of systems, rows joined with their machines, and rows of
// other machines.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/calibration/observation.h"
#include "tuner/measurement.h"

namespace treering::tuner::calibration {

// The machine of each series of measurements, from topologies/corpus.csv and similar tables.

struct System {
  std::string id;        // of measurements; '*' stands for any text
  std::string cluster;   // series of one cluster go by one name
  std::string topology;  // a built-in name; empty where it is not known well enough
  int nodes = 1;
  int gpus_per_node = 0;     // 0: all
  std::vector<int> devices;  // instead of gpus_per_node
  int gpus_per_process = 1;  // that one thread submits to: nccl-tests' -g
  std::string network;       // "infiniband", ...; empty: as the topology says
  std::string stratum;       // "single node", "RDMA", "TCP", "known broken"
  std::string remarks;       // for people: what is not known
  std::string where;         // "table.csv:3"; empty where no table says so

  /// "table.csv:3, column 'nodes'".
  std::string place_of(std::string_view column) const;
};

/// Columns: id, cluster, topology, nodes, gpus_per_node, devices, gpus_per_process, network,
/// stratum, remarks; others are for people. Fails with the first number that cannot be one.
core::Result<std::vector<System>> read_systems(std::string_view text, const std::string& where);

/// The system with this id, else the first whose pattern matches it; null when there is none.
const System* find_system(const std::vector<System>& systems, std::string_view id);

// Makes observations from measurements: joins each row with the machine that it was taken on.

/// Gives the machine of a system under a known version of NCCL.
using BenchOf = std::function<core::Result<std::shared_ptr<const Bench>>(
    const System&, const std::string& nccl_version)>;

/// Rows without an observation, counted by series and reason.
struct Skipped {
  std::string id;
  std::string reason;
  std::size_t rows = 0;
};

struct Gathered {
  std::vector<Observation> observations;
  std::vector<Skipped> skipped;
};

/// The observations in the order of the rows, each with the nearest known version of NCCL. Where a
/// system has no cluster, the row's id names it. `profile` gives the size up to which the network
/// sends at once.
Gathered gather(const std::vector<Measurement>& rows, const std::vector<System>& systems,
                const BenchOf& bench_of, const core::Profile& profile);

/// Strata that do not count in scores for RDMA and NVLink.
inline constexpr std::array<std::string_view, 3> kStrataApart{"TCP", "known broken",
                                                              "other timing"};

bool is_apart(const Observation& observation);

// Finds rows of machines other than the one that they are compared with, by the GPUs and networks
// that they name.

/// The generation of a GPU by its name in any spelling: "volta", "ampere", "hopper" or "blackwell"
/// (sim/cost/machine.h); empty where it is unknown.
std::string_view generation_named(std::string_view gpu);

/// Rows that name one model of GPU and one network.
struct GpuRows {
  std::string generation;     // empty: not known
  std::string gpu;            // model; empty: the rows name none
  std::string network;        // in the rows' words; empty: they name none
  std::set<std::string> ids;  // of the series
  std::size_t rows = 0;
};

/// The rows grouped by generation, model and network, in alphabetic order: all, or those with an
/// observation.
std::vector<GpuRows> by_gpu(const std::vector<Measurement>& rows);
std::vector<GpuRows> by_gpu(const std::vector<Measurement>& rows,
                            const std::vector<Observation>& observations);

/// "ampere A100-SXM4-40GB (one, two), hopper H100 over IB HDR (three and 4 more)".
std::string text_of(const std::vector<GpuRows>& groups);

/// A machine, and the generation of its GPUs.
struct MachineName {
  std::string name;
  std::string generation;
};

/// A sentence if rows name several models or networks, or a GPU of another generation than the
/// machine's; else empty.
std::string note_on_mixture(const std::vector<GpuRows>& groups, const MachineName& machine);

/// Fails where rows name GPUs of known generations and none of these is the machine's: nothing
/// about such rows follows from it.
/// \param file of the rows
core::Result<void> check_gpus(const std::vector<GpuRows>& groups, const MachineName& machine,
                              const std::string& file);

}  // namespace treering::tuner::calibration
