// What is said of simulated runs: their times by both models, and whether these agree.
#pragma once

#include <QString>

#include "app/simulate.h"

namespace treering::gui::models {

/// "Ring/LL128", "ring_2d/Simple (not in NCCL)".
QString way_text(const app::SimulateReport& run);

/// "Ring/Simple: 474.60 us simulated; cost model 722.90 us (4 of 5 runs 569.00 to 919.00 us)".
QString times_text(const app::SimulateReport& run);

/// Of the simulated time: "8.20 us before the first message + 111.97 us".
QString parts_text(const app::SimulateReport& run);

/// Where the simulated time is not among those that the cost model expects; else empty.
QString outside_text(const app::SimulateReport& run);

/// Why all channels of a run follow the first of NCCL's two trees. \pre they do
QString one_tree_text(const app::SimulateReport& run);

/// That another protocol of the algorithm, which NCCL does not take by itself, is faster; else
/// empty.
QString faster_protocol_text(const app::SimulateReport& run);

/// Of a collective for which NCCL has one algorithm, where another is shown; else empty.
QString stand_in_text(const app::SimulateReport& run);

/// What each is, how many hops it makes, and of a tree and a ring what each is good for: "Tree:
/// double binary tree between nodes, chain inside a node; ... Ring: ring through all ranks, node by
/// node; 62 hops ..." Empty where both are the same. \param first_tree the share of the data that
/// the first of NCCL's two trees has
QString contrast(const app::SimulateReport& one, const app::SimulateReport& other,
                 double first_tree = 0.5);

/// Which is the faster by each model, where they differ in that; else empty.
QString disagreement(const app::SimulateReport& one, const app::SimulateReport& other);

}  // namespace treering::gui::models
