// The devices of a machine as boxes with their names, and the origin of their figures.
#pragma once

#include <string>
#include <vector>

#include "core/figure.h"
#include "core/topology/topology.h"
#include "report/drawing/columns.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

// Where the figures of a picture come from, for those who point at them.

/// "specification: NVIDIA DGX H100 user guide", "assumed".
std::string text_of(const core::Origin& origin);

/// "assumed, because the source lacks it: rate, GPUDirect RDMA"; "as the source of the topology has
/// it" where nothing is.
std::string origin_text(const core::Device& device);

// The devices of a machine as boxes with their names, where columns.h puts them.

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

}  // namespace treering::report::drawing
