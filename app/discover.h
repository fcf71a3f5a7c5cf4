// What machine this is, or what fabric it is in; or what a recording of another says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/fabric.h"
#include "core/result.h"
#include "hw/discover/discover.h"
#include "sim/rails.h"
#include "sim/smi_matrix.h"

namespace treering::app {

struct DiscoverRequest {
  std::optional<std::string> record;  // the folder that keeps what was read
  std::optional<std::string> replay;  // the folder with a recording; else this machine
  bool has_fabric = false;            // the fabric in place of the machine
  bool is_anonymous = false;          // of the machine, without names
};

struct DiscoveredMachine {
  hw::discover::Discovery discovery;
  sim::SmiMatrix paths;
  std::vector<sim::GpuRail> rails;
};

/// What was kept.
struct Recorded {
  std::string folder;
  std::size_t files = 0;
};

struct DiscoverReport {
  std::variant<DiscoveredMachine, FabricReport> found;
  std::optional<Recorded> recorded;
};

/// A recording that is asked for is also kept where nothing is found.
core::Result<DiscoverReport> answer(const DiscoverRequest& request);

}  // namespace treering::app
