#include <array>

#include "core/units.h"
#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"

namespace treering::gui::lessons::table {
namespace {

/// Into how many chunks the data of a channel are cut.
Figures chunks(const Known& known) {
  Figures figures = shown_run(known);
  const app::SimulateReport* const run = report_of(known.run);
  if (run == nullptr || run->way.channels == 0 || run->chunk_bytes == 0) return figures;
  const std::uint64_t part = run->asked_bytes / static_cast<std::uint64_t>(run->way.channels);
  const auto size = [](std::uint64_t bytes) {
    return QString::fromStdString(core::format_size(bytes));
  };
  figures.lines << QObject::tr("%1 for each channel, in chunks of up to %2")
                       .arg(size(part), size(run->chunk_bytes))
                << QObject::tr("%1 messages in all").arg(run->transfers);
  return figures;
}

constexpr auto kPipeliningSources =
    std::to_array<const char*>({"NVIDIA/nccl#545", "NCCL v2.28.9-1, src/include/collectives.h",
                                "NCCL v2.28.9-1, src/enqueue.cc"});

constexpr auto kPipeliningSteps = std::to_array<Step>(
    {{.title = "One chunk: everybody waits",
      .text = "The data of a channel go chunk by chunk. Where all of them fit into one chunk, it "
              "travels alone: while it is at one rank, the others have nothing to do. The time is "
              "that of the whole way, up and down.",
      .bytes = std::uint64_t{256} << 10U,
      .shown = "Tree/Simple",
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = chunks},
     {.title = "Many chunks: a pipeline",
      .text = "With more data a rank sends the first chunk on and takes the next. Soon all links "
              "work at once, up and down at the same time. The time is the way of the first chunk "
              "plus the data over the slowest link.",
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Tree/LL128",
      .share = 0.4,
      .layout = Layout::Unfolded,
      .figures = chunks},
     {.title = "Smaller chunks fill the pipeline sooner",
      .text = "But each chunk has a cost of its own: waiting for the message, and a fence or "
              "flags. For a smaller call NCCL halves the chunks of LL128 in a tree until "
              "there are enough of them for the length of the pipeline. Compare their size "
              "with that of the step before.",
      .bytes = std::uint64_t{4} << 20U,
      .shown = "Tree/LL128",
      .share = 0.4,
      .layout = Layout::Unfolded,
      .figures = chunks},
     {.title = "Buffers have eight steps",
      .text = "Between two ranks lies a buffer of eight slots, NCCL's steps. The sender may be as "
              "far ahead of the receiver. With Simple a ring's chunk in all_reduce takes four "
              "steps"
              " and is sent in two slices of two steps each, so that the receiver begins before "
              "all"
              " of it is there. A tree's chunk takes one step.",
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Ring/Simple",
      .share = 0.4,
      .layout = Layout::Unfolded,
      .figures = chunks}});

}  // namespace

Lesson pipelining() {
  return {.id = "pipelining",
          .title = "Pipelining: chunks, slices, steps",
          .sources = kPipeliningSources,
          .least_nodes = 2,
          .steps = kPipeliningSteps};
}

}  // namespace treering::gui::lessons::table
