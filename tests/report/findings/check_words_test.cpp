#include "report/findings/check_words.h"

#include <gtest/gtest.h>

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

}  // namespace check_words_test
}  // namespace treering::report::findings
