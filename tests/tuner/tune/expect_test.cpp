#include <gtest/gtest.h>

#include "sim/hosts/host_profile.h"
#include "sim/libraries/library.h"
#include "tuner/tune/prior.h"

namespace treering::tuner::tune {
namespace {

TEST(TuneExpect, FillsTimesAndWhatTheLibraryTakesByItself) {
  sim::hosts::HostJob job;
  job.library = sim::libraries::Library::OpenMpi;
  job.ranks = 4;
  job.gbit = {1, 1, 1, 1};
  const auto model = models::host_call_model(job, sim::hosts::assumed_profile());
  Grid grid;
  grid.call.call.collective = core::Collective::AllReduce;
  grid.sizes = {1024, 1U << 20U};
  grid.ways = {{"", "", 0}, {"ring", "", 0}, {"no such way", "", 0}};
  for (const auto& one : model->candidates(grid.configuration(0))) {
    if (one.way.algorithm != "ring") grid.ways.push_back({one.way.algorithm, "", 0});
  }
  expect(*model, grid);
  ASSERT_EQ(grid.own_way.size(), 2U);
  for (std::size_t size = 0; size < 2; ++size) {
    const Cell own{size, 0};
    ASSERT_TRUE(grid.own_way[size]);
    const Cell known{size, *grid.own_way[size]};
    EXPECT_EQ(grid.ways[known.way].algorithm,
              model->own_choice(grid.configuration(grid.index_of(own)))->way.algorithm);
    EXPECT_EQ(grid.expected_us[grid.index_of(own)], grid.expected_us[grid.index_of(known)]);
    EXPECT_TRUE(grid.expected_us[grid.index_of({size, 1})]);
    EXPECT_FALSE(grid.expected_us[grid.index_of({size, 2})]);
  }
  // Where its own choice is none of the ways, it is not known.
  grid.ways = {{"", "", 0}, {"no such way", "", 0}};
  expect(*model, grid);
  EXPECT_EQ(grid.own_way[0], std::nullopt);
}

/// Takes the ring with LL below 1 MiB, and with Simple from there on; of trees only Simple.
class TwoAlgorithms final : public models::CallModel {
 public:
  [[nodiscard]] std::optional<models::Expectation> expect(
      const measure::Configuration& /*configuration*/) const override {
    return models::Expectation{1, 0.1};
  }
  [[nodiscard]] std::optional<measure::Configuration> own_choice(
      const measure::Configuration& configuration) const override {
    measure::Configuration own = configuration;
    if (own.way.algorithm.empty()) own.way.algorithm = "ring";
    const bool is_small = own.call.bytes < (1U << 20U);
    if (own.way.protocol.empty())
      own.way.protocol = own.way.algorithm == "ring" && is_small ? "ll" : "simple";
    return own;
  }
  [[nodiscard]] std::vector<measure::Configuration> candidates(
      const measure::Configuration& /*call*/) const override {
    return {};
  }
};

TEST(TuneExpect, OneOfTwoWaysThatAreTheSameIsEnough) {
  SweptGrid swept;
  swept.grid.sizes = {1024, 1U << 20U};
  swept.grid.ways = {{"", "", 0}, {"ring", "", 0}, {"ring", "ll", 0}, {"", "simple", 0}};
  swept.missing.assign(swept.grid.cells(), false);
  leave_out_repeats(TwoAlgorithms(), swept);
  // Below 1 MiB "ring" is ring/ll; ring/simple is none of the ways. The library's own choice stays.
  EXPECT_EQ(swept.missing,
            (std::vector<bool>{false, true, false, false, false, false, false, false}));
  swept.grid.ways[2].protocol = "simple";
  swept.missing.assign(swept.grid.cells(), false);
  leave_out_repeats(TwoAlgorithms(), swept);
  EXPECT_EQ(swept.missing,
            (std::vector<bool>{false, false, false, true, false, true, false, true}));
}

}  // namespace
}  // namespace treering::tuner::tune
