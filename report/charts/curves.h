// The predicted lines of a collective as series over sizes. `source` is where the data of a report
// (docs/json.md) has their points.
#pragma once

#include <vector>

#include "app/overview/curves.h"
#include "report/charts/chart.h"

namespace treering::report::charts {

std::vector<Series> candidate_series(const app::overview::Curves& curves, Quantity quantity);

/// Without points where there are no times.
Series fastest_series(const app::overview::Curves& curves, Quantity quantity);

/// Without points where NCCL chooses nothing.
Series usual_series(const app::overview::Curves& curves, Quantity quantity);

/// At the sizes of the fastest; without points where it is unknown.
Series ceiling_series(const app::overview::Curves& curves, Quantity quantity);

/// Without points where no wire sets one.
Series bound_series(const app::overview::Curves& curves, Quantity quantity);

}  // namespace treering::report::charts
