#include "app/advice/versions.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace treering::app::advice {
namespace versions_test {

PredictReport times_with(const std::string& nccl) {
  PredictRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 4;
  request.job.nccl = nccl;
  request.calls.collectives = {core::Collective::AllReduce};
  return *answer(request);
}

TEST(ComparedChoices, AVersionBesideItselfIsTheSame) {
  const PredictReport one = times_with("2.28.9");
  const auto rows = compared_choices(one, one, core::Collective::AllReduce);
  EXPECT_EQ(rows.size(), one.calls.sizes.size());
  for (const VersionedChoice& row : rows) {
    EXPECT_TRUE(row.is_same());
    EXPECT_EQ(row.factor(), 1.0);
  }
  EXPECT_TRUE(compared_choices(one, one, core::Collective::Broadcast).empty());
}

// NCCL 2.12 has no NVLS, which 2.28 takes for large calls on this machine.
TEST(ComparedChoices, VersionsDiffer) {
  const PredictReport one = times_with("2.28.9");
  const PredictReport other = times_with("2.12.7");
  const auto rows = compared_choices(one, other, core::Collective::AllReduce);
  ASSERT_FALSE(rows.empty());
  EXPECT_FALSE(rows.back().is_same());
  ASSERT_TRUE(rows.back().one && rows.back().other);
  EXPECT_EQ(rows.back().factor(), *rows.back().other->time() / *rows.back().one->time());
  EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &VersionedChoice::asked));
}

}  // namespace versions_test
}  // namespace treering::app::advice
