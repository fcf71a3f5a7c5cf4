#include <array>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"

namespace treering::gui::lessons::table {
namespace {

/// Where the two trees have their roots, and how channels are divided among them.
Figures roots(const Known& known) {
  Figures figures = shown_run(known);
  const auto trees = trees_of(known);
  if (!trees || trees->trees.size() < 2) return figures;
  for (const app::setup::Tree& tree : trees->trees) {
    figures.lines
        << QObject::tr("channel %1: the root is rank %2").arg(tree.channel).arg(tree.root);
  }
  figures.ranks = {trees->trees[0].root, trees->trees[1].root};
  return figures;
}

constexpr auto kTwoTreesSources = std::to_array<const char*>(
    {"NVIDIA/nccl#1327", "NVIDIA/nccl#545", "NCCL v2.28.9-1, src/graph/trees.cc"});

constexpr auto kTwoTreesSteps = std::to_array<Step>(
    {{.title = "Every channel has its own part",
      .text = "NCCL divides the data of a call among its channels. Half of the channels use one "
              "tree, the other half a second tree. Each part is summed up at the root of its own "
              "tree and spread from there. The two trees never exchange data, so nobody has to "
              "put their results together.\n\n"
              "The picture has one channel of each tree; the list below it shows the others.",
      .bytes = std::uint64_t{4} << 20U,
      .shown = "Tree",
      .layout = Layout::Unfolded,
      .figures = roots},
     {.title = "Up: children send, parents add",
      .text = "A leaf sends a chunk to its parent. The parent adds its own values and sends "
              "the sum"
              " on. Both trees do so at the same time, each with its own part of the data.",
      .bytes = std::uint64_t{4} << 20U,
      .shown = "Tree",
      .share = 0.2,
      .layout = Layout::Unfolded,
      .figures = shown_run},
     {.title = "Two roots, one for each part",
      .text = "When a chunk has reached the root, it holds the values of all ranks. The "
              "selected ranks are the two roots. One stands on node 0, the other on another "
              "node.",
      .bytes = std::uint64_t{4} << 20U,
      .shown = "Tree",
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = roots},
     {.title = "Down: the sum comes back",
      .text = "The root sends the sum down the same links, and every rank keeps a copy. Chunks "
              "follow each other: while early ones come down, later ones still go up.",
      .bytes = std::uint64_t{4} << 20U,
      .shown = "Tree",
      .share = 0.75,
      .layout = Layout::Unfolded,
      .figures = shown_run},
     {.title = "Why two of them",
      .text = "In a single binary tree half of the nodes are leaves: on the way up they "
              "receive nothing, on the way down they send nothing, and half of their network "
              "stands still. The second tree is the first one mirrored, or turned by a node "
              "where their number is odd, so that a leaf of one stands inside the other. With"
              " half of the data in each, the ports of all nodes carry about as much, in both"
              " directions.\n\n"
              "This double tree is by Sanders, Speck and Traeff (2009).",
      .bytes = std::uint64_t{4} << 20U,
      .shown = "Tree",
      .share = 0.5,
      .figures = roots}});

}  // namespace

Lesson two_trees() {
  return {.id = "two-trees",
          .title = "How two trees share the data",
          .sources = kTwoTreesSources,
          .least_nodes = 3,
          .steps = kTwoTreesSteps};
}

}  // namespace treering::gui::lessons::table
