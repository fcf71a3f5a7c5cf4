#include <array>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"
#include "gui/models/words.h"

namespace treering::gui::lessons::table {
namespace {

/// Of the ring with each protocol, by the cost model.
Figures by_protocol(const Known& known) {
  Figures figures = compared_runs(known);
  for (const char* const protocol : {"LL", "LL128", "Simple"}) {
    const auto time = predicted(known, {"Ring", protocol});
    if (!time) continue;
    figures.lines << QObject::tr("Ring/%1: %2, predicted")
                         .arg(QLatin1StringView(protocol), models::duration_text(time->in_us()));
  }
  return figures;
}

constexpr auto kProtocolsSources =
    std::to_array<const char*>({"NVIDIA/nccl#1315", "NVIDIA/nccl#281", "NVIDIA/nccl#903",
                                "NVIDIA/nccl#1081", "NVIDIA/nccl#1847"});

constexpr auto kProtocolsSteps = std::to_array<Step>(
    {{.title = "Simple: a fence, then a counter",
      .text = "A receiver has to know when data are there. With Simple the sender writes a chunk, "
              "makes sure by a memory fence that all of it can be seen, and raises a counter on "
              "which the receiver waits. All bytes are data, but each message pays for fence and "
              "counter.\n\n"
              "At the left a small call with Simple, at the right with LL.",
      .view = "compare",
      .bytes = std::uint64_t{32} << 10U,
      .shown = "Ring/Simple",
      .rival = "Ring/LL",
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = by_protocol},
     {.title = "LL: a flag beside the data",
      .text = "LL (low latency) stores 4 bytes of data together with 4 bytes of flag, in one "
              "store "
              "of 8 bytes that arrives whole. The receiver looks for the flag in the data itself; "
              "nobody waits for a fence. But half of what is sent is flags, so large calls are "
              "slow.",
      .view = "compare",
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Ring/Simple",
      .rival = "Ring/LL",
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = by_protocol},
     {.title = "LL128: 120 bytes and 8 of flag",
      .text = "LL128 sends lines of 128 bytes, of which 8 are the flag: nearly as quick as LL, "
              "and "
              "15/16 of the bytes are data. It needs hardware that keeps the 128 bytes together "
              "on "
              "their whole way. NCCL knows by itself where that is so; forced by NCCL_PROTO=LL128 "
              "elsewhere it can corrupt data.",
      .view = "compare",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Ring/LL128",
      .rival = "Ring/Simple",
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = by_protocol},
     {.title = "NCCL chooses by size",
      .text = "LL for tiny calls, LL128 in the middle, Simple for large ones: NCCL takes what its "
              "own model believes to be cheapest, together with the algorithm. It asks anew in "
              "every call. This run is by NCCL's choice.",
      .bytes = std::uint64_t{1} << 20U,
      .share = 0.5,
      .figures = by_protocol}});

}  // namespace

Lesson protocols() {
  return {.id = "protocols",
          .title = "LL, LL128 and Simple",
          .sources = kProtocolsSources,
          .least_nodes = 2,
          .steps = kProtocolsSteps};
}

}  // namespace treering::gui::lessons::table
