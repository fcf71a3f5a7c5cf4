#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/tuning/tune_text.h"

namespace treering::report::tuning {
namespace {

using app::tuning::Choice;
using core::Collective;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Choice choice(Collective collective, std::uint64_t from_bytes, std::uint64_t to_bytes) {
  Choice one;
  one.collective = collective;
  one.from_bytes = from_bytes;
  one.to_bytes = to_bytes;
  return one;
}

// 6 KiB is neither in "1 KiB to 4 KiB" nor in "8 KiB".
TEST(BetweenRangesText, GivesSizesThatNobodyMeasuredToTheLibrarysChoice) {
  const Choice small = choice(Collective::AllReduce, 1024, 4096);
  EXPECT_THAT(between_ranges_text({small, choice(Collective::AllReduce, 8192, 8192)}),
              HasSubstr("keep the library's own choice there"));
  EXPECT_THAT(between_ranges_text({small, choice(Collective::Broadcast, 1024, 4096)}), IsEmpty());
  EXPECT_THAT(between_ranges_text({}), IsEmpty());
}

}  // namespace
}  // namespace treering::report::tuning
