#include "report/prediction/recommend_text.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace treering::report::prediction {
namespace recommend_text_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

app::PredictReport one_size(app::PredictRequest request) {
  request.calls.sizes = {std::uint64_t{1} << 20U, std::uint64_t{1} << 20U, {}, {}};
  return app::answer(request).value();
}

app::PredictRequest request_on(const std::string& topology, int nodes) {
  app::PredictRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  return request;
}

app::advice::Recommended recommended_in(const app::PredictReport& report) {
  return app::advice::recommended(report, report.calls.collectives.front(),
                                  core::Bytes::from_mib(1))
      .value();
}

/// The words for a report of one size.
RecommendWords recommend_words(const app::PredictReport& report,
                               const app::advice::Recommended& one) {
  const auto pair = [](const sim::Prediction& row) {
    return row.way.algorithm + "/" + row.way.protocol;
  };
  const core::Bytes size = one.usual.asked;
  return prediction::recommend_words(
      report,
      {one, one, {{size, size, pair(one.usual), pair(one.advised), one.gain, one.gain, {}}}});
}

TEST(RecommendText, LeavesNcclAloneWhereItIsRight) {
  const auto report = one_size(request_on("dgx-h100", 4));
  const RecommendWords words = recommend_words(report, recommended_in(report));
  EXPECT_EQ(words.headline, "Leave NCCL alone: it takes Tree/LL128 by itself, which is right");
  EXPECT_THAT(
      words.answer,
      AllOf(StartsWith("all_reduce of 1 MiB on 32 ranks takes 111.99 us (4 of 5 runs within "
                       "71.3 to 249 us) with NCCL's own choice, Tree/LL128: busbw 18.14 GB/s."),
            HasSubstr("The fastest other algorithm, Ring/LL, takes 128.53 us, 1.15 times")));
  EXPECT_EQ(words.why,
            "Tree/LL128 spends 52 % of its time on 14 hops inside nodes and 4 hops between nodes; "
            "Ring/LL spends 88 % of its time on network, channel by channel and 54 hops inside "
            "nodes.");
  EXPECT_EQ(words.names,
            "Tree: double binary tree between nodes, chain inside a node. Ring: ring through all "
            "ranks, node by node.");
}

TEST(RecommendText, NamesTheGainAndHowSureItIs) {
  const auto report = one_size(request_on("dgx-h100", 4));
  app::advice::Recommended one = recommended_in(report);
  one.usual = *one.rival;
  one.gain = *one.usual.time() / *one.advised.time();
  one.confidence = app::advice::Confidence{0.85, 2.9, 0.83};
  const RecommendWords words = recommend_words(report, one);
  EXPECT_EQ(words.headline,
            "Worth measuring: Tree/LL128 is perhaps 1.15 times as fast as NCCL's own Ring/LL");
  EXPECT_THAT(words.answer, AllOf(HasSubstr("between 0.85 and 2.90"), HasSubstr("above 1 in 83 %"),
                                  HasSubstr("Measure both before you set it.")));
}

TEST(RecommendText, IsNeverQuiteCertain) {
  const auto report = one_size(request_on("dgx-h100", 4));
  app::advice::Recommended one = recommended_in(report);
  one.usual = *one.rival;
  one.gain = *one.usual.time() / *one.advised.time();
  one.confidence = app::advice::Confidence{1.3, 1.8, 0.9999};
  const RecommendWords words = recommend_words(report, one);
  EXPECT_EQ(words.headline, "Make NCCL take Tree/LL128: 1.15 times as fast as its own Ring/LL");
  EXPECT_THAT(words.answer, ::testing::EndsWith("in 4 of 5 cases, and above 1 in more than 99 %."));
}

