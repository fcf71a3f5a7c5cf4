#include <gtest/gtest.h>

#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace run_words_test {

TEST(RunWords, ProgramsAreNamedByTheirCollective) {
  EXPECT_EQ(program_in("all_reduce_perf"), "all_reduce");
  EXPECT_EQ(program_in("/opt/nccl-tests/build/reduce_scatter_perf"), "reduce_scatter");
  EXPECT_EQ(program_in("./build/sendrecv_perf_mpi"), "sendrecv");
  EXPECT_EQ(program_in("all_reduce_perf.log"), "");
  EXPECT_EQ(program_in("perf"), "");
}

// nccl.h: NCCL_VERSION(X,Y,Z) is X*1000 + Y*100 + Z up to 2.8, X*10000 + Y*100 + Z from 2.9 on.
TEST(RunWords, VersionCodesHaveTwoForms) {
  EXPECT_EQ(version_of_code(2408), "2.4.8");
  EXPECT_EQ(version_of_code(2804), "2.8.4");
  EXPECT_EQ(version_of_code(20906), "2.9.6");
  EXPECT_EQ(version_of_code(22807), "2.28.7");
  EXPECT_EQ(version_of_code(0), "");
  EXPECT_EQ(version_of_code(-22807), "");
}

TEST(RunWords, VersionsEndAtWhatIsNoDigit) {
  EXPECT_EQ(version_in("2.20.5+cuda12.4"), "2.20.5");
  EXPECT_EQ(version_in("2.3."), "2.3");
  EXPECT_EQ(version_in("unknown"), "");
  EXPECT_EQ(version_in("7"), "");
}

TEST(RunWords, ChoicesHaveNcclsNames) {
  EXPECT_EQ(algorithm_named("RING"), "Ring");
  EXPECT_EQ(algorithm_named("nvls_tree"), "NVLSTree");
  EXPECT_EQ(algorithm_named("ring,tree"), "ring,tree");
  EXPECT_EQ(protocol_named("simple"), "Simple");
}

TEST(RunWords, TypesHaveOldNamesToo) {
  EXPECT_EQ(type_named("char"), core::DataType::Int8);
  EXPECT_EQ(type_named("bfloat16"), core::DataType::Bfloat16);
  EXPECT_EQ(type_named("flaot"), std::nullopt);
  EXPECT_EQ(op_named("none"), std::nullopt);
  EXPECT_EQ(op_named("prod"), core::ReduceOp::Prod);
}

}  // namespace run_words_test
}  // namespace treering::tuner::runs
