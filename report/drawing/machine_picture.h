// One node as a picture: where its devices stand, their boxes with the origin of each figure, and
// the whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/figure.h"
#include "core/topology/topology.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

// Where the devices of a machine's PCI trees stand: a column for each CPU, as wide as what hangs
// off it; below it switch under switch, each as wide as what it carries, so that every PCIe link is
// a straight line down. GPUs stand in one row at the bottom, adapters under their switch with their
// ports below them.

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

// Where the figures of a picture come from, for those who point at them.

/// "specification: NVIDIA DGX H100 user guide", "assumed".
std::string text_of(const core::Origin& origin);

/// "assumed, because the source lacks it: rate, GPUDirect RDMA"; "as the source of the topology has
/// it" where nothing is.
std::string origin_text(const core::Device& device);

// The devices of a machine as boxes with their names, where machine_picture.h puts them.

/// All facts about a device, in a line: "GPU 0: compute capability 9.0, 0000:1b:00.0".
std::string tip_of(const core::Device& device);

/// How far from the left edge of a GPU a link to its CPU passes the switches between them.
inline constexpr double kPassingLane = 11;

/// \param passing where links pass over boxes (link_lines.h): texts keep clear of them
void add_devices(const core::Topology& node, const Columns& columns,
                 const std::vector<Point>& passing, Picture& picture);

/// A name in bold and lines below it, in the middle of `area` and cut to its width.
struct Caption {
  std::string name;
  std::vector<std::string> details;
  Area area;
};
void add_caption(Picture& picture, const Caption& caption);
/// Whether a line below a name is not cut in an area.
bool has_room(const Area& area, const std::string& detail);

/// A box with a caption that fills it.
void add_box(Picture& picture, const Box& box, const std::string& name,
             const std::vector<std::string>& details);

// One node as a picture: CPUs as columns, PCIe trees below them, GPUs in a row, what joins GPUs
// below that. Where a machine spans several hosts, the first is drawn in full, the others as boxes.

/// Without title and legend; the corner of everything is at 0, 0. `network`: the network of the
/// ports; where it is not given, the one that the adapters look like.
Picture machine_picture(const core::Topology& node,
                        std::optional<core::LinkKind> network = std::nullopt,
                        const Unfolded& unfolded = {});

/// "8 GPUs, 4 NVSwitches, 2 CPUs, 16 PCIe switches, 8 NICs, 8 NIC ports".
std::string parts_of(const core::Topology& node);

}  // namespace treering::report::drawing
