// What NVIDIA's example tuner plugin makes of a CSV file; tuner/exporters/plugin_csv.h has the file
// and the source.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/exporters/plugin_csv.h"

namespace treering::testing {

using tuner::exporters::PluginRow;

/// The rows that the plugin would load from this text. Like the plugin, never fails.
std::vector<PluginRow> load_as_plugin(std::string_view text);

/// A question to the plugin.
struct PluginCall {
  std::string collective;
  std::uint64_t bytes = 0;
  int nodes = 1;
  int ranks = 1;
  int pipe_ops = 1;
  int registered = 0;
};

/// Its answer: a preferred pair or none, and the number of channels in any case, where 0 leaves it
/// to NCCL.
struct PluginAnswer {
  const PluginRow* row = nullptr;
  int channels = 1;
};

/// `is_ruled_out` says which pairs NCCL cannot use for this call.
PluginAnswer answer_as_plugin(const std::vector<PluginRow>& rows, const PluginCall& call,
                              const std::function<bool(const PluginRow&)>& is_ruled_out);

}  // namespace treering::testing
