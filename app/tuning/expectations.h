// The times that models expect of a tuning's ways, and ways that take far longer than that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/job.h"
#include "app/tuning/tune.h"
#include "tuner/measure/messages.h"
#include "tuner/tune/grid.h"
#include "tuner/tune/tune.h"

namespace treering::app::tuning {

// What models expect the cells of a grid to take, before anything is measured.

/// Fills `expected_us` of the grids: of NCCL by the cost model of the request's machine, where
/// there is one (else null), of Open MPI and Gloo by the model of hosts. Returns what it comes
/// from; nothing where there is no model.
core::Result<std::string> fill_expectations(const TuneRequest& request, const JobPtr& job,
                                            const tuner::measure::Hello& hello,
                                            std::vector<tuner::tune::SweptGrid>& grids);

// Ways that take far longer than a model expects where others do not: something on the way treats
// them otherwise. A middlebox that holds back the connections of one algorithm is such a thing.

/// A sentence each. Ways that take at least twice as long by the model's measure as the middle one
/// of the others; four times where there is one result alone. None where there is no model.
std::vector<std::string> unexpected_ways(const tuner::tune::Tuning& tuning);

}  // namespace treering::app::tuning
