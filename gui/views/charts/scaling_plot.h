// The chart of busbw over the number of nodes, and its values in words.
#pragma once

#include <QString>

#include "app/advice/scaling.h"
#include "core/collective.h"
#include "gui/widgets/plot.h"

namespace treering::gui::views::charts {

/// The call that is asked about on so many nodes.
struct ScaledCall {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;
};

/// Whether there is a time on any number of nodes: else there is nothing to draw.
bool has_times(const app::advice::ScalingReport& report);

widgets::Plot scaling_plot(const app::advice::ScalingReport& report, const ScaledCall& call);

/// "8 nodes, 64 ranks: the fastest is Tree/LL128, ..."; empty where there is no such point.
QString scaling_words(const app::advice::ScalingReport& report, double nodes);

}  // namespace treering::gui::views::charts
