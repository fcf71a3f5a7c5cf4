
#include <array>
#include <bit>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"

namespace treering::gui::lessons::table {
namespace {

Figures depth(const Known& known) {
  Figures figures;
  const auto trees = trees_of(known);
  if (!trees) return figures;
  const app::setup::Tree& tree = trees->trees.front();
  const int fewest = static_cast<int>(std::bit_width(static_cast<unsigned>(trees->nodes))) - 1;
  figures.lines
      << QObject::tr("%1 nodes: %2 links between nodes on the longest way up")
             .arg(trees->nodes)
             .arg(tree.levels)
      << QObject::tr("no binary tree of %1 nodes has fewer than %2").arg(trees->nodes).arg(fewest);
  figures.ranks = {tree.root, tree.farthest};
  return figures;
}

constexpr auto kOneChildSources = std::to_array<const char*>(
    {"NVIDIA/nccl#673", "NVIDIA/nccl#1490", "NCCL v2.28.9-1, src/graph/trees.cc"});

constexpr auto kOneChildSteps = std::to_array<Step>(
    {{.title = "The rule is about bits",
      .text = "NCCL numbers nodes from 0 on. The lowest set bit of a number is the height of its "
              "node: odd numbers are leaves, 2, 6, 10 stand above them, 4 and 12 above those. "
              "Number 0 has no set bit. So it stands above all others, with the highest power of "
              "two as its only child.\n\n"
              "The selected ranks are the root, and one at the far end of the tree.",
      .bytes = std::uint64_t{256} << 10U,
      .shown = "Tree",
      .nodes = 8,
      .layout = Layout::Unfolded,
      .figures = depth},
     {.title = "With a power of two it costs nothing",
      .text = "A tree with two children at each node has room for 1, 3, 7, 15 nodes at depth 0, "
              "1, "
              "2, 3. So 8 nodes need depth 3 in any case: the seven nodes below the root fill a "
              "full tree.",
      .bytes = std::uint64_t{256} << 10U,
      .shown = "Tree",
      .nodes = 8,
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = depth},
     {.title = "With others it may cost a level",
      .text = "With 30 nodes, the case that a user asked about, the way leads from 0 to 16, "
              "24, 28 and on. A tree with one level less exists. The extra level costs two "
              "more links between nodes: one on the way up, one on the way down.",
      .bytes = std::uint64_t{256} << 10U,
      .shown = "Tree",
      .nodes = 30,
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = depth},
     {.title = "It is no bottleneck",
      .text = "A root with one child receives one sum and sends one result, which is less than an "
              "inner node does. The two trees have different roots, and trees of other channels "
              "begin at other GPUs. So NCCL's maintainers keep the simple rule: it does not cost "
              "bandwidth.",
      .bytes = std::uint64_t{8} << 20U,
      .shown = "Tree",
      .nodes = 8,
      .share = 0.5,
      .figures = shown_run}});

}  // namespace

Lesson one_child() {
  return {.id = "one-child",
          .title = "Why a root has one child",
          .sources = kOneChildSources,
          .least_nodes = 2,
          .steps = kOneChildSteps};
}

}  // namespace treering::gui::lessons::table
