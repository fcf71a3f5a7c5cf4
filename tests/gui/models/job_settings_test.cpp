#include "gui/models/job_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::gui::models {
namespace job_settings_test {

Question with_env(std::vector<std::string> env) {
  Question question;
  question.job.topology = "dgx-h100";
  question.job.variables.env = std::move(env);
  return question;
}

std::vector<std::string> texts_of(const Question& question) {
  std::vector<std::string> texts;
  for (const JobSetting& one : job_settings(question)) texts.push_back(one.text.toStdString());
  return texts;
}

TEST(JobSettings, EachIsNamedAndTakenAway) {
  Question question = with_env(
      {"NCCL_P2P_LEVEL=PIX", "NCCL_MIN_NCHANNELS=4", "NCCL_MAX_NCHANNELS=4", "NCCL_ALGO=ring"});
  question.job.gpus_per_node = 4;
  question.job.adapters = {"mlx5_0,mlx5_3", "100"};
  // The channels have an input of their own.
  EXPECT_THAT(texts_of(question),
              ::testing::ElementsAre("4 GPUs of each node", "adapters: mlx5_0,mlx5_3",
                                     "100 Gbit/s a port", "NCCL_P2P_LEVEL=PIX", "NCCL_ALGO=ring"));
  question.job.gpus_per_node = 1;
  EXPECT_EQ(texts_of(question).front(), "1 GPU of each node");
  while (!job_settings(question).empty()) {
    const auto before = texts_of(question);
    question = job_settings(question).front().without;
    EXPECT_THAT(texts_of(question), ::testing::ElementsAreArray(before.begin() + 1, before.end()));
  }
  EXPECT_THAT(question.job.variables.env,
              ::testing::ElementsAre("NCCL_MIN_NCHANNELS=4", "NCCL_MAX_NCHANNELS=4"));
  EXPECT_FALSE(question.job.gpus_per_node || question.job.adapters.nics ||
               question.job.adapters.nic_rate);
}

// Two numbers are none that the input could show.
TEST(JobSettings, ChannelsWithoutAnInputAreNamed) {
  EXPECT_THAT(texts_of(with_env({"NCCL_MIN_NCHANNELS=2", "NCCL_MAX_NCHANNELS=4"})),
              ::testing::ElementsAre("NCCL_MIN_NCHANNELS=2", "NCCL_MAX_NCHANNELS=4"));
}

TEST(JobSettings, AVariableIsAddedInPlaceOfItself) {
  const auto question = with_variable(
      with_env({"NCCL_ALGO=ring", "NCCL_PROTO=LL", "NCCL_ALGO=tree"}), "NCCL_ALGO=nvls");
  ASSERT_TRUE(question) << question.error().message();
  EXPECT_THAT(question->job.variables.env,
              ::testing::ElementsAre("NCCL_PROTO=LL", "NCCL_ALGO=nvls"));
}

/// What the command line says; it names the option where the window names the input.
std::string refusal_of(const std::string& assignment) {
  app::setup::JobRequest request;
  request.topology = "dgx-h100";
  request.variables.env = {assignment};
  const auto setup = app::setup::set_up(request);
  return setup ? "" : setup.error().message();
}

TEST(JobSettings, WhatTheCommandLineRefusesIsRefusedWithItsWords) {
  for (const char* const one :
       {"NCCL_ALGOO=ring", "nccl_algo=ring", "NCCL_ALGO", "=ring", "NCCL_ALGO=ringg", "PATH=/",
        "CUDA_VISIBLE_DEVICES=1", "NCCL_MAX_NCHANNELS=many"}) {
    const auto question = with_variable(with_env({}), one);
    const std::string refusal = refusal_of(one);
    ASSERT_EQ(question.has_value(), refusal.empty()) << one << ": " << refusal;
    if (question) continue;
    EXPECT_EQ(question.error().message(), refusal);
  }
  EXPECT_FALSE(with_variable(with_env({}), "NCCL_ALGOO=ring"));
  EXPECT_FALSE(with_variable(with_env({}), "NCCL_ALGO"));
}

TEST(JobSettings, HintsSayWhatAVariableTakes) {
  EXPECT_TRUE(variable_hint(QStringLiteral("NCCL_MAX_NCHANNELS")).contains(QStringLiteral("64")));
  EXPECT_EQ(variable_hint(QStringLiteral("NCCL_MAX_NCHANNELS=4")),
            variable_hint(QStringLiteral("NCCL_MAX_NCHANNELS")));
  EXPECT_TRUE(variable_hint(QStringLiteral("NCCL_MAX_NCHANNEL")).isEmpty());
}

TEST(JobSettings, AnotherMachineHasNoneOfTheOneBefore) {
  Question question = with_env({"NCCL_ALGO=ring"});
  question.job.nodes = 4;
  question.job.gpus_per_node = 4;
  question.job.gpus_per_process = 2;
  question.job.devices = {3};
  question.job.adapters = {"mlx5_0", "100"};
  question.job.leaf_switches = {"2", 4};
  question.groups = "tp=8,dp=4";
  question.faults = {"0/mlx5_0=0.5"};
  question = on_machine(question, "dgx-a100");
  EXPECT_EQ(question.job.topology, "dgx-a100");
  EXPECT_EQ(question.job.nodes, 4);
  EXPECT_THAT(texts_of(question), ::testing::ElementsAre("NCCL_ALGO=ring"));
  EXPECT_TRUE(question.faults.empty());
  EXPECT_EQ(question.job.leaf_switches, app::setup::LeafSwitchRequest());
  EXPECT_EQ(question.groups, "");
}

TEST(JobSettings, SayWhatForcesTheAlgorithm) {
  EXPECT_EQ(algorithm_limit(with_env({})).text(), QString());
  EXPECT_EQ(algorithm_limit(with_env({})).short_text(), QStringLiteral("NCCL's choice"));
  const Question forced = with_env({"NCCL_ALGO=tree", "NCCL_ALGO=ring", "NCCL_PROTO=^LL"});
  EXPECT_EQ(algorithm_limit(forced).text(), QStringLiteral("forced by NCCL_ALGO=ring"));
  EXPECT_EQ(algorithm_limit(forced).short_text(), QStringLiteral("forced: ring"));
  EXPECT_EQ(protocol_limit(forced).text(), QStringLiteral("limited by NCCL_PROTO=^LL"));
  EXPECT_EQ(algorithm_limit(with_env({"NCCL_ALGO=ring,tree"})).text(),
            QStringLiteral("limited by NCCL_ALGO=ring,tree"));
}

TEST(JobSettings, SayWhatTheyDoToWhatIsExported) {
  EXPECT_EQ(export_limits(with_env({})).text, QString());
  const ExportLimits forced = export_limits(
      with_env({"NCCL_ALGO=tree", "NCCL_MAX_NCHANNELS=4", "NCCL_ALGO=ring", "NCCL_PROTO="}));
  EXPECT_EQ(forced.setting, QStringLiteral("NCCL_ALGO=ring"));
  EXPECT_TRUE(forced.text.startsWith(QStringLiteral("NCCL_ALGO=ring: set by hand. ")));
  EXPECT_TRUE(forced.text.contains(QStringLiteral("\nNCCL_MAX_NCHANNELS=4: set by hand. ")));
  const ExportLimits premise = export_limits(with_env({"NCCL_MAX_NCHANNELS=4"}));
  EXPECT_EQ(premise.setting, QString());
  EXPECT_TRUE(premise.text.startsWith(QStringLiteral("NCCL_MAX_NCHANNELS=4: set by hand. The ")));
}

}  // namespace job_settings_test
}  // namespace treering::gui::models
