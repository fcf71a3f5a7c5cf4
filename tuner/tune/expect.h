// What a model expects of a grid before anything is measured.
#pragma once

#include "tuner/models/call_model.h"
#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

/// Fills `expected_us` and `own_way`. Where the model has no time for a number of channels, a way
/// is expected to take as long as with the library's own number.
void expect(const models::CallModel& model, Grid& grid);

/// Cells whose way leaves algorithm or protocol open, though not both, and that the library carries
/// as another way of the grid: `missing` from now on, as one of the two is enough.
void leave_out_repeats(const models::CallModel& model, SweptGrid& swept);

}  // namespace treering::tuner::tune
