// The chart of a call's busbw over the number of nodes, and its values in words.
#pragma once

#include <string>

#include "app/advice/scaling.h"
#include "core/collective.h"
#include "core/units.h"
#include "report/charts/chart.h"

namespace treering::report::charts {

/// Whether there is a time on any number of nodes: else there is nothing to draw.
bool has_times(const app::advice::ScalingReport& report);

/// The call that is asked about on so many nodes.
struct ScaledCall {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
};

Chart over_nodes(const app::advice::ScalingReport& report, const ScaledCall& call);

/// "8 nodes, 64 ranks: fastest Tree/LL128 in ..."; empty where there is no such point.
std::string words_at(const app::advice::ScalingReport& report, int nodes);

}  // namespace treering::report::charts
