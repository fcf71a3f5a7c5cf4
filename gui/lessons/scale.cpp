#include <array>

#include "core/units.h"
#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"
#include "gui/models/words.h"

namespace treering::gui::lessons::table {
namespace {

constexpr Machine kSummit{"summit", 4096};

/// Both algorithms by the cost model, whose answer takes no longer for more ranks.
Figures at_scale(const Known& known) {
  Figures figures;
  const auto ring = predicted(known, {"Ring"});
  const auto tree = predicted(known, {"Tree"});
  if (!ring || !tree) return figures;
  figures.lines
      << QObject::tr("Ring: %1, Tree: %2 for %3, by the cost model")
             .arg(models::duration_text(ring->in_us()), models::duration_text(tree->in_us()),
                  QString::fromStdString(core::format_size(known.question.bytes)))
      << QObject::tr("by the cost model that is a factor of %1").arg(*ring / *tree, 0, 'f', 1);
  return figures;
}

Figures all_at_scale(const Known& known) {
  Figures figures = compared_runs(known);
  figures.lines << at_scale(known).lines;
  const app::SimulateReport* const run = report_of(known.run);
  const app::SimulateReport* const rival = report_of(known.rival);
  if (run == nullptr || rival == nullptr) return figures;
  const QString differ = models::disagreement(*run, *rival);
  if (!differ.isEmpty()) figures.lines << differ;
  return figures;
}

constexpr auto kScaleSources = std::to_array<const char*>(
    {"NVIDIA, Massively Scale Your Deep Learning Training with NCCL 2.4 (2019)",
     "docs/model.md of treering", "NVIDIA/nccl#790"});

constexpr auto kScaleSteps = std::to_array<Step>(
    {{.title = "On few nodes",
      .text = "A small call is all latency. On a ring it passes every rank twice, less two: 2(n - "
              "1) links. Tree at the left, Ring at the right, on 4 nodes.",
      .view = "compare",
      .bytes = 24576,
      .shown = "Tree/LL",
      .rival = "Ring/LL",
      .nodes = 4,
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = all_at_scale},
     {.title = "Twice the nodes",
      .text = "A ring then has twice the links to pass. A tree has one more level: two more links "
              "between nodes, one up and one down.",
      .view = "compare",
      .bytes = 24576,
      .shown = "Tree/LL",
      .rival = "Ring/LL",
      .nodes = 8,
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = all_at_scale},
     {.title = "64 nodes",
      .text = "The ring has grown with the nodes: eight times as many links as on 8 of them. "
              "The tree has three levels more. What is a small factor on few nodes becomes a "
              "large one.",
      .view = "compare",
      .bytes = 24576,
      .shown = "Tree/LL",
      .rival = "Ring/LL",
      .nodes = 64,
      .share = 0.3,
      .layout = Layout::Unfolded,
      .figures = all_at_scale},
     {.title = "24,576 GPUs",
      .text =
          "NVIDIA measured 8-byte calls on 4096 nodes of Summit and reported that trees were up to "
          "180 times as fast as rings. treering's own models say the following. The picture "
          "shows the tree's run, from the root down.",
      .bytes = 8,
      .shown = "Tree/LL",
      .nodes = 4096,
      .share = 0.5,
      .layout = Layout::Unfolded,
      .only = &kSummit,
      .figures = at_scale},
     {.title = "Large calls are another matter",
      .text = "Where bandwidth counts, a ring moves as little data as possible, and its latency "
              "is "
              "spread over many chunks. The same machines with 16 MiB: the factor shrinks. NCCL "
              "weighs both for every call.",
      .view = "topology",
      .bytes = std::uint64_t{16} << 20U,
      .nodes = 4096,
      .only = &kSummit,
      .figures = at_scale}});

}  // namespace

Lesson scale() {
  return {.id = "scale",
          .title = "Why trees win at scale",
          .sources = kScaleSources,
          .least_nodes = 2,
          .usual = &kSummit,
          .steps = kScaleSteps};
}

}  // namespace treering::gui::lessons::table
