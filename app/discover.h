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

struct DiscoverRequest {
  std::optional<std::string> record;  // the folder to keep what was read
  std::optional<std::string> replay;  // the folder with a recording; else this machine
  bool has_fabric = false;            // the fabric, not the machine
  bool is_anonymous = false;          // of the machine, without names
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

struct DiscoverReport {
  std::variant<DiscoveredMachine, FabricReport> found;
  std::optional<Recorded> recorded;
};

/// Keeps a requested recording even where nothing is found.
core::Result<DiscoverReport> answer(const DiscoverRequest& request);

}  // namespace treering::app
