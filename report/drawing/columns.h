// Where the devices of a machine's PCI trees stand: a column for each CPU, as wide as what hangs
// off it; below it switch under switch, each as wide as what it carries, so that every PCIe link is
// a straight line down. GPUs stand in one row at the bottom, adapters under their switch with their
// ports below them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/topology/topology.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

struct Placed {
  core::DeviceId device = core::kNoDevice;
  Area area;                           // no width: not placed
  std::vector<core::DeviceId> folded;  // equal siblings that this one stands for as well
  std::optional<Handle> handle;        // where they are, or would be
};

struct Columns {
  std::vector<Placed> places;         // by device
  std::vector<core::DeviceId> roots;  // from left to right
  double width = 0;
  double gpu_bottom = 0;  // the lower edge of the row of GPUs
  double bottom = 0;      // of everything

  [[nodiscard]] const Placed& of(core::DeviceId id) const {
    return places[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] bool has(core::DeviceId id) const {
    return id != core::kNoDevice && of(id).area.width > 0;
  }
};

/// By device: the PCIe link to what is above it in the tree; null for none.
using UpLinks = std::vector<const core::Link*>;
UpLinks links_up(const core::Topology& node);

/// The trees under `roots`: CPUs, and devices that hang off none. Linear but for sorting.
Columns lay_columns(const core::Topology& node, std::vector<core::DeviceId> roots,
                    const Unfolded& unfolded = {});

}  // namespace treering::report::drawing
