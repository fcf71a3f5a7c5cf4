#include "gui/window/memory.h"

#include <QDir>

#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "gui/window/question/inputs.h"

namespace treering::gui::window {
namespace memory_test {

TEST(Memory, TheQuestionComesBackWithAllThatIsTried) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 64;
  question.job.nccl = "2.21.5";
  question.job.leaf_switches = {"2.5", 16, "scattered"};
  question.job.gpus_per_node = 4;
  question.job.gpus_per_process = 1;
  question.job.devices = {3, 1};
  question.job.adapters = {"=mlx5_0,mlx5_1", "200"};
  question.job.variables.env = {"NCCL_MIN_NCHANNELS=4", "NCCL_IB_HCA==mlx5_0,mlx5_1"};
  question.job.variables.env_from_process = true;
  question.job.unnamed_nccl = app::setup::UnnamedNccl::OfSource;
  question.time_model = {"/profiles/mine.json", "ib"};
  question.logs = {"/logs/a, b.log", "/logs/c.log"};
  question.collective = core::Collective::AllGather;
  question.bytes = 4096;
  question.shown = {"Ring"};
  question.rival = sim::Way{};
  question.rival_nccl = "2.18.5";
  question.faults = {"0/GPU 0-NVSwitch=0.5", "3/mlx5_0=down"};
  question.faults_off = {"3/mlx5_0=down"};
  question.groups = "tp=8,dp=64";
  remember_question(question);
  const auto again = remembered_question();
  ASSERT_TRUE(again);
  EXPECT_TRUE(has_same_job(*again, question));
  EXPECT_EQ(again->job.unnamed_nccl, question.job.unnamed_nccl);
  EXPECT_TRUE(has_same_check(*again, question));  // logs, profile and network
  EXPECT_EQ(again->collective, question.collective);
  EXPECT_EQ(again->bytes, question.bytes);
  EXPECT_EQ(again->shown, question.shown);
  EXPECT_EQ(again->rival, question.rival);
  EXPECT_EQ(again->rival_nccl, question.rival_nccl);
  EXPECT_EQ(again->faults, question.faults);
  EXPECT_EQ(again->faults_off, question.faults_off);
  EXPECT_EQ(again->groups, question.groups);
}

TEST(Memory, WhatIsNoLongerTriedIsForgotten) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.faults = {"0/mlx5_0=0.5"};
  question.groups = "tp=8";
  question.job.variables.env = {"NCCL_PROTO=LL"};
  question.job.devices = {0};
  question.time_model.profile = "/profiles/mine.json";
  question.logs = {"/logs/a.log"};
  remember_question(question);
  question.faults.clear();
  question.groups.clear();
  question.job.variables.env.clear();
  question.job.devices.reset();
  question.time_model.profile.reset();
  question.logs.clear();
  remember_question(question);
  const auto again = remembered_question();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->faults.empty());
  EXPECT_TRUE(again->groups.empty());
  EXPECT_FALSE(again->job.leaf_switches.oversubscription);
  EXPECT_FALSE(again->rival_nccl);
  EXPECT_TRUE(has_same_job(*again, question));
  EXPECT_TRUE(has_same_check(*again, question));
}

// The next start may be in another folder.
TEST(Memory, FilesAreRememberedByTheirWholeNames) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.time_model.profile = "mine.json";
  question.logs = {"a.log"};
  remember_question(question);
  const std::string here = QDir::currentPath().toStdString();
  const auto again = remembered_question();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->time_model.profile, here + "/mine.json");
  EXPECT_EQ(again->logs, (std::vector<std::string>{here + "/a.log"}));
}

// As people have it: changed in the window, closed, opened again.
TEST(Memory, AWindowThatIsOpenedAgainHasTheChannelsOfTheLast) {
  models::Question question;
  question.job.topology = "dgx-h100";
  {
    MainWindow window;
    window.session().open(question);
    window.show();
    window.findChild<question::ChannelsInput*>()->setValue(4);
    window.close();
  }
  MainWindow window;
  window.restore();
  EXPECT_EQ(window.findChild<question::ChannelsInput*>()->value(), 4);
}

}  // namespace memory_test
}  // namespace treering::gui::window
