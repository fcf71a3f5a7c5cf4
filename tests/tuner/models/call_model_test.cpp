#include "tuner/models/call_model.h"

#include <string>

#include <gtest/gtest.h>

#include "sim/hosts/host_profile.h"
#include "sim/libraries/library.h"

namespace treering::tuner::models {
namespace call_model_test {

using core::Collective;
using measure::Configuration;

Configuration all_reduce(std::uint64_t bytes, const std::string& algorithm = "") {
  Configuration one{.call = {.collective = Collective::AllReduce, .bytes = bytes}};
  one.way.algorithm = algorithm;
  return one;
}

// Every candidate has a time, and the own choice is one of them.
TEST(HostCallModel, KnowsCandidatesAndTheOwnChoice) {
  const auto model = host_call_model({sim::libraries::Library::OpenMpi, 4, {1, 1, 1, 1}, 0},
                                     sim::hosts::assumed_profile());
  const auto candidates = model->candidates(all_reduce(1 << 20));
  EXPECT_GE(candidates.size(), 4U);
  for (const Configuration& one : candidates) {
    const auto expected = model->expect(one);
    ASSERT_TRUE(expected) << one.way.algorithm;
    EXPECT_GT(expected->us, 1 << 20 / 125);
    EXPECT_GT(expected->spread, 0);
  }
  const auto own = model->own_choice(all_reduce(1 << 20));
  ASSERT_TRUE(own);
  EXPECT_EQ(own->way.algorithm, "rabenseifner");
  EXPECT_EQ(model->expect(all_reduce(1 << 20))->us, model->expect(*own)->us);
}

TEST(HostCallModel, HasNoTimeForWhatItDoesNotKnow) {
  const auto model =
      host_call_model({sim::libraries::Library::Gloo, 6, {}, 0}, sim::hosts::assumed_profile());
  EXPECT_FALSE(model->expect(all_reduce(4096, "no_such")));
}

}  // namespace call_model_test
}  // namespace treering::tuner::models
