#include "tuner/doctor/store_barrier.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace store_barrier_test {

using testing::file_origin;
using ::testing::HasSubstr;

core::RunWarning waits(int rank, int world, int came, bool is_given_up = false) {
  return {
      fmt::format("{} rank: {}, {}key: store_based_barrier_key:1 (world_size={}, "
                  "worker_count={}, timeout=0:30:00)",
                  is_given_up ? "Timed out initializing process group in store based barrier on"
                              : "Waiting in store based barrier to initialize process group for",
                  rank, is_given_up ? "for " : "", world, came),
      file_origin("l")};
}

// 4 processes: 0, 1 and 3 wait, and three have come.
TEST(StoreBarrier, WhoIsMissing) {
  const auto found = waiting_at_store({waits(0, 4, 2), waits(1, 4, 3), waits(3, 4, 3)});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->what,
            "processes wait for all to start: 3 of 4 came to PyTorch's store, rank 2 did not come");
  EXPECT_EQ(found->severity, Severity::Warning);
}

// Those that came do not all say so: who is missing is open.
TEST(StoreBarrier, WhoIsMissingMayBeOpen) {
  const auto found = waiting_at_store({waits(4, 8, 5, true)});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->what, HasSubstr("gave up waiting for all to start: 5 of 8 came"));
  EXPECT_THAT(found->what, HasSubstr("which are missing is not shown"));
  EXPECT_EQ(found->severity, Severity::Fault);
}

TEST(StoreBarrier, MoreThanBelongTogether) {
  const auto found = waiting_at_store({waits(2, 2, 4, true)});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->what,
              HasSubstr("4 of 2 processes came to PyTorch's store: more were started"));
}

TEST(StoreBarrier, AllCameInTheEnd) {
  const core::RunWarning all{"Completed store-based barrier for key:store_based_barrier_key:1",
                             file_origin("l")};
  EXPECT_FALSE(waiting_at_store({waits(0, 4, 3), all}));
  EXPECT_FALSE(waiting_at_store({}));
}

}  // namespace store_barrier_test
}  // namespace treering::tuner::doctor
