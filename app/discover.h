// Describes this machine, or the fabric that it is in; or replays a recording of another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/show.h"
#include "core/result.h"
#include "hw/discover/discover.h"
#include "sim/rails.h"
#include "sim/smi_matrix.h"

namespace treering::app {

/// Where this process is one rank of many that mpirun or srun has started: then `record` is a
/// folder for all hosts, in which each has one of its own.
struct RankOfHosts {
  int rank = 0;
  std::optional<int> local_rank;  // among the ranks of its host; unknown where no launcher says it
  std::string host;
};

/// By the environment of this process; nothing where no launcher has started it.
std::optional<RankOfHosts> rank_of_hosts();

struct DiscoverRequest {
  std::optional<std::string> record;     // the folder to keep what was read
  std::optional<std::string> replay;     // the folder with a recording; else this machine
  bool has_fabric = false;               // the fabric, not the machine
  bool is_anonymous = false;             // of the machine, without names
  std::optional<RankOfHosts> rank = {};  // whose host's folder in `record` is written
};

struct DiscoveredMachine {
  hw::discover::Discovery discovery;
  sim::SmiMatrix paths;
  std::vector<sim::GpuRail> rails;
};

/// The recording that was kept.
struct Recorded {
  std::string folder;
  std::size_t files = 0;
};

/// Another rank of this host keeps the recording, and of a fabric rank 0.
struct LeftToAnother {};

struct DiscoverReport {
  std::variant<DiscoveredMachine, FabricReport, LeftToAnother> found;
  std::optional<Recorded> recorded;
};

/// Keeps a requested recording even where nothing is found. Of the ranks of a host one keeps it.
core::Result<DiscoverReport> answer(const DiscoverRequest& request);

}  // namespace treering::app
