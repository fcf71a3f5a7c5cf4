
#include <algorithm>
#include <array>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"

namespace treering::gui::lessons::table {
namespace {

/// The beginning of a rank's line in the log, and the rank.
Figures line_of(const app::setup::Trees& trees, int rank) {
  constexpr int kShown = 90;
  QString line = QString::fromStdString(trees.lines[static_cast<std::size_t>(rank)]);
  if (line.size() > kShown)
    line = line.left(line.lastIndexOf(QStringLiteral(" ["), kShown)) + QStringLiteral(" …");
  return {{QObject::tr("rank %1: NCCL INFO %2").arg(rank).arg(line)}, {rank}};
}

Figures root_line(const Known& known) {
  const auto trees = trees_of(known);
  return trees ? line_of(*trees, trees->trees.front().root) : Figures();
}

auto count_of_children(const auto& links) {
  return std::ranges::count_if(links.down, [](int child) { return child >= 0; });
}

/// Of the rank with the most children in the first tree.
Figures inner_line(const Known& known) {
  const auto trees = trees_of(known);
  if (!trees) return {};
  const auto& links = trees->trees.front().links;
  const auto most = std::ranges::max_element(
      links, {}, [](const auto& of_rank) { return count_of_children(of_rank); });
  return line_of(*trees, static_cast<int>(most - links.begin()));
}

Figures leaf_line(const Known& known) {
  const auto trees = trees_of(known);
  if (!trees) return {};
  const auto& links = trees->trees.front().links;
  const auto leaf = std::ranges::find_if(
      links, [](const auto& of_rank) { return count_of_children(of_rank) == 0; });
  return line_of(*trees, static_cast<int>(leaf - links.begin()));
}

/// What a rank is in each of the two trees.
Figures two_entries(const Known& known) {
  const auto trees = trees_of(known);
  if (!trees || trees->trees.size() < 2) return {};
  const int rank = trees->trees.front().root;
  Figures figures{{}, {rank}};
  for (const app::setup::Tree& tree : trees->trees) {
    const int parent = tree.links[static_cast<std::size_t>(rank)].up;
    figures.lines
        << (parent < 0 ? QObject::tr("rank %1 in channel %2: the root").arg(rank).arg(tree.channel)
                       : QObject::tr("rank %1 in channel %2: below rank %3")
                             .arg(rank)
                             .arg(tree.channel)
                             .arg(parent));
  }
  return figures;
}

constexpr auto kTreesLineSources =
    std::to_array<const char*>({"NVIDIA/nccl#671", "NCCL v2.28.9-1, src/init.cc"});

constexpr auto kTreesLineSteps = std::to_array<Step>(
    {{.title = "Children -> rank -> parent",
      .text = "With NCCL_DEBUG=INFO every rank prints a line that begins with Trees. It has an "
              "entry for each channel: [channel] child/child/child->rank->parent. -1 stands for "
              "nobody.\n\n"
              "In a reduction data come from the ranks at the left and go to the rank at the "
              "right;"
              " the result comes back the other way. The root's parent is -1.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .layout = Layout::Unfolded,
      .figures = root_line},
     {.title = "A rank with several children",
      .text = "Its first child is the next rank of its own node. The others are on other nodes: "
              "there the tree branches.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = inner_line},
     {.title = "The end of a chain",
      .text = "A rank without children begins: it has nobody to wait for. Inside a node the "
              "tree is a chain, and in every channel the last rank of a node's chain usually "
              "looks like this.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .share = 0.1,
      .layout = Layout::Unfolded,
      .figures = leaf_line},
     {.title = "The second tree",
      .text = "Entries of later channels show the second tree, in which the same rank has another "
              "place. Lines that begin with Channel, such as Channel 00/16 : 0 1 2 3, are rings: "
              "do"
              " not read them as trees.\n\n"
              "treering reads such logs: open one as a topology.",
      .bytes = std::uint64_t{1} << 20U,
      .shown = "Tree",
      .share = 0.5,
      .layout = Layout::Unfolded,
      .figures = two_entries}});

}  // namespace

Lesson trees_line() {
  return {.id = "trees-line",
          .title = "Reading the Trees line of a log",
          .sources = kTreesLineSources,
          .least_nodes = 2,
          .steps = kTreesLineSteps};
}

}  // namespace treering::gui::lessons::table
