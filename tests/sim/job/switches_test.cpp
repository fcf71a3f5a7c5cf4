#include <gtest/gtest.h>

#include "sim/job/plain_variables.h"

namespace treering::sim::job {
namespace switches_test {

using nccl::PathType;

TEST(EnvironmentSwitches, FlagsGoByAnyNumberButZero) {
  bool relays = true;
  EXPECT_EQ(set_flag("3", false, relays).value(), "");
  EXPECT_FALSE(relays);
  set_flag("0", false, relays).value();
  EXPECT_TRUE(relays);
}

TEST(EnvironmentSwitches, SomeGoByOneAlone) {
  bool pxn = true;
  EXPECT_EQ(set_if_one("2", false, pxn).value(), "NCCL acts on 1 only");
  EXPECT_TRUE(pxn);
  EXPECT_EQ(set_if_one("1", false, pxn).value(), "");
  EXPECT_FALSE(pxn);
}

TEST(EnvironmentSwitches, TwoMeansWhereItWorks) {
  Switch nvls = Switch::On;
  set_switch("2", nvls).value();
  EXPECT_EQ(nvls, Switch::Auto);
  set_switch("0", nvls).value();
  EXPECT_EQ(nvls, Switch::Off);
  set_switch("1", nvls).value();
  EXPECT_EQ(nvls, Switch::On);
}

TEST(EnvironmentSwitches, CollnetKnowsZeroAndOne) {
  Switch collnet = Switch::Auto;
  EXPECT_EQ(set_collnet("1", collnet).value(), "");
  EXPECT_EQ(collnet, Switch::On);
  EXPECT_EQ(set_collnet("2", collnet).value(), "NCCL reads it as 0");
  EXPECT_EQ(collnet, Switch::Off);
}

TEST(EnvironmentSwitches, CrossNicKnowsThree) {
  CrossNic cross_nic = CrossNic::WhenBetter;
  EXPECT_EQ(set_cross_nic("1", cross_nic).value(), "");
  EXPECT_EQ(cross_nic, CrossNic::Always);
  EXPECT_EQ(set_cross_nic("3", cross_nic).value(), "NCCL reads it as 0");
  EXPECT_EQ(cross_nic, CrossNic::Never);
}

TEST(EnvironmentSwitches, NicsPerGpu) {
  NetsPerGpu nets;
  EXPECT_EQ(set_nets_per_gpu("all", nets).value(), "");
  EXPECT_EQ(nets.kind, NetsPerGpu::Kind::All);
  EXPECT_EQ(set_nets_per_gpu("Max:2", nets).value(), "");
  EXPECT_EQ(nets, (NetsPerGpu{NetsPerGpu::Kind::AtMost, 2}));
  EXPECT_EQ(set_nets_per_gpu("MAX:0", nets).value(),
            "NCCL knows AUTO, ALL and MAX:n, and uses AUTO");
  EXPECT_EQ(nets, NetsPerGpu());
}

TEST(EnvironmentSwitches, PeerToPeer) {
  PathPolicy policy;
  EXPECT_NE(set_peer_to_peer_level("pix", policy).value(), "");
  EXPECT_EQ(policy.peer_to_peer_reach, std::nullopt);
  EXPECT_EQ(set_peer_to_peer_level("PHB", policy).value(), "");
  EXPECT_EQ(policy.peer_to_peer_reach, PathType::Phb);
  set_peer_to_peer_disable("0", policy).value();
  EXPECT_EQ(policy.peer_to_peer_reach, PathType::Phb);
  set_peer_to_peer_disable("1", policy).value();
  EXPECT_EQ(policy.peer_to_peer_reach, PathType::Loc) << "it counts more than the level";
}

TEST(EnvironmentSwitches, GpuDirect) {
  PathPolicy policy;
  set_gpu_direct_level("SYS", policy).value();
  EXPECT_EQ(policy.gpu_direct_reach, PathType::Sys);
}

}  // namespace switches_test
}  // namespace treering::sim::job
