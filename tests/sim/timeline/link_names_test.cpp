#include <gtest/gtest.h>

#include "sim/timeline/link_loads.h"

namespace treering::sim::timeline {
namespace link_names_test {

TEST(LinkNames, AreThoseThatWereGiven) {
  const std::vector<std::string> given{"node 0: GPU 0 -> NVSwitch",
                                       "node 0: NVSwitch -> GPU 0",
                                       "node 1: GPU 0 -> NVSwitch",
                                       "leaf 1 up",
                                       "",
                                       "a: b: c"};
  const LinkNames names(static_cast<int>(given.size()),
                        [&](engine::LinkId link) { return given[static_cast<std::size_t>(link)]; });
  ASSERT_EQ(names.count(), static_cast<int>(given.size()));
  for (int link = 0; link < names.count(); ++link) {
    EXPECT_EQ(names[link], given[static_cast<std::size_t>(link)]);
  }
}

TEST(LinkNames, HaveAPlaceWhereTheyNameOne) {
  const LinkNames names(
      2, [](engine::LinkId link) { return std::string(link == 0 ? "node 7: up" : "up"); });
  EXPECT_EQ(names.place(0), "node 7: ");
  EXPECT_EQ(names.own(0), "up");
  EXPECT_EQ(names.place(1), "");
  EXPECT_EQ(names.own(1), "up");
}

}  // namespace link_names_test
}  // namespace treering::sim::timeline
