#include "tuner/calibration/mixture.h"

#include <gtest/gtest.h>

namespace treering::tuner::calibration {
namespace mixture_test {

TEST(Mixture, GenerationsByName) {
  for (const char* const name : {"A100-SXM4-40GB", "NVIDIA A100 80GB PCIe", "L40S", "RTX 4090",
                                 "NVIDIA GeForce RTX 3090", "unknown (A100-80GB class)"}) {
    EXPECT_EQ(generation_named(name), "ampere") << name;
  }
  for (const char* const name : {"GH200 120GB", "NVIDIA H100 80GB HBM3", "H200", "h20"}) {
    EXPECT_EQ(generation_named(name), "hopper") << name;
  }
  for (const char* const name : {"NVIDIA B200", "GB200", "GB10"}) {
    EXPECT_EQ(generation_named(name), "blackwell") << name;
  }
  for (const char* const name : {"Tesla V100-SXM2-32GB", "Tesla T4", "RTX 2080 Ti", "P100"}) {
    EXPECT_EQ(generation_named(name), "volta") << name;
  }
  for (const char* const name : {"", "unknown (8 GPUs per node)", "MI300X", "XA100"}) {
    EXPECT_EQ(generation_named(name), "") << name;
  }
}

/// A row a name, under the ids "0", "1" and so on.
std::vector<GpuRows> groups_of(const std::vector<std::string>& gpus) {
  std::vector<Measurement> rows(gpus.size());
  std::vector<Observation> seen(gpus.size());
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    rows[i].gpu = gpus[i];
    seen[i].row = i;
    rows[i].id = std::to_string(i);
  }
  return by_gpu(rows, seen);
}

TEST(Mixture, RowsAreSeparatedByTheirGpus) {
  const auto groups = groups_of({"H100", "A100", "", "H100", "H100", "H100", "A100"});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[2].rows, 4U);
  EXPECT_EQ(text_of(groups),
            "GPUs without a name (2), ampere A100 (1, 6), hopper H100 (0, 3, 4 and 1 more)");
}

const MachineName kHopper{"dgx-h100", "hopper"};

bool is_noted(const std::vector<GpuRows>& groups) {
  return !note_on_mixture(groups, kHopper).empty();
}

TEST(Mixture, OneModelOfTheMachinesGenerationIsNone) {
  EXPECT_FALSE(is_noted(groups_of({"H100", "H100", ""})));
  EXPECT_FALSE(is_noted(groups_of({"", ""})));
  EXPECT_FALSE(is_noted(groups_of({"MI300X"})));
  EXPECT_TRUE(is_noted(groups_of({"H100", "H200"})));
  EXPECT_TRUE(is_noted(groups_of({"A100", ""})));
}

TEST(Mixture, SeveralNetworksAreNoted) {
  std::vector<GpuRows> groups = groups_of({"H100", "H100", "H100"});
  groups.front().network = "EFA";
  EXPECT_FALSE(is_noted(groups));
  groups.push_back({"hopper", "H100", "IB NDR", {"other"}, 1});
  EXPECT_TRUE(is_noted(groups));
  EXPECT_EQ(text_of(groups), "hopper H100 over EFA (0, 1, 2), hopper H100 over IB NDR (other)");
}

TEST(Mixture, AllRowsCountWithoutObservations) {
  std::vector<Measurement> rows(3);
  rows[0].gpu = rows[2].gpu = "H100";
  rows[2].id = "later";
  const auto groups = by_gpu(rows);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[1].rows, 2U);
  EXPECT_EQ(text_of(groups), "GPUs without a name (-), hopper H100 (-, later)");
}

TEST(Mixture, RowsOfOtherGpusAloneAreRefused) {
  const auto is_passed = [](const std::vector<std::string>& gpus) {
    return check_gpus(groups_of(gpus), kHopper, "runs.csv").has_value();
  };
  EXPECT_TRUE(is_passed({"A100", "H100"}));
  EXPECT_TRUE(is_passed({"", "MI300X"}));
  EXPECT_FALSE(is_passed({"A100", "V100"}));
  EXPECT_FALSE(is_passed({"A100", ""}));
}

TEST(Mixture, GpusHaveTheirArchitectureAndWhatTheyCountAs) {
  EXPECT_EQ(text_of(groups_of({"Quadro RTX 6000", "RTX 4090"})),
            "Ada Lovelace RTX 4090 that count as ampere (1), "
            "Turing Quadro RTX 6000 that count as volta (0)");
}

TEST(Mixture, TheRefusalNamesTheOthers) {
  const auto refused = check_gpus(groups_of({"A100", "", "V100"}), kHopper, "runs.csv");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "runs.csv: rows of ampere A100 (0), volta V100 (2), expected hopper GPUs as dgx-h100 "
            "has; name the topology that they ran on");
}

}  // namespace mixture_test
}  // namespace treering::tuner::calibration
