#include "sim/algorithms/registry.h"

#include <vector>

#include <gtest/gtest.h>

#include "sim/algorithms/faces.h"
#include "sim/cost/cost_model.h"

namespace treering::sim::algorithms {
namespace registry_test {

using nccl::Algorithm;

TEST(Algorithms, NcclsStandInItsOrder) {
  ASSERT_GE(all().size(), static_cast<std::size_t>(nccl::kAlgorithms));
  for (int a = 0; a < nccl::kAlgorithms; ++a) {
    const auto algorithm = static_cast<Algorithm>(a);
    EXPECT_EQ(rules_of(algorithm).algorithm, algorithm);
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
    EXPECT_FALSE(entry.name.empty()) << entry.id;
    if (entry.rules == nullptr) continue;  // NCCL does not have it
    EXPECT_TRUE(entry.rules->offers != nullptr && entry.rules->estimate != nullptr &&
                entry.rules->launch != nullptr && entry.rules->chunk_bytes != nullptr)
        << entry.id;
  }
}

TEST(Algorithms, ThatNcclDoesNotHaveRegisterWithoutRulesOrTerms) {
  const std::vector<Entry> entries{
      entry_of(Algorithm::Ring),
      {{.name = "Star", .rules = nullptr, .terms = ring_terms}, "star", "all through one rank"},
      {{.name = "Mesh"}, "mesh", "every pair at once"}};
  EXPECT_EQ(find("STAR", entries), &entries[1]);
  EXPECT_EQ(find("mesh", entries), &entries[2]);
  const auto known = known_to_nccl(entries);
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0], entries.data());
  // The cost model prices what has terms, and has no answer for the rest.
  const cost::terms::CallFacts facts{.bytes = 1e6, .ranks_per_node = 4};
  EXPECT_TRUE(cost::terms_of(facts, &entries[1]));
  EXPECT_FALSE(cost::terms_of(facts, &entries[2]));
  EXPECT_FALSE(cost::prices_channels(facts, &entries[2]));
}

}  // namespace registry_test
}  // namespace treering::sim::algorithms
