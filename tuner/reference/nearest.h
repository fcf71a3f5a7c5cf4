// The published runs that are nearest to a job: how far each is, and whether the job lies beyond
// all runs on its kind of machine. For people to weigh a prediction; no model reads it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/units.h"
#include "tuner/reference/published.h"

namespace treering::tuner::reference {

/// Where a run is: all that its distance to another goes by.
struct RunPlace {
  std::string gpu;          // "H100 SXM5"; empty: unknown
  std::string generation;   // "hopper", a word of sim::cost::generation_names()
  bool has_nvlink = false;  // NVLinks join the GPUs of a node
  std::string network;      // "infiniband", "EFA"; empty: on one node, or unknown
  int nodes = 1;
  int gpus_per_node = 1;
  bool operator==(const RunPlace&) const = default;
};

/// Nodes of one NVLink domain are one node that has all their GPUs.
RunPlace place_of(const PublishedRun& run);

/// What is sought: a call of that size there.
struct Sought {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  RunPlace place;
};

/// How far a figure is from what is sought. Factors are of the larger by the smaller.
struct Distance {
  double nodes = 1;
  double gpus_per_node = 1;
  double bytes = 1;
  bool is_other_gpu = false;  // of the same generation
  bool is_other_network = false;

  bool is_same_machine() const;
  /// The higher, the farther: doublings of nodes and of GPUs count in full, those of the size a
  /// quarter, another network as three, another GPU as one.
  double far() const;
  bool operator==(const Distance&) const = default;
};

/// Nothing for another kind of machine: another generation of GPUs, NVLinks in one of them alone,
/// or one node beside several.
std::optional<Distance> distance(const RunPlace& place, core::Bytes bytes, const Sought& sought);

/// Runs in one place, by the figure nearest in size.
struct NearRun {
  PublishedFigure figure;  // of the first run
  Distance distance;
  core::Bandwidth least, greatest;  // busbw of all these runs at that size
  int runs = 1;
  bool operator==(const NearRun&) const = default;
};

/// How far a job is beyond the largest run on its kind of machine.
struct Beyond {
  double factor = 1;        // above 1
  bool is_in_nodes = true;  // else, on one node, in GPUs
  std::string run;
  bool operator==(const Beyond&) const = default;
};

struct Nearest {
  std::vector<NearRun> runs;  // the nearest first
  /// Nothing where a run on the same kind of machine and network is as large, and where there is
  /// none at all (`knows_kind`).
  std::optional<Beyond> beyond;
  bool knows_kind = false;  // a run on the same kind of machine and network is published
};

/// Of runs in which NCCL chose for itself and called its usual kernels. \param most places
Nearest nearest_to(const Sought& sought, std::size_t most = 3);

}  // namespace treering::tuner::reference
