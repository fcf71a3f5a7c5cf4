// The tables that nccl-tests has printed since 2017.
#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/runs/formats.h"

namespace treering::tuner::runs {
namespace nccl_tests_versions_test {

using ::testing::IsEmpty;

struct OldForm {
  std::string heading;
  std::string row;
  bool has_in_place;
};

void PrintTo(const OldForm& form, std::ostream* stream) {
  *stream << form.heading;
}

class OldForms : public ::testing::TestWithParam<OldForm> {};

// All say 1 MiB in 100 us (10.49 GB/s), in place 50 us.
TEST_P(OldForms, AreRead) {
  const auto& [heading, row, has_in_place] = GetParam();
  const std::string text = "# " + heading + "\n" + row + "\n";
  const auto set = read_nccl_tests_text({"f", text}, {"", core::Collective::Broadcast, 0});
  ASSERT_TRUE(set);
  EXPECT_THAT(set->rejected, IsEmpty());
  EXPECT_THAT(set->notes, IsEmpty());
  ASSERT_EQ(set->rows.size(), 1U);
  EXPECT_EQ(set->rows[0].bytes, 1048576U);
  EXPECT_EQ(set->rows[0].out_of_place, core::Duration::from_us(100));
  EXPECT_EQ(set->rows[0].in_place.has_value(), has_in_place);
  EXPECT_EQ(set->rows[0].wrong.value_or(0), 0U);
}

TEST(NcclTestsText, AHeadingMayStandBetweenTheRows) {
  const std::string heading = "# size count type root time algbw busbw error\n";
  const std::string row = "1048576 262144 float 0 100.0 10.49 10.49 0e+00\n";
  const std::string device = "#  Rank  0 Pid 1 on left device  0 [0x1b] NVIDIA H100\n";
  const std::string text = device + heading + row + heading + row;
  const auto set = read_nccl_tests_text({"f", text}, {"", core::Collective::Broadcast, 0});
  ASSERT_TRUE(set);
  ASSERT_EQ(set->rows.size(), 2U);
  EXPECT_EQ(set->rows[1].gpu, "NVIDIA H100");
}

INSTANTIATE_TEST_SUITE_P(
    NcclTestsText, OldForms,
    ::testing::Values(
        OldForm{"bytes N type op time algbw busbw res time algbw busbw res",
                "1048576 262144 float sum 0.100 10.49 10.49 2e-07 0.050 20.97 20.97 1e-07", true},
        OldForm{"bytes N type root time algbw busbw res",
                "1048576 262144 char 0 0.100 10.49 10.49 0e+00", false},
        OldForm{"size count type time algbw busbw error time algbw busbw error",
                "1048576 262144 float 100.0 10.49 10.49 0e+00 50.00 20.97 20.97 N/A", true},
        OldForm{"size count type root time algbw busbw error time algbw busbw error",
                "1048576 262144 float 0 100.0 10.49 10.49 0e+00 50.00 20.97 20.97 0e+00", true},
        OldForm{"size count type redop time algbw busbw error time algbw busbw error",
                "1048576 262144 float prod 100.0 10.49 10.49 2e-07 50.00 20.97 20.97 2e-07", true},
        OldForm{"size count type redop root time algbw busbw #wrong time algbw busbw #wrong",
                "1048576 262144 half none -1 100.0 10.49 10.49 0 50.00 20.97 20.97 N/A", true},
        OldForm{"size count type redop root time algbw busbw #wrong time algbw busbw #wrong "
                "timestamp",
                "1048576 262144 float sum -1 100.0 10.49 10.49 0 50.00 20.97 20.97 0 "
                "2025-11-03 12:00:00",
                true},
        OldForm{"size count type redop root time algbw busbw #wrong i_min i_max i_p99 i_cv% time "
                "algbw busbw #wrong i_min i_max i_p99 i_cv%",
                "1048576 262144 float sum -1 100.0 10.49 10.49 0 90.0 110 109 3.10 50.00 20.97 "
                "20.97 0 49.0 51.0 50.9 1.00",
                true},
        // No heading: a table that was cut out of a log.
        OldForm{"", "1048576 262144 float sum 100.0 10.49 10.49 2e-07 50.00 20.97 20.97 0", true},
        OldForm{"", "1048576 262144 float sum -1 100.0 10.49 10.49 0 50.00 20.97 20.97 0", true}));

}  // namespace nccl_tests_versions_test
}  // namespace treering::tuner::runs
