#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "sim/nccl/rules/launch.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::rules {
namespace chunk_test {

TEST(Chunk, ProtocolsFillABufferStepDifferently) {
  const Plan plan = make_plan({}, testing::four_gpus());
  const communicator::CommunicatorView comm = view_of(plan);
  // 512 KiB / 8 steps, half of it data.
  EXPECT_EQ(payload_of_steps(comm, Protocol::Ll, 1), 32768);
  // 4,915,200 B / 8 steps = 614,400 B, 15/16 of it data.
  EXPECT_EQ(payload_of_steps(comm, Protocol::Ll128, 1), 576000);
  // 4 MiB / 8 steps, all of it data.
  EXPECT_EQ(payload_of_steps(comm, Protocol::Simple, 1), 524288);
  EXPECT_EQ(payload_of_steps(comm, Protocol::Simple, 4), 2097152);
}

TEST(Chunk, IsHalvedUntilThereAreRoundsEnough) {
  // 1 MiB in one chunk at a time: 2 rounds of 512 KiB, 4 of 256 KiB, 8 of 128 KiB.
  EXPECT_EQ(halved_for_rounds(524288, {1 << 20, 1}, 8, 1024), 131072);
  EXPECT_EQ(halved_for_rounds(524288, {1 << 20, 1}, 2, 1024), 524288);
  // Four at a time: a quarter of the rounds.
  EXPECT_EQ(halved_for_rounds(524288, {1 << 20, 4}, 8, 1024), 32768);
}

TEST(Chunk, IsNotHalvedBelowTheFloor) {
  EXPECT_EQ(halved_for_rounds(524288, {8, 1}, 8, 65536), 65536);
  EXPECT_EQ(halved_for_rounds(32768, {8, 1}, 8, 65536), 32768);
}

TEST(Chunk, IsLoweredInOneStep) {
  // 64 rounds of 4 x 128 KiB are 32 MiB.
  EXPECT_EQ(lowered_for_rounds(131072, {(32U << 20U) - 1, 4}, 64, 65536), 65536);
  EXPECT_EQ(lowered_for_rounds(131072, {32U << 20U, 4}, 64, 65536), 131072);
  EXPECT_EQ(lowered_for_rounds(32768, {8, 4}, 64, 65536), 32768);
}

TEST(Chunk, IsRoundedDownToGrains) {
  const Plan plan = make_plan({}, testing::four_gpus());
  EXPECT_EQ(whole_grains(view_of(plan), Protocol::Ll128, 5000), 3840);  // 2 x 1920
  EXPECT_EQ(whole_grains(view_of(plan), Protocol::Simple, 1023), 512);
}

TEST(Chunk, BuffersAsSet) {
  job::JobSpec job;
  job.settings.buffers.by_protocol = {std::nullopt, std::nullopt, 1 << 20};
  job.settings.buffers.nvls_chunk = 65536;
  const Plan plan = make_plan(job, testing::four_gpus());
  const communicator::CommunicatorView comm = view_of(plan);
  EXPECT_EQ(payload_of_steps(comm, Protocol::Simple, 1), 131072);  // 1 MiB / 8 steps
  EXPECT_EQ(payload_of_steps(comm, Protocol::Ll, 1), 32768);
  EXPECT_EQ(nvls_chunk_bytes(comm), 65536);
}

}  // namespace chunk_test
}  // namespace treering::sim::nccl::rules
