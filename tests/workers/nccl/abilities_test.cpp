#include "workers/nccl/abilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::workers::nccl {
namespace abilities_test {

using core::Collective;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using tuner::measure::Configuration;

TEST(AbilitiesOfNccl, HaveItsOwnNamesInVariables) {
  EXPECT_THAT(forcing_variables({.way = {.algorithm = "nvls_tree", .protocol = "simple"}}),
              UnorderedElementsAre(Pair("NCCL_ALGO", "NVLSTree"), Pair("NCCL_PROTO", "Simple")));
  EXPECT_THAT(forcing_variables({}), IsEmpty());
}

TEST(AbilitiesOfNccl, SetChannelsForTheCommunicator) {
  const CommunicatorSettings four = communicator_settings({.way = {.channels = 4}});
  EXPECT_EQ(four.least_channels, 4);
  EXPECT_EQ(four.most_channels, 4);
  EXPECT_EQ(communicator_settings({}).most_channels, CommunicatorSettings::kUnset);
}

// 8 bytes, two unsigned and four int before the pointer, one int and 4 bytes of padding after it:
// NCCL reads as many bytes as `size` says.
TEST(AbilitiesOfNccl, LaySettingsOutAsNcclDoes) {
  EXPECT_EQ(sizeof(CommunicatorSettings), 8 + 2 * 4 + 4 * 4 + 8 + 4 + 4);
  EXPECT_EQ(offsetof(CommunicatorSettings, least_channels), 24);
}

TEST(AbilitiesOfNccl, CoverEveryForcibleAlgorithm) {
  for (const Collective collective : core::all_collectives()) {
    const auto all = forcible_algorithms();
    const auto names = all.find(std::string(name_of(collective)));
    if (names == all.end()) continue;
    for (const std::string& name : names->second) {
      const Configuration asked{.call = {.collective = collective, .bytes = 8},
                                .way = {.algorithm = name}};
      EXPECT_TRUE(check_ability(asked, 22809).has_value()) << name;
      EXPECT_NE(forcing_variables(asked).at("NCCL_ALGO"), "");
    }
  }
}

TEST(AbilitiesOfNccl, HaveChannelsSinceSettingsHaveThem) {
  EXPECT_TRUE(check_ability({.call = {.bytes = 8}, .way = {.channels = 4}}, 21701));
  EXPECT_FALSE(check_ability({.call = {.bytes = 8}, .way = {.channels = 4}}, 21602));
  EXPECT_TRUE(check_ability({.call = {.bytes = 8}}, 21602));
}

TEST(VersionText, OfBothWaysToCount) {
  EXPECT_EQ(version_text(22809), "2.28.9");
  EXPECT_EQ(version_text(2804), "2.8.4");
}

}  // namespace abilities_test
}  // namespace treering::workers::nccl
