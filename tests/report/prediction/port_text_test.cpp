#include "report/prediction/port_text.h"

#include <gtest/gtest.h>

namespace treering::report::prediction {
namespace port_text_test {

/// \param carried and rate GB/s
std::string text(double carried, double rate, int used, int ports, int gpus) {
  return port_text(
      {core::Bandwidth::from_gb_per_s(carried), core::Bandwidth::from_gb_per_s(rate), used, ports},
      gpus);
}

TEST(PortText, SaysWhichPortsAreIdle) {
  EXPECT_EQ(text(47.2, 50, 1, 4, 1), "47.2 of 50 GB/s a port; 1 GPU uses 1 of 4 ports, 3 idle");
  EXPECT_EQ(text(46, 50, 8, 8, 8), "46 of 50 GB/s a port; 8 GPUs use all 8 ports");
  EXPECT_EQ(text(12, 12.5, 1, 1, 4), "12 of 12.5 GB/s a port; 4 GPUs use the only port");
}

TEST(PortText, ClaimsNothingOfPortsThatAreNotKnown) {
  EXPECT_EQ(text(23, 25, 0, 8, 8), "23 of 25 GB/s a port");
}

}  // namespace port_text_test
}  // namespace treering::report::prediction
