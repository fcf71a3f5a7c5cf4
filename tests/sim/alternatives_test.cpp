#include "sim/alternatives.h"

#include <gtest/gtest.h>

namespace treering::sim {
namespace alternatives_test {

Alternative pair(std::string algorithm, std::string protocol, double nccl_us,
                 std::optional<double> model_us) {
  Alternative result;
  result.way.algorithm = std::move(algorithm);
  result.way.protocol = std::move(protocol);
  result.nccl_cost = core::Duration::from_us(nccl_us);
  if (model_us) result.estimate = Estimate{core::Duration::from_us(*model_us)};
  return result;
}

TEST(Alternatives, NcclTakesTheFirstOfTheCheapest) {
  const std::vector<Alternative> all{pair("Tree", "LL", 3, 3), pair("Tree", "Simple", 2, 2),
                                     pair("Ring", "LL", 2, 2)};
  EXPECT_EQ(nccl_choice(all), &all[1]);
  EXPECT_EQ(nccl_choice({}), nullptr);
}

TEST(Alternatives, FastestGoesByTheModel) {
  const std::vector<Alternative> all{pair("Tree", "LL", 1, 3), pair("Ring", "LL", 2, 2)};
  EXPECT_EQ(fastest(all, {}), &all[1]);
}

TEST(Alternatives, FastestKeepsNcclsChoiceAmongEquals) {
  const std::vector<Alternative> all{pair("Tree", "LL", 2, 5), pair("Ring", "LL", 1, 5),
                                     pair("Ring", "Simple", 3, 5)};
  EXPECT_EQ(fastest(all, {}), &all[1]);
}

TEST(Alternatives, NcclsChoiceAmongThoseAllowed) {
  const std::vector<Alternative> all{pair("Tree", "LL", 1, 1), pair("Ring", "LL", 3, 1),
                                     pair("Ring", "Simple", 2, 1)};
  EXPECT_EQ(nccl_choice(all, {{"Ring"}, {}}), &all[2]);
  EXPECT_EQ(nccl_choice(all, {{"NVLS"}, {}}), nullptr);
}

TEST(Alternatives, WhatHasNoNameIsAlwaysAllowed) {
  const std::vector<Alternative> all{pair("", "", 0, 5)};
  EXPECT_EQ(fastest(all, {{"Ring"}, {"LL"}}), &all[0]);
}

TEST(Alternatives, FilterAllowsByBothNames) {
  const std::vector<Alternative> all{pair("Tree", "LL", 1, 1), pair("Ring", "LL", 2, 2),
                                     pair("Ring", "Simple", 3, 3)};
  EXPECT_EQ(fastest(all, {{"Ring"}, {}}), &all[1]);
  EXPECT_EQ(fastest(all, {{"Ring"}, {"Simple"}}), &all[2]);
  EXPECT_EQ(fastest(all, {{"NVLS"}, {}}), nullptr);
}

Alternative without_channels(Alternative one) {
  one.has_failed_search = true;
  return one;
}

TEST(Alternatives, WhatTheSearchFailedForIsNeverTheFastest) {
  const std::vector<Alternative> all{pair("Tree", "LL", 3, 9),
                                     without_channels(pair("Ring", "LL", 1, 1))};
  EXPECT_EQ(fastest(all, {}), &all[0]);
  EXPECT_EQ(recommendable_choice(all), &all[0]);
  EXPECT_EQ(nccl_choice(all), &all[1]);  // NCCL takes it all the same
  EXPECT_EQ(fastest(all, {{"Ring"}, {}}), nullptr);
}

TEST(Alternatives, WhereEverySearchFailedNcclsOwnChoiceIsLeft) {
  const std::vector<Alternative> all{without_channels(pair("Tree", "LL", 3, 1)),
                                     without_channels(pair("Ring", "LL", 2, 5))};
  EXPECT_TRUE(is_every_search_failed(all));
  EXPECT_EQ(fastest(all, {}), &all[1]);
  EXPECT_EQ(recommendable_choice(all), &all[1]);
  EXPECT_FALSE(is_every_search_failed({}));
}

TEST(Alternatives, NoTimeIsNoAnswer) {
  EXPECT_EQ(fastest({pair("Ring", "LL", 1, std::nullopt)}, {}), nullptr);
}

TEST(Alternatives, RememberedOnesAreAskedForOnce) {
  int asked = 0;
  const AlternativesOf alternatives =
      remembered([&](core::Collective /*collective*/, std::uint64_t bytes) {
        ++asked;
        return std::vector<Alternative>{
            {.way = {.algorithm = "Ring", .channels = static_cast<int>(bytes)}}};
      });
  EXPECT_EQ(alternatives(core::Collective::AllReduce, 8)[0].way.channels, 8);
  EXPECT_EQ(alternatives(core::Collective::AllReduce, 16)[0].way.channels, 16);
  EXPECT_EQ(alternatives(core::Collective::AllReduce, 8)[0].way.channels, 8);
  EXPECT_EQ(asked, 2);
  alternatives(core::Collective::AllGather, 8);
  EXPECT_EQ(asked, 3);
}

}  // namespace alternatives_test
}  // namespace treering::sim
