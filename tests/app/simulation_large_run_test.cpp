// Runs that do not fit are refused before they begin, and long ones say how long they take.
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"
#include "app/simulation/recording.h"

namespace treering::app::simulation {
namespace large_run_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kGb = 1'000'000'000;

/// As hierarchical on summit: 48 connections for each pair of nodes, 100,000 a second.
LargeRun run_on(int nodes) {
  LargeRun run;
  run.nodes = nodes;
  run.size = [](int some) {
    const double connections = 48.0 * some * some;
    return work::RunSize{connections, 5.7 * connections, 24.0 * some};
  };
  run.seconds = [](int some) { return 48.0 * some * some / 1e5; };
  return run;
}

struct Checked {
  core::Result<void> result;
  std::vector<std::string> said;
};
Checked checked(const LargeRun& run, std::optional<std::uint64_t> free) {
  Checked checked;
  checked.result =
      check_large(run, free, [&](const std::string& one) { checked.said.push_back(one); });
  return checked;
}

// 284 bytes each: 229 GB with 4,096 nodes, 18 GB with 1,152, and above 22 GB with 1,280.
TEST(LargeRun, IsRefusedWithWhatWouldFit) {
  const Checked large = checked(run_on(4096), 22 * kGb);
  ASSERT_FALSE(large.result);
  EXPECT_THAT(large.result.error().message(), HasSubstr("229 GB of memory"));
  EXPECT_THAT(large.result.error().message(), HasSubstr("⟨nodes⟩ 1152 would fit"));
  EXPECT_THAT(large.said, IsEmpty());
  EXPECT_TRUE(checked(run_on(1152), 22 * kGb).result);
}

TEST(LargeRun, SaysHowLongItTakesByShorterOnes) {
  for (const auto free : {std::optional<std::uint64_t>(), std::optional(300 * kGb)}) {
    const Checked large = checked(run_on(4096), free);
    ASSERT_TRUE(large.result);
    EXPECT_THAT(large.said, ElementsAre(HasSubstr("and about 8053 s")));
  }
}

TEST(LargeRun, OthersAreNotTried) {
  LargeRun run = run_on(256);
  run.seconds = [](int) -> double {
    ADD_FAILURE();
    return 0;
  };
  const Checked small = checked(run, kGb / 1000);
  EXPECT_TRUE(small.result);
  EXPECT_THAT(small.said, IsEmpty());
}

TEST(LargeRun, OfACallIsRefused) {
  SimulateRequest request;
  request.job.topology = "summit";
  request.job.nodes = 1024;
  request.way.algorithm = "hierarchical";
  request.memory = kGb;
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("million connections"));
  EXPECT_THAT(report.error().message(), HasSubstr("would fit"));
}

}  // namespace large_run_test
}  // namespace treering::app::simulation