TEST(RecommendText, SaysWhereTheModelCannotTellWhichIsFaster) {
  const auto report = one_size(request_on("dgx-h100", 4));
  app::advice::Recommended one = recommended_in(report);
  EXPECT_EQ(near_sentence(one), "");
  one.rival->estimate = one.usual.estimate;
  EXPECT_EQ(near_sentence(one),
            "Tree/LL128 and Ring/LL are less than 10 % apart, which is within the model's "
            "error.");
  const RecommendWords words = recommend_words(report, one);
  EXPECT_EQ(words.headline, "Leave NCCL alone: nothing is clearly faster than its own Tree/LL128");
  EXPECT_THAT(words.answer, HasSubstr(near_sentence(one)));
}

// The table of tuner-csv is for a plugin that came with 2.28.3.
TEST(RecommendText, OffersNoTableToAVersionThatDoesNotLoadItsPlugin) {
  app::PredictRequest request = request_on("summit", 4096);
  EXPECT_THAT(answer_at_all_sizes(app::answer(request).value(), 0),
              HasSubstr("; the form tuner-csv makes NCCL take the fastest wherever"));
  request.job.nccl = "2.20.3";
  EXPECT_THAT(answer_at_all_sizes(app::answer(request).value(), 0),
              HasSubstr("; NCCL 2.20.3 does not load the plugin that would make NCCL take the "
                        "fastest wherever"));
}

// What the plugin needs, once a page, and only where its table is recommended.
TEST(RecommendText, NamesWhatTheTableNeedsWhereItIsRecommended) {
  app::PredictRequest request = request_on("dgx-h100", 4);
  request.calls.collectives = {core::Collective::AllReduce, core::Collective::AllGather};
  const std::string text = closing_text(app::answer(request).value(), 100);
  EXPECT_THAT(text, AllOf(StartsWith("#\n# The table is for NVIDIA's example tuner plugin, built "
                                     "from NCCL 2.30.3"),
                          HasSubstr("NCCL_TUNER_PLUGIN"), HasSubstr("LD_LIBRARY_PATH"),
                          HasSubstr("NCCL_DEBUG=INFO"), HasSubstr("every\n# communicator")));
  EXPECT_EQ(closing_text(one_size(request_on("dgx-h100", 4)), 100), "");  // NCCL is right
  request.job.nccl = "2.20.3";                                            // loads no such plugin
  EXPECT_EQ(closing_text(app::answer(request).value(), 100), "");
  request = request_on("dgx-h100", 4);
  request.calls.filter.algorithms = {"Ring"};
  EXPECT_EQ(closing_text(app::answer(request).value(), 100), "");
}

TEST(RecommendText, SaysWhyThereIsNone) {
  EXPECT_THAT(no_recommendation(one_size(request_on("dgx-h100", 1)), 0).headline,
              StartsWith("No advice"));
  app::PredictRequest limited = request_on("dgx-h100", 2);
  limited.job.variables.env = {"NCCL_ALGO=ring"};
  EXPECT_THAT(no_recommendation(one_size(limited), 0).answer,
              StartsWith("The settings leave NCCL the choice"));
  app::PredictRequest untuned = request_on("dgx-h100", 2);
  untuned.calls.collectives = {core::Collective::AllToAll};
  EXPECT_EQ(no_recommendation(one_size(untuned), 0).headline, "Nothing to choose for alltoall");
  app::PredictRequest lone = request_on("dgx-h100", 1);
  lone.job.gpus_per_node = 1;
  EXPECT_THAT(no_recommendation(one_size(lone), 0).answer, HasSubstr("⟨gpus-per-node⟩"));
}

TEST(RecommendText, AGuessIsNamedWithItsRemedy) {
  const support::TemporaryFolder folder;
  const std::string path = folder.path() + "/topo.txt";
  std::ofstream(path) << "\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n";  // of no model
  const RecommendWords words = no_recommendation(one_size(request_on(path, 1)), 0);
  EXPECT_EQ(words.headline, "No advice: the machine is partly a guess");
  EXPECT_THAT(words.answer, AllOf(HasSubstr("no model of GPU 0 is named"),
                                  HasSubstr("NCCL_TOPO_DUMP_FILE"), HasSubstr("no advice")));
}

}  // namespace recommend_text_test
}  // namespace treering::report::prediction
