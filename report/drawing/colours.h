// The colours of pictures, light and dark, as "#rrggbb": what sheet.h writes and windows paint.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/topology/topology.h"
#include "report/drawing/picture.h"

namespace treering::report::drawing {

/// Of boxes of a role.
struct RoleColours {
  std::string_view name;  // in style sheets
  std::string_view fill;
  std::string_view stroke;
  std::string_view dark_fill;
  std::string_view dark_stroke;
};

// In the order of Role; a plate has the colour of the paper.
inline constexpr std::array<RoleColours, 9> kRoleColours{{
    {"panel", "#ffffff", "#d5dae1", "#0d1117", "#30363d"},
    {"host", "#ffffff", "#b6bec8", "#0d1117", "#4a5564"},
    {"network", "#e9e4fb", "#7a62c9", "#2a2247", "#a08ce8"},
    {"cpu", "#fdebc8", "#c08a1e", "#40310f", "#d9a441"},
    {"switch", "#e7ebf0", "#8592a3", "#2a313b", "#8694a6"},
    {"gpu", "#dcf0c4", "#6a9c2f", "#23391a", "#86c04a"},
    {"nvswitch", "#d0efdf", "#2f8f63", "#143a2b", "#46b884"},
    {"nic", "#d9e8fb", "#4a83c9", "#16304f", "#6ba4e8"},
    {"port", "#eef5fe", "#4a83c9", "#11243a", "#6ba4e8"},
}};
static_assert(kRoleColours.size() == static_cast<std::size_t>(Role::Plate));

/// Of lines.
struct WireColours {
  std::string_view name;
  std::string_view light;
  std::string_view dark;
};

// In the order of core::LinkKind; the last is a network of unknown kind.
inline constexpr std::array<WireColours, 9> kWireColours{{
    {"nvlink", "#67a328", "#7cbf3c"},
    {"c2c", "#0c8f86", "#2cb8ae"},
    {"pcie", "#8592a3", "#7d8a9a"},
    {"peer", "#a9825c", "#c09b76"},
    {"sockets", "#d19a2a", "#d9a441"},
    {"infiniband", "#3b78c8", "#5e9be8"},
    {"roce", "#9355c4", "#b181de"},
    {"ethernet", "#c2558b", "#de7bab"},
    {"network", "#7a62c9", "#a08ce8"},
}};

inline const WireColours& colours_of(std::optional<core::LinkKind> kind) {
  return kWireColours.at(kind ? static_cast<std::size_t>(*kind) : kWireColours.size() - 1);
}

/// Of the lines of charts. The light ones are those of Okabe and Ito ("Color universal design",
/// 2008), which people with any colour vision can tell apart, with olive in place of yellow.
struct SeriesColours {
  std::string_view light;
  std::string_view dark;
};
inline constexpr std::array<SeriesColours, 8> kSeriesColours{{
    {"#0072b2", "#4aa8e0"},  // blue
    {"#d55e00", "#f08a3c"},  // vermilion
    {"#009e73", "#2ec79b"},  // bluish green
    {"#b3478f", "#e08bc4"},  // reddish purple
    {"#8a6d00", "#e6c229"},  // olive
    {"#2f9fd0", "#8fd3f5"},  // sky blue
    {"#c98500", "#f5b942"},  // orange
    {"#4d4d4d", "#c4c4c4"},  // grey
}};

/// What stands out.
inline constexpr SeriesColours kAccent{"#0969da", "#4493f8"};

/// What everything stands on.
struct PaperColours {
  std::string_view paper;
  std::string_view ink;
  std::string_view faint;  // less important text
  std::string_view grid;   // marks of scales
};
inline constexpr PaperColours kLightPaper{"#ffffff", "#1c2128", "#57606a", "#d5dae1"};
inline constexpr PaperColours kDarkPaper{"#0d1117", "#e6edf3", "#9aa7b4", "#30363d"};

}  // namespace treering::report::drawing
