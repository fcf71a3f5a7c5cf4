#include "hw/discover/sources/cpumap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::hw::discover::sources {
namespace cpumap_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Cpumap, NamesProcessors) {
  EXPECT_THAT(cpus_in("0000000b"), ElementsAre(0, 1, 3));
  EXPECT_THAT(cpus_in("1,00000002\n"), ElementsAre(1, 32));
  EXPECT_THAT(cpus_in("80000000,00000000"), ElementsAre(63));
}

TEST(Cpumap, OtherTextsNameNone) {
  for (const char* text : {"", "0-3", ",", "0000000b,", "123456789", "-1", "f,,1"}) {
    EXPECT_THAT(cpus_in(text), IsEmpty()) << text;
  }
}

}  // namespace cpumap_test
}  // namespace treering::hw::discover::sources
