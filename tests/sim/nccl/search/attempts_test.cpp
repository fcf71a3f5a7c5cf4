#include <gtest/gtest.h>

#include "sim/nccl/search/trials.h"
#include "tests/sim/nccl/search/one_search.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace attempts_test {

using testing::job_of;
using testing::NcclView;
using testing::usable_view;

/// GPUs behind one NVSwitch, with a NIC each; two nodes.
NcclView switched() {
  return usable_view(testing::nvswitch_box({}), job_of(2));
}

Layout rings(float bandwidth, PathType intra) {
  Layout layout = wanted(Pattern::Ring, bandwidth, 16);
  layout.same_channels = false;
  layout.type_intra = intra;
  return layout;
}

TEST(Attempts, AreEqualWhereNoPathIsOfTheFartherType) {
  const NcclView view = switched();
  const SearchSpace space = view.space();
  Attempts attempts(space);
  const Layout asked = rings(20, PathType::Nvl);
  EXPECT_FALSE(attempts.end_of(asked));
  attempts.add(asked, {{}, SearchEnd::OutOfSteps, 0, 0});
  // GPUs reach each other over NVLink alone.
  for (const PathType farther : {PathType::Nvb, PathType::C2c, PathType::Pix, PathType::Sys}) {
    EXPECT_TRUE(attempts.end_of(rings(20, farther))) << name_of(farther);
  }
  EXPECT_FALSE(attempts.end_of(rings(20, PathType::Loc)));
  EXPECT_FALSE(attempts.end_of(rings(18, PathType::Nvl)));
}

TEST(Attempts, RememberHowTheyEnded) {
  const NcclView view = switched();
  const SearchSpace space = view.space();
  Attempts attempts(space);
  attempts.add(rings(20, PathType::Nvl), {{}, SearchEnd::Exhausted, 17, 3});
  const auto end = attempts.end_of(rings(20, PathType::Sys));
  ASSERT_TRUE(end);
  EXPECT_EQ(end->steps_left, 17);
  EXPECT_EQ(end->hops_left, 3);
}

TEST(Attempts, AreMadeAgainWhereTheyWereCutShortOrCompareOtherwise) {
  const NcclView view = switched();
  const SearchSpace space = view.space();
  Attempts attempts(space);
  attempts.add(rings(20, PathType::Nvl), {{}, SearchEnd::Perfect, -1, 0});
  EXPECT_FALSE(attempts.end_of(rings(20, PathType::Nvl)));
  const Layout heads = wanted(Pattern::Nvls, 20, 8);
  attempts.add(heads, {{}, SearchEnd::Exhausted, 5, 0});
  EXPECT_FALSE(attempts.end_of(heads));
}

/// What an attempt found, if it is not `best` again.
void expect_nothing_new(const NcclView& view, const Layout& asked, const SearchOutcome& before) {
  const SearchOutcome again = search_channels(view.space(), asked, before.best, kSteps);
  EXPECT_EQ(again.end, before.end);
  EXPECT_EQ(again.steps_left, before.steps_left);
  EXPECT_EQ(again.hops_left, before.hops_left);
  EXPECT_EQ(again.best.channels, before.best.channels);
  EXPECT_EQ(again.best.gpus, before.best.gpus);
  EXPECT_EQ(again.best.nets, before.best.nets);
  EXPECT_EQ(again.best.type_intra, before.best.type_intra);
  EXPECT_EQ(again.best.type_inter, before.best.type_inter);
}

/// An attempt that the search leaves out would have ended as the one before it, and found nothing.
TEST(Attempts, OfTheSameStepsFindNothingNew) {
  const std::vector<NcclView> views{switched(), usable_view(testing::two_sockets(), job_of(2)),
                                    usable_view(testing::hybrid_cube(), job_of(2))};
  int left_out = 0;
  for (const NcclView& view : views) {
    const SearchSpace space = view.space();
    for (const Pattern pattern : {Pattern::Ring, Pattern::BalancedTree, Pattern::Tree}) {
      for (const float bandwidth : {24.0F, 12.0F, 5.0F}) {
        Attempts attempts(space);
        Layout asked = wanted(pattern, bandwidth, 8);
        SearchOutcome before{nothing(asked)};
        for (int type = 0; type < static_cast<int>(PathType::Net); ++type) {
          asked.type_intra = asked.type_inter = static_cast<PathType>(type);
          if (attempts.end_of(asked)) {
            expect_nothing_new(view, asked, before);
            ++left_out;
            continue;
          }
          before = search_channels(space, asked, before.best, kSteps);
          attempts.add(asked, before);
        }
      }
    }
  }
  EXPECT_GT(left_out, 50);
}

}  // namespace attempts_test
}  // namespace treering::sim::nccl::search
