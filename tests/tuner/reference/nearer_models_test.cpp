#include "tuner/reference/nearer_models.h"

#include <gtest/gtest.h>

namespace treering::tuner::reference {
namespace nearer_models_test {

TEST(NearerModels, AreThoseOfEnoughRuns) {
  for (const calibration::KindScores& one : event_nearer_kinds()) {
    EXPECT_TRUE(calibration::is_event_nearer(one)) << name_of(one.kind.collective);
    EXPECT_EQ(find_event_nearer(one.kind), &one);
  }
  EXPECT_EQ(find_event_nearer({core::Collective::SendRecv, "no such", true, "pcie", 0}), nullptr);
}

}  // namespace nearer_models_test
}  // namespace treering::tuner::reference
