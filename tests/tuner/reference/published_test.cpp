#include "tuner/reference/published.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/catalogue/gpus.h"
#include "tests/support/csv.h"

namespace treering::tuner::reference {
namespace published_test {

using core::Collective;

const PublishedFigure* find(const std::vector<PublishedFigure>& figures, std::string_view run,
                            Collective collective, std::uint64_t bytes) {
  const auto found = std::ranges::find_if(figures, [&](const PublishedFigure& one) {
    return one.run.name == run && one.collective == collective && one.bytes.count() == bytes;
  });
  return found == figures.end() ? nullptr : &*found;
}

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

TEST(Published, EveryFigureHasASourceAndAGpuOfTheCatalogue) {
  ASSERT_GT(published_figures().size(), 300U);
  for (const PublishedFigure& figure : published_figures()) {
    EXPECT_FALSE(figure.run.source.empty()) << figure.run.name;
    EXPECT_GT(figure.busbw, core::Bandwidth()) << figure.run.name;
    EXPECT_TRUE(std::ranges::any_of(hw::catalogue::gpu_models(), [&](const auto& model) {
      return model.name == figure.run.gpu;
    })) << figure.run.gpu;
    const bool is_inside = figure.run.network.empty() || figure.run.network == "NVLink bridge";
    EXPECT_EQ(is_inside, figure.run.nodes == 1) << figure.run.name;
  }
}

TEST(Published, RunsAreOfAsManyGpus) {
  const auto figures = published_on("H100 SXM5", 1, 8);
  const auto* const reference = find(figures, "nvidia-h100-nvl8", Collective::AllReduce, 8 * kGiB);
  ASSERT_NE(reference, nullptr);
  EXPECT_EQ(reference->busbw.in_gb_per_s(), 483);
  EXPECT_TRUE(reference->run.is_nvidias());
  for (const PublishedFigure& one : figures) {
    EXPECT_EQ(one.run.nodes * one.run.gpus_per_node, 8) << one.run.name;
  }
  EXPECT_TRUE(published_on("H100 SXM5", 1, 7).empty());
  EXPECT_TRUE(published_on("", 1, 8).empty());
}

// NVL8: two trays of four GPUs. Two racks with four GPUs each have a network between them.
TEST(Published, NodesOfOneNvlinkDomainAreOneMachine) {
  const auto is_known_on = [](int nodes, int gpus) {
    return find(published_on("GB300", nodes, gpus), "nvidia-gb300-nvl8", Collective::AllReduce,
                8 * kGiB) != nullptr;
  };
  EXPECT_TRUE(is_known_on(1, 8));
  EXPECT_FALSE(is_known_on(2, 4));
}

std::vector<std::map<std::string, std::string>> rows_of(const char* file) {
  std::ifstream stream(file);
  return testing::read_csv(std::string(std::istreambuf_iterator<char>(stream), {}));
}

/// Beside the checkout, where the figures were taken from.
constexpr const char* kReference = "../shared/corpus/nvidia_reference.csv";
constexpr const char* kMeasurements = "../shared/corpus/measurements.csv";

TEST(Published, FiguresOfNvidiaAreThoseOfTheCorpus) {
  if (!std::filesystem::exists(kReference)) GTEST_SKIP() << "no " << kReference;
  const std::map<std::string, std::string> gpus{
      {"H100", "H100 SXM5"}, {"B300", "B300 SXM6"}, {"GB300", "GB300"}};
  std::size_t found = 0;
  const auto rows = rows_of(kReference);
  for (const auto& row : rows) {
    const int all = std::stoi(row.at("nodes")) * std::stoi(row.at("gpus_per_node"));
    const auto figures = published_on(gpus.at(row.at("platform")), 1, all);
    found += static_cast<std::size_t>(std::ranges::count_if(figures, [&](const auto& one) {
      return one.run.is_nvidias() && one.run.kernels == row.at("kernels") &&
             core::name_of(one.collective) == row.at("collective") &&
             one.bytes.count() == std::stoull(row.at("size_bytes")) &&
             one.busbw.in_gb_per_s() == std::stod(row.at("busbw_GBps"));
    }));
  }
  EXPECT_EQ(found, rows.size());
  EXPECT_EQ(found, static_cast<std::size_t>(std::ranges::count_if(
                       published_figures(), [](const auto& one) { return one.run.is_nvidias(); })));
}

TEST(Published, FiguresOfLogsAreThoseOfTheCorpus) {
  if (!std::filesystem::exists(kMeasurements)) GTEST_SKIP() << "no " << kMeasurements;
  std::map<std::string, std::vector<double>> known;
  for (const auto& row : rows_of(kMeasurements)) {
    const std::string key = row.at("id") + row.at("collective") + row.at("size_bytes");
    for (const char* const column : {"busbw_oop_GBps", "busbw_ip_GBps"}) {
      if (!row.at(column).empty()) known[key].push_back(std::stod(row.at(column)));
    }
  }
  for (const PublishedFigure& one : published_figures()) {
    if (one.run.is_nvidias()) continue;
    const std::string key = one.run.name + std::string(core::name_of(one.collective)) +
                            std::to_string(one.bytes.count());
    EXPECT_THAT(known[key], ::testing::Contains(one.busbw.in_gb_per_s())) << key;
  }
}

TEST(PublishedRuns, NameTheRepositoryOfTheirSource) {
  PublishedRun run;
  run.source = "github.com/NVIDIA/nccl/blob/HEAD/docs/x.md";
  EXPECT_EQ(run.repository(), "github.com/NVIDIA/nccl");
  run.source = "example.org";
  EXPECT_EQ(run.repository(), "example.org");
}

}  // namespace published_test
}  // namespace treering::tuner::reference
