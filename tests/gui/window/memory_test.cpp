#include "gui/window/memory.h"

#include <gtest/gtest.h>

namespace treering::gui::window {
namespace memory_test {

TEST(Memory, TheQuestionComesBackWithAllThatIsTried) {
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 64;
  question.job.nccl = "2.21.5";
  question.job.leaf_switches = {"2.5", 16};
  question.collective = core::Collective::AllGather;
  question.bytes = 4096;
  question.shown = {"Ring", std::nullopt};
  question.rival = models::Carrier{};
  question.rival_nccl = "2.18.5";
  question.faults = {"0/GPU 0-NVSwitch=0.5", "3/mlx5_0=down"};
  question.faults_off = {"3/mlx5_0=down"};
  question.groups = "tp=8,dp=64";
  remember_question(question);
  const auto again = remembered_question();
  ASSERT_TRUE(again);
  EXPECT_TRUE(has_same_job(*again, question));
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
  remember_question(question);
  question.faults.clear();
  question.groups.clear();
  remember_question(question);
  const auto again = remembered_question();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->faults.empty());
  EXPECT_TRUE(again->groups.empty());
  EXPECT_FALSE(again->job.leaf_switches.oversubscription);
  EXPECT_FALSE(again->rival_nccl);
}

}  // namespace memory_test
}  // namespace treering::gui::window
