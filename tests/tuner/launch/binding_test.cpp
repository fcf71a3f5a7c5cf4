#include "tuner/launch/binding.h"

#include <gtest/gtest.h>

namespace treering::tuner::launch {
namespace binding_test {

TEST(Binding, NamesAreReadBack) {
  for (const Binding one : all_bindings()) EXPECT_EQ(parse_binding(name_of(one)), one);
  EXPECT_EQ(setting_of(Binding::Spread), "TREERING_BIND=spread");
}

TEST(Binding, OtherWordsAreRefused) {
  EXPECT_EQ(parse_binding("spead").error().message(),
            "⟨bind⟩: found 'spead', expected one of auto, spread, compact, numa, none; did you "
            "mean 'spread'");
}

}  // namespace binding_test
}  // namespace treering::tuner::launch
