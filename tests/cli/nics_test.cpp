// --nics, --nic-rate and --env NCCL_IB_HCA.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {
namespace nics_test {

using ::testing::HasSubstr;
using ::testing::Not;

nlohmann::json results(const std::string& line) {
  const Outcome outcome = run(line + " --format json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

/// The first row that NCCL takes by itself.
nlohmann::json choice(const nlohmann::json& document) {
  for (const auto& row : document.at("results")) {
    if (row.at("nccl_default").get<bool>()) return row;
  }
  return {};
}

const std::string kJob = "dgx-h100 --nodes 4 -b 1G -e 1G";

// dgx-h100 has 8 ports of 50 GB/s. Bytes of a ring across nodes that all ports share take twice as
// long over half of them, and so does the bound.
TEST(Nics, HalfTheAdaptersAreHalfTheNetwork) {
  const auto all = results("predict " + kJob);
  for (const char* const half :
       {" --nics 4", " --nics =mlx5_0,mlx5_4,mlx5_6,mlx5_10",
        " --env NCCL_IB_HCA==mlx5_0,mlx5_4,mlx5_6,mlx5_10", " --nic-rate 200"}) {
    const auto some = results("predict " + kJob + half);
    EXPECT_NEAR(choice(some)["bound_us"].get<double>() / choice(all)["bound_us"].get<double>(), 2,
                .01)
        << half;
    EXPECT_GT(choice(some)["time_us"].get<double>(), 1.5 * choice(all)["time_us"].get<double>())
        << half;
  }
  EXPECT_EQ(
      results("predict " + kJob + " --nics 4")["results"],
      results("predict " + kJob + " --env NCCL_IB_HCA==mlx5_0,mlx5_4,mlx5_6,mlx5_10")["results"]);
}

TEST(Nics, EveryCommandOfAJobHasThem) {
  const Outcome graphs = run("show dgx-h100 --nodes 2 --graphs --nics 1");
  EXPECT_THAT(graphs.out, HasSubstr("NET/0"));
  EXPECT_THAT(graphs.out, Not(HasSubstr("NET/1")));
  EXPECT_THAT(run("doctor dgx-h100 --nodes 2 --nics 4").out, Not(HasSubstr("NCCL_IB_HCA")));
}

TEST(Nics, OtherPluginsDoNotReadTheList) {
  const Outcome efa = run("predict aws-p5 --nodes 2 -b 8 -e 8 --env NCCL_IB_HCA=mlx5");
  EXPECT_THAT(efa.out, Not(HasSubstr("# settings")));
}

}  // namespace nics_test
}  // namespace treering::cli
