#include <gtest/gtest.h>

#include "report/charts/chart.h"

namespace treering::report::charts {
namespace look_test {

int dashes(const std::string& algorithm, const std::string& protocol) {
  return dashes_of(algorithm + "/" + protocol, {algorithm, protocol});
}

TEST(Look, AColourIsAnAlgorithmAndADashAProtocol) {
  EXPECT_NE(colour_of("Ring"), colour_of("Tree"));
  EXPECT_EQ(dashes("Ring", "LL"), dashes("Tree", "LL"));
  EXPECT_NE(dashes("Ring", "LL"), dashes("Ring", "LL128"));
  EXPECT_EQ(dashes("Ring", "Simple"), 0);  // a whole line
}

TEST(Look, AlgorithmsAloneDifferInDashes) {
  EXPECT_NE(dashes_of("Ring", {"Ring", "LL"}), dashes_of("Tree", {"Tree", "LL"}));
  EXPECT_EQ(dashes_of("Ring", {"Ring", "LL"}), dashes_of("Ring", {"Ring", "Simple"}));
}

}  // namespace look_test
}  // namespace treering::report::charts
