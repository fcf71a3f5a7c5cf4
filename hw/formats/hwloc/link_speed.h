// Turns hwloc's speed of a PCIe link, the GB/s of all lanes, into generation and width.
#pragma once

#include <string>
#include <string_view>

namespace treering::hw::formats::hwloc {

struct SplitLinkSpeed {
  std::string_view link_speed;  // as the kernel writes it
  int link_width = 0;
  bool fits = false;     // they give the figure
  bool is_only = false;  // and no others do
};

/// The widest link of up to 16 lanes that gives `gb_per_s`, also with the wrong encodings that
/// hwloc applies (2.12: 128b/130b for generations 1 and 2; all versions: 128b/130b for 6). If none
/// does, 16 lanes of the closest generation. \pre gb_per_s > 0
SplitLinkSpeed split_link_speed(double gb_per_s);

}  // namespace treering::hw::formats::hwloc
