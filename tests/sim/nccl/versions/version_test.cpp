#include "sim/nccl/versions/version.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/assert.h"

namespace treering::sim::nccl::versions {
namespace version_test {

TEST(Version, IsFoundByWholePartsOfItsName) {
  for (const char* prefix : {"", "2", "2.28", "2.28.9"}) {
    ASSERT_NE(find_version(prefix), nullptr) << prefix;
    EXPECT_EQ(find_version(prefix)->name, "2.28.9") << prefix;
    EXPECT_EQ(nearest_version_remark(version(prefix), prefix), "") << prefix;
  }
  for (const char* other : {"2.28.", "3", "1.3.4", "v2.28.9", "2.x", "2.-1", "2.28.9.1", "abc", ".",
                            "2.12345", "2.28.9-1"}) {
    EXPECT_EQ(find_version(other), nullptr) << other;
  }
}

TEST(Version, StandsForItsNeighbours) {
  struct Example {
    const char* release;
    const char* version;
    const char* remark;
  };
  for (const Example& one : {
           Example{"2.21", "2.21.5", ""},
           {"2.18", "2.18.3", ""},
           {"2.29", "2.29.7", ""},
           {"2.18.1", "2.18.1", ""},
           {"2.18.6", "2.18.3", "NCCL 2.18.6 has the tables of 2.18.3"},
           {"2.20.5", "2.20.3", "NCCL 2.20.5 has the tables of 2.20.3"},
           {"2.13", "2.12.7", "NCCL 2.13 has the tables of 2.12.7"},
           {"2.30.7", "2.30.3", "NCCL 2.30.7 has the tables of 2.30.3"},
           {"2.31.2", "2.31.2", ""},
           {"2.31.1", "2.30.3", "NCCL 2.31.1 has the tables of 2.30.3"},
           {"2.32.3", "2.31.2", "NCCL 2.32.3 is not known; the nearest is 2.31.2"},
           {"2.4", "2.12.7", "NCCL 2.4 is not known; the nearest is 2.12.7"},
           {"2.11.4", "2.12.7", "NCCL 2.11.4 is not known; the nearest is 2.12.7"},
       }) {
    const Version* const found = find_version(one.release);
    ASSERT_NE(found, nullptr) << one.release;
    EXPECT_EQ(found->name, one.version) << one.release;
    EXPECT_EQ(nearest_version_remark(*found, one.release), one.remark) << one.release;
  }
}

TEST(Version, MustBeKnown) {
  EXPECT_THROW(version("1.0"), core::AssertionFailure);
}

TEST(Version, NamesItsSource) {
  for (const Version& one : versions()) {
    EXPECT_EQ(one.source, fmt::format("NCCL v{}-1", one.name));
    EXPECT_FALSE(one.sources.empty()) << one.name;
    EXPECT_EQ(find_version(one.name), &one);
    EXPECT_EQ(find_version(one.until), &one);
  }
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

}  // namespace version_test
}  // namespace treering::sim::nccl::versions
