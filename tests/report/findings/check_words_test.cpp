#include <gtest/gtest.h>

#include "report/findings/words.h"

namespace treering::report::findings {
namespace check_words_test {

// What explains a part only is named, with what it leaves open.
TEST(CheckWords, TheNearestCauseIsNoFinding) {
  tuner::check::Check check;
  EXPECT_EQ(no_cause_text(check), "No cause that treering knows would explain the slow rows.");
  check.nearest = {"sockets", "NCCL used TCP sockets instead of infiniband", "NCCL_NET", 3.4, 0};
  EXPECT_EQ(no_cause_text(check),
            "No cause that treering knows would explain the slow rows. The nearest is this: NCCL "
            "used TCP sockets instead of infiniband. It would leave times off by a factor of 3.40, "
            "so it is not all, or not it. Look at: NCCL_NET.");
}

TEST(CheckWords, AForcedRunIsBesideNcclsOwnChoice) {
  tuner::check::ForcedChoice one;
  one.forced = "Ring";
  one.sizes = one.of_sizes = 1;
  one.bytes = core::Bytes::from_mib(8192);
  one.way.algorithm = "NVLS";
  one.way.protocol = "Simple";
  one.gain = 1.34;
  one.low = 1.12;
  one.high = 1.6;
  EXPECT_EQ(forced_text(one),
            "This run was forced to Ring; NCCL's own choice for all_reduce at 8 GiB, NVLS/Simple, "
            "would be predicted at 1.34 times the speed, four times of five at 1.12 to 1.60 "
            "times.");
  one.forced = "";
  one.settings = "NCCL_NVLS_ENABLE=0";
  one.of_sizes = 9;
  EXPECT_EQ(forced_text(one),
            "This run was limited by NCCL_NVLS_ENABLE=0; NCCL's own choice for all_reduce at 8 GiB "
            "(1 of 9 sizes gain beyond the model's doubt), NVLS/Simple, would be predicted at 1.34 "
            "times the speed, four times of five at 1.12 to 1.60 times.");
}

}  // namespace check_words_test
}  // namespace treering::report::findings
