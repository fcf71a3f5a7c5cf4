#include "sim/algorithms/registry.h"

#include <gtest/gtest.h>

namespace treering::sim::algorithms {
namespace {

using nccl::Algorithm;

TEST(Algorithms, NcclsStandInItsOrder) {
  ASSERT_GE(all().size(), static_cast<std::size_t>(nccl::kAlgorithms));
  for (int a = 0; a < nccl::kAlgorithms; ++a) {
    const auto algorithm = static_cast<Algorithm>(a);
    EXPECT_EQ(entry_of(algorithm).rules().algorithm, algorithm);
  }
}

TEST(Algorithms, AreFoundByIdAndByNcclsName) {
  EXPECT_EQ(find("nvls_tree"), &entry_of(Algorithm::NvlsTree));
  EXPECT_EQ(find("NVLSTree"), &entry_of(Algorithm::NvlsTree));
  EXPECT_EQ(find("collnet-direct"), &entry_of(Algorithm::CollNetDirect));
  EXPECT_EQ(find("star"), nullptr);
}

TEST(Algorithms, AreComplete) {
  for (const Entry& entry : all()) {
    EXPECT_FALSE(entry.title.empty()) << entry.id;
    const nccl::rules::AlgorithmRules& rules = entry.rules();
    EXPECT_TRUE(rules.offers != nullptr && rules.estimate != nullptr && rules.launch != nullptr &&
                rules.chunk_bytes != nullptr)
        << entry.id;
  }
}

}  // namespace
}  // namespace treering::sim::algorithms
