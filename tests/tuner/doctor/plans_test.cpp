#include "tuner/doctor/plans.h"

#include <gtest/gtest.h>

#include "hw/builtin.h"

namespace treering::tuner::doctor {
namespace plans_test {

TEST(Plans, AreMadeOnceForAMachineAndItsJob) {
  const core::Topology node = hw::load_builtin("dgx-a100").value();
  sim::job::JobSpec job;
  job.nodes = 2;
  Plans plans;
  const sim::nccl::Plan* const first = plans.on(node, job);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->shape.ranks(), 16);
  job.settings.paths.gpu_direct_reach = sim::nccl::PathType::Loc;
  EXPECT_NE(plans.on(node, job), first);
  job.settings = {};
  EXPECT_EQ(plans.on(node, job), first);
  job.nodes = 0;  // NCCL cannot run that
  EXPECT_EQ(plans.on(node, job), nullptr);
}

}  // namespace plans_test
}  // namespace treering::tuner::doctor
