// The charts of calls over sizes and over nodes, and the series that they are made of.
#pragma once

#include <string>
#include <vector>

#include "app/advice/scaling.h"
#include "app/check.h"
#include "app/overview/curves.h"
#include "app/predict.h"
#include "core/call.h"
#include "core/units.h"
#include "report/charts/chart.h"

namespace treering::report::charts {

// The predicted lines of a collective as series over sizes. `source` is where the data of a report
// (docs/json.md) has their points.

std::vector<Series> candidate_series(const app::overview::Curves& curves, Quantity quantity);

/// Without points where there are no times.
Series fastest_series(const app::overview::Curves& curves, Quantity quantity);

/// Without points where NCCL chooses nothing.
Series usual_series(const app::overview::Curves& curves, Quantity quantity);

/// At the sizes of the fastest; without points where it is unknown.
Series ceiling_series(const app::overview::Curves& curves, Quantity quantity);

/// Without points where no wire sets one.
Series bound_series(const app::overview::Curves& curves, Quantity quantity);

// The measured rows of logs as series of the chart over sizes.

/// A series for each file, with a point for each row of the first collective of `times`; none where
/// the check is of another number of nodes or ranks.
std::vector<Series> measured_series(const app::CheckReport& check, const app::PredictReport& times,
                                    Quantity quantity);

/// "measured (run.log)".
std::string measured_name(const std::string& file);

/// Why rows of the logs are not in the chart, or what they were measured with that it is not of;
/// else empty.
std::string remark_on(const app::CheckReport& check, const app::PredictReport& times);

/// Whether the chart has a point of the row.
bool is_shown(const tuner::check::CheckedRow& row, const app::CheckReport& check,
              const app::PredictReport& times);

// The chart of a prediction's first collective over sizes: every candidate, NCCL's own choice and
// the limits, with what was measured; where the fastest changes, and what NCCL takes.

/// Empty for one rank, and where there are no calls.
/// \param check of logs; null: there are none
Chart over_sizes(const app::PredictReport& times, const app::CheckReport* check, Quantity quantity);

/// The size of a question.
Mark asked_mark(core::Bytes size);

// The chart of a call's busbw over the number of nodes, and its values in words.

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
