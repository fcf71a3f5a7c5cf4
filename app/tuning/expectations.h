// What models expect the cells of a grid to take, before anything is measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/job.h"
#include "app/tuning/tune.h"
#include "tuner/measure/messages.h"
#include "tuner/tune/grid.h"

namespace treering::app::tuning {

/// Fills `expected_us` of the grids: of NCCL by the cost model of the request's machine, where
/// there is one (else null), of Open MPI and Gloo by the model of hosts. Returns what it comes
/// from; nothing where there is no model.
core::Result<std::string> fill_expectations(const TuneRequest& request, const JobPtr& job,
                                            const tuner::measure::Hello& hello,
                                            std::vector<tuner::tune::SweptGrid>& grids);

}  // namespace treering::app::tuning
