#include "core/text/hash.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace hash_test {

// RFC 9923: the offset bases, and the values of "a".
TEST(Hash, IsThatOfTheTestVectors) {
  EXPECT_EQ(fnv_1a_32(""), 0x811c9dc5U);
  EXPECT_EQ(fnv_1a_32("a"), 0xe40c292cU);
  EXPECT_EQ(fnv_1a_64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(fnv_1a_64("a"), 0xaf63dc4c8601ec8cU);
}

TEST(HostMark, IsEqualForEqualNamesAlone) {
  EXPECT_EQ(host_mark(""), "811c9dc5");
  EXPECT_EQ(host_mark("a"), "e40c292c");
  EXPECT_NE(host_mark("node1"), host_mark("node2"));
}

}  // namespace hash_test
}  // namespace treering::core
