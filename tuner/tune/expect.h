// What a model expects of a grid before anything is measured.
#pragma once

#include "tuner/models/call_model.h"
#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

/// Fills `expected_us` and `own_way`. Where the model has no time for a number of channels, a way
/// is expected to take as long as with the library's own number.
void expect(const models::CallModel& model, Grid& grid);

}  // namespace treering::tuner::tune
