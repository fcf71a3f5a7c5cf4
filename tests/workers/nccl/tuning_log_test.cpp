#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workers/nccl/log.h"

namespace treering::workers::nccl {
namespace tuning_log_test {

using core::Collective;
using testing::ElementsAre;
using testing::IsEmpty;

// As 2.28.9 writes it.
TEST(TuningLog, HasNamesAndChannels) {
  EXPECT_THAT(
      choices_in("host:77:78 [0] NCCL INFO AllReduce: 4194304 Bytes -> Algo NVLS_TREE proto SIMPLE "
                 "channel{Lo..Hi}={0..23}\n",
                 Collective::AllReduce),
      ElementsAre(sim::Way{"nvls_tree", "simple", 24}));
}

// As 2.31.2 writes it: something follows.
TEST(TuningLog, HasWhatOthersFollow) {
  EXPECT_THAT(choices_in("host:77:78 [0] NCCL INFO AllReduce: 40000 Bytes -> Algo RING proto LL "
                         "channel{Lo..Hi}={0..2} cgaClusterSize 4\n",
                         Collective::AllReduce),
              ElementsAre(sim::Way{"ring", "ll", 3}));
}

// As 2.23.4 writes it: Ring is 1 of its algorithms, LL128 is 1 of its protocols.
TEST(TuningLog, HasNumbersOfOlderVersions) {
  EXPECT_THAT(choices_in("host:77:78 [0] NCCL INFO AllGather: 4096 Bytes -> Algo 1 proto 1 time "
                         "12.300000\n",
                         Collective::AllGather),
              ElementsAre(sim::Way{"ring", "ll128", 0}));
}

TEST(TuningLog, LeavesOutOtherCollectives) {
  constexpr std::string_view kLog =
      "host:7:8 [0] NCCL INFO Broadcast: 4 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..0}\n"
      "host:7:8 [0] NCCL INFO Reduce: 4 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={2..3}\n";
  EXPECT_THAT(choices_in(kLog, Collective::Reduce), ElementsAre(sim::Way{"ring", "simple", 2}));
  EXPECT_THAT(choices_in(kLog, Collective::ReduceScatter), IsEmpty());
  EXPECT_THAT(choices_in(kLog, Collective::AllToAll), IsEmpty());
}

TEST(TuningLog, SurvivesWhatIsTorn) {
  for (const char* const line :
       {"", "\n", "AllReduce: 4 Bytes -> Algo ", "x AllReduce: 4 Bytes -> Algo RING",
        "x AllReduce: 4 Bytes -> Algo RING proto LL channel{Lo..Hi}={0",
        "x AllReduce: 4 Bytes -> Algo 9 proto 9 channel{Lo..Hi}={3..1}"}) {
    for (const sim::Way& one : choices_in(line, Collective::AllReduce)) EXPECT_EQ(one.channels, 0);
  }
}

}  // namespace tuning_log_test
}  // namespace treering::workers::nccl
