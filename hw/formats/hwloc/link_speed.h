// The speeds of PCIe links in an hwloc XML: generation and width behind a figure, and links that
// idled.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hw/formats/hwloc/objects.h"

namespace treering::hw::formats::hwloc {

// Turns hwloc's speed of a PCIe link, the GB/s of all lanes, into generation and width.

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

// PCIe links that idled when an hwloc XML was written. An idle GPU lowers its link to 2.5 GT/s, and
// hwloc writes the current speed, once for each end.

struct AwakeLink {
  double gb_per_s = 0;  // of all lanes
  SplitLinkSpeed split;
  std::string_view source;  // where the speed is from: "the faster of its two ends"
};

class IdleLinks {
 public:
  explicit IdleLinks(const Machine& machine);

  /// The speed of the link above `object` under load; nothing where it did not idle. It idled where
  /// an NVIDIA GPU is at or below `object` and an end is at 2.5 GT/s. Its speed is that of the
  /// faster end, else that of the GPU, else the most that the GPU's model can do, else 2.5 GT/s.
  /// \param own, other GB/s of its two ends; 0 where the file does not say
  std::optional<AwakeLink> awake(const xml::Element& object, double own, double other) const;

 private:
  struct GpuBelow {
    double gb_per_s = 0;  // of the fastest link of a GPU at or below
    int generation = 0;   // the newest of PCI Express that one of them has; 0 for no known model
    bool is_itself = false;
  };

  std::map<const xml::Element*, GpuBelow> gpus_below_;
};

}  // namespace treering::hw::formats::hwloc
