#include "tuner/runs/version_words.h"

#include <gtest/gtest.h>

namespace treering::tuner::runs {
namespace version_words_test {

TEST(VersionWords, TheNameOfNcclIsBeforeItsVersion) {
  EXPECT_EQ(nccl_version_in_words("module load NCCL/2.10.3-CUDA-11"), "2.10.3");
  EXPECT_EQ(nccl_version_in_words("built with ARG NCCL_VERSION=2.18.5)"), "2.18.5");
  EXPECT_EQ(nccl_version_in_words("our NCCL version: v2.21.5, two nodes"), "2.21.5");
  EXPECT_EQ(nccl_version_in_words("with nccl-2.4.8-1"), "2.4.8");
}

TEST(VersionWords, OthersHaveVersionsOfTheirOwn) {
  EXPECT_EQ(nccl_version_in_words("aws-ofi-nccl 2.1.0"), "");
  EXPECT_EQ(nccl_version_in_words("nccl-tests version 2.17.1"), "");
  EXPECT_EQ(nccl_version_in_words("rccl 2.18.3"), "");
  EXPECT_EQ(nccl_version_in_words("NCCL version 2.18.3+hip5.7"), "");
  EXPECT_EQ(nccl_version_in_words("NCCL 2.18"), "");
  EXPECT_EQ(nccl_version_in_words("NCCL 2.18", 2), "2.18");
  EXPECT_EQ(nccl_version_in_words("NCCL is a library"), "");
}

}  // namespace version_words_test
}  // namespace treering::tuner::runs
