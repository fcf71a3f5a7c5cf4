// The links of a machine as lines: up and down its columns, between its CPUs, between its GPUs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/drawing/columns.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

// Lanes for links beside each other: spans that overlap get different ones, short spans the first.

struct Span {
  double left = 0;
  double right = 0;
};

/// By span: its lane from 0 up. O(spans^2).
std::vector<int> lanes_of(const std::vector<Span>& spans);

// The links of a machine that go up and down its columns (columns.h), and those between its
// CPUs.

/// All links between two devices of one kind as one, of the direction that comes first.
struct Bundle {
  core::LinkKind kind = core::LinkKind::Pcie;
  core::DeviceId from = core::kNoDevice;
  core::DeviceId to = core::kNoDevice;
  int count = 0;
  core::Bandwidth bandwidth;
  std::vector<core::Origin> origins;  // of its links, each once
};

/// In the order of the topology.
std::vector<Bundle> bundles_of(const core::Topology& node);

/// "GPU 0 to CPU 0: PCIe, 16 lanes, 63 GB/s each way".
std::string tip_of(const core::Topology& node, const Bundle& bundle);

/// Of links between sockets of a CPU that NCCL does not know it takes what no wire has: nobody
/// knows their rate.
bool has_rate(const Bundle& bundle);

/// "63 GB/s", "not known".
std::string rate_of(const Bundle& bundle);

/// Its line through these points, with all that is known of it.
Line line_of(const core::Topology& node, const Bundle& bundle, std::vector<Point> points);

/// PCIe links down the trees; links between a CPU and a GPU of its column beside them.
void add_links_down(const core::Topology& node, const std::vector<Bundle>& bundles,
                    const Columns& columns, Picture& picture);

/// Where links to a CPU pass over the switches between: their x, and the y of the GPU below.
std::vector<Point> passing_points(const core::Topology& node, const std::vector<Bundle>& bundles,
                                  const Columns& columns);

/// From adapters to their ports. `network`: the kind of all of them; where none is given it is what
/// the adapter's PCI class says.
void add_ports(const core::Topology& node, const Columns& columns,
               std::optional<core::LinkKind> network, Picture& picture);

/// Links between CPUs: straight between neighbours, else in lanes above them. The height that
/// these take above y = 0.
double add_cpu_links(const core::Topology& node, const std::vector<Bundle>& bundles,
                     const Columns& columns, Picture& picture);

// The links between GPUs, below their row: NVLinks straight between them as brackets, NVSwitches as
// groups under the GPUs that they join.

/// Where a line from some GPUs to their switches begins: one that is drawn, or all of a host that
/// is drawn as one box.
struct Landing {
  std::vector<core::DeviceId> gpus;
  Point at;
};

/// Brackets below `y` between devices that are placed; how deep they reach.
double add_brackets(const core::Topology& node, const std::vector<Bundle>& bundles,
                    const Columns& columns, Picture& picture);

struct SwitchTier {
  const core::Topology& node;
  const std::vector<Bundle>& bundles;
  std::vector<Landing> landings;
  double top = 0;
};

/// Switches that join the same GPUs stand together, in the order of the topology; the lower edge of
/// all.
double add_switches(const SwitchTier& tier, Picture& picture);

}  // namespace treering::report::drawing
