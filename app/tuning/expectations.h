// What models expect the cells of a grid to take, before anything is measured.
#pragma once

#include <string>
#include <vector>

#include "app/tuning/tune.h"
#include "tuner/tune/grid.h"

namespace treering::app::tuning {

/// Fills `expected_us` of grids whose ways are NCCL's by the cost model of the job. Returns the
/// model's name.
core::Result<std::string> expect_nccl(const TuneRequest& request,
                                      std::vector<tuner::tune::SweptGrid>& grids);

}  // namespace treering::app::tuning
