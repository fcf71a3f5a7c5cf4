#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/readers/formats.h"

namespace treering::hw::fabric::readers {
namespace hostlist_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> names(std::string_view text) {
  const auto names = expand_hostlist(text);
  EXPECT_TRUE(names) << names.error().message();
  return names.value_or(std::vector<std::string>());
}

std::string complaint(std::string_view text) {
  const auto names = expand_hostlist(text);
  return names ? "no error" : names.error().message();
}

TEST(Hostlist, ExpandsRangesWithTheirZeros) {
  EXPECT_THAT(names("node[001-003,010],login1"),
              ElementsAre("node001", "node002", "node003", "node010", "login1"));
  EXPECT_THAT(names("n[8-11]"), ElementsAre("n8", "n9", "n10", "n11"));
  EXPECT_THAT(names("n[08-11]"), ElementsAre("n08", "n09", "n10", "n11"));
}

TEST(Hostlist, MultipliesBracketsAndKeepsWhatFollows) {
  EXPECT_THAT(names("r[1-2]n[0-1]-ib"), ElementsAre("r1n0-ib", "r1n1-ib", "r2n0-ib", "r2n1-ib"));
}

TEST(Hostlist, NamesNobodyTwice) {
  EXPECT_THAT(names(" a , b,a,, [1-2]"), ElementsAre("a", "b", "1", "2"));
  EXPECT_THAT(names(""), ElementsAre());
}

TEST(Hostlist, SaysWhatIsNoRange) {
  EXPECT_EQ(complaint("n[1-2"), "'[1-2', expected ']' behind it");
  EXPECT_EQ(complaint("n[2-1]"),
            "'2-1' between brackets, expected a number or a range like 001-128");
  EXPECT_THAT(complaint("n[]"), HasSubstr("between brackets"));
  EXPECT_THAT(complaint("n[a-c]"), HasSubstr("between brackets"));
  EXPECT_THAT(complaint("n[-1]"), HasSubstr("between brackets"));
  EXPECT_THAT(complaint("n[1-99999999999999999999999]"), HasSubstr("between brackets"));
}

TEST(Hostlist, HasABound) {
  EXPECT_EQ(names("n[1-262144]").size(), kMostHosts);
  const std::string message = "more than 262144 names, expected fewer";
  EXPECT_EQ(complaint("n[0-262144]"), message);
  EXPECT_EQ(complaint("n[0-18446744073709551615]"), message);
  EXPECT_EQ(complaint("n[1-1000][1-1000][1-1000]"), message);
  EXPECT_EQ(complaint("a[1-200000],b[1-200000]"), message);
}

}  // namespace hostlist_test
}  // namespace treering::hw::fabric::readers
