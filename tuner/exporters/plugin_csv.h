// The CSV file of NVIDIA's example tuner plugin, and how the plugin reads it.
//
// Source: NVIDIA/nccl v2.28.9-1, ext-tuner/example, and v2.30.7-1, plugins/tuner/example (README.md
// and plugin.c). From 2.28.3 to 2.29.7 the plugin takes the cost table for an array of pointers and
// crashes at the first row that matches; since 2.30.3 it works, with the same decisions. A line is
// collective,min_bytes,max_bytes,algorithm,protocol,channels,nodes,ranks[,pipe_ops[,registered]].
// What follows from its code and is easy to miss:
//   - the first row that matches wins, unless NCCL has ruled its pair out: then the next one may;
//   - bounds are inclusive, and bytes are NCCL's: the whole of an all_gather, not a rank's part;
//   - where no row matches, or a row says -1 channels, the call gets one channel;
//   - 0 channels is what NCCL takes for a plugin that sets none: the call gets as many as it would
//     without a plugin (src/enqueue.cc, getAlgoInfo; the same from 2.28.3 to 2.30.7);
//   - more channels than the communicator has are cut to these, but not for CollNet nor for NVLS
//     between nodes (src/enqueue.cc, scheduleCollTasksToPlan);
//   - unknown names silently mean allreduce, ring, simple, so a line of headings is a row;
//   - lines are read in pieces of 255 characters, so that the end of a longer one is a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/call.h"
#include "sim/way.h"

namespace treering::tuner::exporters {

inline constexpr int kAny = -1;

/// The longest piece of a line that the plugin reads: MAX_LINE_LENGTH less the closing zero.
inline constexpr std::size_t kMostPieceBytes = 255;
/// The longest line, without its end, that it reads as one piece with its end.
inline constexpr std::size_t kMostLineBytes = kMostPieceBytes - 1;

/// Names as the plugin spells them.
struct PluginRow {
  std::string collective;  // "allreduce"
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  sim::Way way;  // in the file's words: "nvls_tree", "ll128"; channels 0: as many as NCCL takes
  int nodes = kAny;
  int ranks = kAny;
  int pipe_ops = kAny;
  int registered = kAny;
  bool operator==(const PluginRow&) const = default;
};

/// "allreduce", "nvls_tree", "ll128" for NCCL's AllReduce, NVLSTree, LL128.
std::string plugin_name(core::Collective collective);
std::string plugin_name_of_algorithm(std::string_view algorithm);
std::string plugin_name_of_protocol(std::string_view protocol);

/// The row as a line, without its end.
std::string to_line(const PluginRow& row);

}  // namespace treering::tuner::exporters
