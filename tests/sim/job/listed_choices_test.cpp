#include <vector>

#include <gtest/gtest.h>

#include "sim/job/choice_variables.h"

namespace treering::sim::job {
namespace listed_choices_test {

using core::Collective;
using nccl::Algorithm;

/// The algorithms that a collective may use.
std::vector<Algorithm> left(const Settings& settings, Collective collective) {
  std::vector<Algorithm> algorithms;
  for (int a = 0; a < nccl::kAlgorithms; ++a) {
    if (settings.algorithms.allows(collective, a)) {
      algorithms.push_back(static_cast<Algorithm>(a));
    }
  }
  return algorithms;
}

using Algorithms = std::vector<Algorithm>;

TEST(ListedChoices, OneListForAllCollectivesUpTo2_23) {
  Settings settings;
  EXPECT_EQ(set_old_algorithms("ring,Tree", nccl::versions::version("2.23"), settings).value(), "");
  for (const Collective collective : {Collective::AllReduce, Collective::Broadcast}) {
    EXPECT_EQ(left(settings, collective), (Algorithms{Algorithm::Tree, Algorithm::Ring}));
  }
}

TEST(ListedChoices, OldVersionsPassOverWhatTheyDoNotKnow) {
  Settings settings;
  EXPECT_EQ(set_old_algorithms("trees,ring", nccl::versions::version("2.23.4"), settings).value(),
            "NCCL 2.23.4 knows no algorithm 'trees' and ignores it");
  EXPECT_EQ(left(settings, Collective::AllReduce), (Algorithms{Algorithm::Ring}));
  // parseList splits the text only at commas.
  EXPECT_EQ(
      set_old_algorithms("ring;allreduce:tree,nvls", nccl::versions::version("2.20.3"), settings)
          .value(),
      "NCCL 2.20.3 knows no algorithm 'ring;allreduce:tree' and ignores it; lists by "
      "collective came with 2.24");
  EXPECT_EQ(left(settings, Collective::AllReduce), (Algorithms{Algorithm::Nvls}));
  EXPECT_EQ(set_old_protocols("^LL,x", nccl::versions::version("2.18.1"), settings).value(),
            "NCCL 2.18.1 knows no protocol 'x' and ignores it");
  EXPECT_FALSE(settings.protocols.allows(Collective::Reduce, 0));
  EXPECT_TRUE(settings.protocols.allows(Collective::Reduce, 1));
}

TEST(ListedChoices, NamesAreThoseOfTheVersion) {
  Settings settings;
  EXPECT_NE(set_old_algorithms("pat", nccl::versions::version("2.22.3"), settings).value(), "");
  EXPECT_EQ(set_old_algorithms("pat", nccl::versions::version("2.23.4"), settings).value(), "");
  EXPECT_NE(set_old_algorithms("nvlstree", nccl::versions::version("2.17.1"), settings).value(),
            "");
  EXPECT_EQ(set_old_algorithms("collnet", nccl::versions::version("2.12.7"), settings).value(), "");
  EXPECT_EQ(left(settings, Collective::AllReduce), (Algorithms{Algorithm::CollNetDirect}));
  EXPECT_NE(set_old_algorithms("collnet", nccl::versions::version("2.14.3"), settings).value(), "");
}

}  // namespace listed_choices_test
}  // namespace treering::sim::job
