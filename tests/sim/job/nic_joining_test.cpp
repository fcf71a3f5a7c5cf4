#include <gtest/gtest.h>

#include "sim/job/port_variables.h"

namespace treering::sim::job {
namespace nic_joining_test {

using nccl::PathType;

TEST(EnvironmentNicJoining, NothingIsJoinedUnlessAskedFor) {
  EXPECT_FALSE(NicJoining().is_given());
  EXPECT_EQ(NicJoining().reach(), PathType::Loc);
}

TEST(EnvironmentNicJoining, AnyNumberButZeroJoinsAdapters) {
  NicJoining joining;
  EXPECT_EQ(set_nic_joining("1", joining).value(), "");
  EXPECT_EQ(joining.reach(), NicJoining::kSameAdapter);
  set_nic_joining("-2", joining).value();
  EXPECT_EQ(joining.reach(), NicJoining::kSameAdapter);
  set_nic_joining("0", joining).value();
  EXPECT_TRUE(joining.is_given());
  EXPECT_EQ(joining.reach(), PathType::Loc);
}

TEST(EnvironmentNicJoining, LevelsAreWordsInCapitals) {
  NicJoining joining;
  EXPECT_EQ(set_joining_level("PHB", joining).value(), "");
  EXPECT_EQ(joining.reach(), PathType::Phb);
  EXPECT_EQ(set_joining_level("PORT", joining).value(), "");
  EXPECT_EQ(joining.reach(), NicJoining::kSameAdapter);
  EXPECT_TRUE(set_joining_level("PIX2", joining).value().starts_with("NCCL reads it as PIX;"));
  EXPECT_EQ(joining.reach(), PathType::Pix);
  EXPECT_TRUE(set_joining_level("pix", joining).value().starts_with("NCCL reads it as LOC;"));
  EXPECT_EQ(joining.reach(), PathType::Loc);
  set_joining_level("SYS", joining).value();
  set_nic_joining("0", joining).value();
  EXPECT_EQ(joining.reach(), PathType::Loc) << "the plugin refuses";
}

TEST(EnvironmentNicJoining, ForcedGroups) {
  NicJoining joining;
  EXPECT_EQ(set_forced_groups("a,b:2;;c:x", joining).value(), "");
  EXPECT_EQ(joining.forced, (std::vector<std::vector<NetName>>{{{"a", {}}, {"b", 2}}, {{"c", 0}}}));
  EXPECT_EQ(joining.reach(), NicJoining::kSameAdapter) << "the others as by default";
  joining = {};
  set_forced_groups("a,b,c,d,e", joining).value();
  EXPECT_EQ(joining.forced.front().size(), 4U);
}

}  // namespace nic_joining_test
}  // namespace treering::sim::job
