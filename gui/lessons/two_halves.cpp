#include <array>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"
#include "gui/models/words.h"

namespace treering::gui::lessons::table {
namespace {

/// The run, its two halves, and their sum.
Figures halves(const Known& known) {
  const auto scatter = time_of(known, core::Collective::ReduceScatter);
  const auto gather = time_of(known, core::Collective::AllGather);
  const auto both = time_of(known, core::Collective::AllReduce);
  if (!scatter || !gather || !both) return {};
  return {
      {QObject::tr("reduce_scatter: %1, all_gather: %2")
           .arg(models::duration_text(scatter->in_us()), models::duration_text(gather->in_us())),
       QObject::tr("together: %1; all_reduce: %2, all simulated")
           .arg(models::duration_text(scatter->in_us() + gather->in_us()),
                models::duration_text(both->in_us()))},
      {}};
}

constexpr auto kTwoHalvesSources =
    std::to_array<const char*>({"NCCL v2.28.9-1, src/device/all_reduce.h",
                                "nccl-tests, doc/PERFORMANCE.md", "docs/schedules.md of treering"});

constexpr auto kTwoHalvesSteps = std::to_array<Step>(
    {{.title = "reduce_scatter",
      .text = "Each rank ends with one block of the data in which the values of all ranks are"
              " summed up. On a ring of n ranks a block passes n - 1 links, and each rank on "
              "its way adds its own values. Click a rank to see its memory.",
      .collective = core::Collective::ReduceScatter,
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Ring/Simple",
      .share = 0.9,
      .rank = 0,
      .layout = Layout::Unfolded,
      .figures = shown_run},
     {.title = "all_gather",
      .text = "Each rank begins with one block and ends with all of them. Again every block "
              "passes "
              "n - 1 links, and now it is only copied.",
      .collective = core::Collective::AllGather,
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Ring/Simple",
      .share = 0.5,
      .rank = 0,
      .layout = Layout::Unfolded,
      .figures = shown_run},
     {.title = "all_reduce: the first half",
      .text = "An all_reduce on a ring does the first, then the second. About half-way each "
              "rank has one block complete, which is what a reduce_scatter leaves behind; the"
              " other ranks have the others.",
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Ring/Simple",
      .share = 0.515,
      .rank = 0,
      .layout = Layout::Unfolded,
      .figures = halves},
     {.title = "all_reduce: the second half",
      .text = "The complete blocks go around once more. Nobody waits between the halves: a rank "
              "that has its block complete sends it on at once. So each rank sends 2(n - 1)/n of "
              "the data in all, which is the least that is possible without help from switches.",
      .bytes = std::uint64_t{64} << 20U,
      .shown = "Ring/Simple",
      .share = 0.95,
      .rank = 0,
      .layout = Layout::Unfolded,
      .figures = halves}});

}  // namespace

Lesson two_halves() {
  return {.id = "two-halves",
          .title = "all_reduce = reduce_scatter + all_gather",
          .sources = kTwoHalvesSources,
          .least_nodes = 1,
          .steps = kTwoHalvesSteps};
}

}  // namespace treering::gui::lessons::table
