#include "sim/nccl/version.h"

#include <gtest/gtest.h>

#include "core/assert.h"

namespace treering::sim::nccl {
namespace {

TEST(Version, IsFoundByWholePartsOfItsName) {
  for (const char* prefix : {"", "2", "2.28", "2.28.9"}) {
    ASSERT_NE(find_version(prefix), nullptr) << prefix;
    EXPECT_EQ(find_version(prefix)->name, "2.28.9") << prefix;
  }
  for (const char* other : {"2.2", "2.28.", "2.28.91", "3", "v2.28.9"}) {
    EXPECT_EQ(find_version(other), nullptr) << other;
  }
}

TEST(Version, MustBeKnown) {
  EXPECT_THROW(version("1.0"), core::AssertionFailure);
}

TEST(Version, NamesItsSource) {
  for (const Version* one : versions()) EXPECT_FALSE(one->source.empty()) << one->name;
}

TEST(Version, BuffersHoldWholeGrains) {
  // A step of a buffer is cut into chunks of whole grains of payload: LL has half of a step for
  // data, LL128 fifteen of sixteen bytes.
  const ScheduleConstants& schedule = version("2.28").schedule;
  const auto step = [&](Protocol protocol) {
    return schedule.protocols[protocol].buffer_bytes / schedule.buffer_steps;
  };
  EXPECT_EQ(step(Protocol::Ll) / 2 % schedule.protocols[Protocol::Ll].grain_bytes, 0);
  EXPECT_EQ(step(Protocol::Ll128) / 16 * 15 % schedule.protocols[Protocol::Ll128].grain_bytes, 0);
  EXPECT_EQ(step(Protocol::Simple) % schedule.protocols[Protocol::Simple].grain_bytes, 0);
}

}  // namespace
}  // namespace treering::sim::nccl
