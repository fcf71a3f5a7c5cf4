#include <gtest/gtest.h>

#include "gui/models/question.h"

namespace treering::gui::models {
namespace asked_test {

TEST(Asked, AnAnswerAboutAMachineThatIsNotHereLeavesTheOneThatIs) {
  app::files::Asked asked;
  asked.command = "predict";
  asked.machine = "ours";
  asked.job.nodes = 4;
  asked.sizes = {8, 1024};
  Question question;
  question.job.topology = "dgx-h100";
  question.bytes = 1024;
  const Question same = with_asked(question, asked);
  EXPECT_EQ(same.job.topology, "dgx-h100");
  EXPECT_EQ(same.job.nodes, 4);
  EXPECT_EQ(same.bytes, 1024U);
  question.bytes = 64;
  EXPECT_EQ(with_asked(question, asked).bytes, 8U);
}

TEST(Asked, WhatIsNotRestoredIsSaid) {
  app::files::Asked asked;
  asked.command = "predict";
  EXPECT_EQ(asked_text(asked, QStringLiteral("a.json")).toStdString(),
            "The question is that of a.json (treering predict).");
  asked.left_out = {"barrier", "the log"};
  EXPECT_EQ(asked_text(asked, QStringLiteral("a.json")).toStdString(),
            "The question is that of a.json (treering predict). Not restored: barrier; the log.");
}

}  // namespace asked_test
}  // namespace treering::gui::models
