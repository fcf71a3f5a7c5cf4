// Outputs of other tools than those whose rows are read: which one a text is of, and what to do
// with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace treering::tuner::runs {

struct OtherTool {
  std::string name;  // "p2pBandwidthLatencyTest"
  std::string says;  // "measures one port": with the figure that counts where there is one
  std::string hint;  // where treering reads them, or what to run instead
};

/// Nothing where the text is of none that is known.
std::optional<OtherTool> other_tool_of(std::string_view text);

}  // namespace treering::tuner::runs
