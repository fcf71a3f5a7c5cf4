#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/prediction/cells.h"

namespace treering::report::prediction {
namespace legend_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

sim::Prediction row(bool is_nccl_default, bool is_best) {
  sim::Prediction result;
  result.way.algorithm = "Ring";
  result.is_nccl_default = is_nccl_default;
  result.is_best = is_best;
  return result;
}

TEST(Marks, AreExplainedWhereTheyOccur) {
  Marks marks;
  EXPECT_THAT(marks.texts(), IsEmpty());
  marks.add(row(false, false));
  sim::Prediction alone = row(false, true);
  alone.way.algorithm.clear();  // there is nothing to choose
  marks.add(alone);
  EXPECT_THAT(marks.texts(), IsEmpty());
  marks.add(row(true, true));
  EXPECT_THAT(marks.texts(), ElementsAre("=* NCCL's choice, and the fastest"));
  Marks others;
  others.add(row(false, true));
  EXPECT_THAT(others.texts(), ElementsAre("* the fastest"));
  marks.add(others);
  EXPECT_THAT(marks.texts(), ElementsAre("= NCCL's choice", "* the fastest"));
}

TEST(Legend, IsOneLineWhereItFits) {
  EXPECT_EQ(legend_line({"a b", "c"}, 60), "# a b   c\n");
  EXPECT_EQ(legend_line({"a b", "c"}, 8), "# a b\n# c\n");
  EXPECT_EQ(legend_line({}, 60), "");
}

}  // namespace legend_test
}  // namespace treering::report::prediction
