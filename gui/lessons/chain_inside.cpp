
#include <array>
#include <set>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"

namespace treering::gui::lessons::table {
namespace {

/// How many ranks have the network on their way up, in a channel and over all channels.
Figures heads(const Known& known) {
  const auto trees = trees_of(known);
  if (!trees) return {};
  Figures figures;
  std::set<int> roots(trees->roots.begin(), trees->roots.end());
  figures.lines
      << QObject::tr("the way inside a node to NCCL: %1")
             .arg(QString::fromStdString(trees->trees.front().pattern))
      << QObject::tr("%1 channels have %2 different roots").arg(trees->channels).arg(roots.size());
  figures.ranks.assign(roots.begin(), roots.end());
  return figures;
}

constexpr auto kChainInsideSources = std::to_array<const char*>(
    {"NVIDIA/nccl#548", "NVIDIA/nccl#1836", "NVIDIA/nccl#919", "NVIDIA/nccl#532"});

constexpr auto kChainInsideSteps = std::to_array<Step>(
    {{.title = "Inside a node: a chain",
      .text = "NCCL's tree joins nodes. Inside a node the GPUs form a chain: each receives "
              "from the"
              " one before, adds its values and sends on, until the sum is at the GPU that "
              "sends it"
              " out of the node. There is no reduce-scatter inside the node, and no ring.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .share = 0.12,
      .figures = shown_run},
     {.title = "Why not a tree in there",
      .text = "A GPU that receives from two others can give each only half of its bandwidth; a "
              "chain runs each link at full speed, and LL128 passes data along NVLink in small "
              "pieces, so that a chain adds little delay. A tree inside would help tiny calls at "
              "most, as the maintainers say.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .share = 0.25,
      .layout = Layout::Unfolded,
      .figures = shown_run},
     {.title = "Between nodes: the tree",
      .text = "Only the ends of chains send to other nodes, over the port that is near them. What "
              "one channel does with one GPU, others do with others: there is no master GPU. The "
              "selected ranks are the roots of all channels.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .share = 0.4,
      .figures = heads},
     {.title = "One pipeline, not three phases",
      .text = "The chain, the tree and the way back are not steps that wait for each other: every "
              "rank does the same work for each chunk, from its children to its parent and back. "
              "In"
              " NCCL's source it is one function for all, runTreeUpDown or runTreeSplit in "
              "src/device/all_reduce.h.",
      .bytes = std::uint64_t{16} << 20U,
      .shown = "Tree",
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = shown_run},
     {.title = "A ring is flat",
      .text = "NCCL's rings make no difference between nodes either: one ring leads through all "
              "GPUs. The two-level ring in NVIDIA's text on NCCL 2.4 is there for comparison; "
              "NCCL "
              "does not have it. Both runs, side by side on one clock.",
      .view = "compare",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .rival = "Ring",
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = compared_runs}});

}  // namespace

Lesson chain_inside() {
  return {.id = "chain-inside",
          .title = "Trees between nodes, chains inside",
          .sources = kChainInsideSources,
          .least_nodes = 2,
          .steps = kChainInsideSteps};
}

}  // namespace treering::gui::lessons::table
