#include "tuner/tune/expect.h"

namespace treering::tuner::tune {

void expect(const models::CallModel& model, Grid& grid) {
  grid.expected_us.assign(grid.cells(), std::nullopt);
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    measure::Configuration asked = grid.configuration(cell);
    auto expected = model.expect(asked);
    if (!expected && asked.channels > 0) {
      asked.channels = 0;
      expected = model.expect(asked);
    }
    if (expected && expected->us > 0) grid.expected_us[cell] = expected->us;
  }
}

}  // namespace treering::tuner::tune
