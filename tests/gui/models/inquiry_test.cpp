#include "gui/models/inquiry.h"

#include <QTest>
#include <atomic>

#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"

namespace treering::gui::models {
namespace inquiry_test {

using State = Inquiry::State;

auto answering(int value) {
  return [value] { return jobs::guarded([value]() -> core::Result<int> { return value; }); };
}

class AnInquiry : public ::testing::Test {
 protected:
  void ask(int nodes, int answer) {
    inquiry_.follow(of_nodes(nodes));
    inquiry_.ask(answering(answer));
  }
  bool settles(const InquiryFor<int>& inquiry) {
    return QTest::qWaitFor([&] { return inquiry.state() != State::Awaited; }, kPatience);
  }

  InquiryFor<int> inquiry_{{QStringLiteral("a number"), has_same_nodes}};
};

TEST_F(AnInquiry, KeepsWhatItBroughtWithItsQuestionUntilTheNextIsThere) {
  ask(2, 20);
  EXPECT_EQ(inquiry_.state(), State::Awaited);
  EXPECT_FALSE(inquiry_.isOld());  // nothing was there before
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_EQ(*inquiry_.report(), 20);
  ask(4, 40);
  EXPECT_EQ(inquiry_.report(), nullptr);
  EXPECT_TRUE(inquiry_.isOld());
  EXPECT_EQ(**inquiry_.shown(), 20);
  EXPECT_EQ(inquiry_.shownQuestion()->job.nodes, 2);
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_FALSE(inquiry_.isOld());
  EXPECT_EQ(*inquiry_.report(), 40);
  EXPECT_EQ(inquiry_.shownQuestion()->job.nodes, 4);
}

TEST_F(AnInquiry, HasTheAnswerOfAQuestionThatComesBack) {
  ask(2, 20);
  ASSERT_TRUE(settles(inquiry_));
  ask(4, 40);
  inquiry_.follow(of_nodes(2));
  EXPECT_EQ(inquiry_.state(), State::Answered);
  EXPECT_EQ(*inquiry_.report(), 20);
}

TEST_F(AnInquiry, FollowsWhatHasTheSameAnswer) {
  ask(2, 20);
  ASSERT_TRUE(settles(inquiry_));
  Question question = of_nodes(2);
  question.bytes = 8;
  inquiry_.follow(question);
  EXPECT_EQ(inquiry_.state(), State::Answered);
  EXPECT_EQ(inquiry_.shownQuestion()->bytes, 8U);
}

TEST_F(AnInquiry, ThatIsCancelledIsAskedAgain) {
  ask(2, 20);
  ASSERT_TRUE(settles(inquiry_));
  inquiry_.follow(of_nodes(4));
  inquiry_.ask([](const jobs::Work& work) {
    return jobs::guarded([&]() -> core::Result<int> {
      while (!work.is_cancelled()) QTest::qSleep(1);
      return core::cancelled();
    });
  });
  EXPECT_TRUE(jobs::Board::instance().cancelAll());
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_EQ(inquiry_.state(), State::Cancelled);
  EXPECT_TRUE(inquiry_.isOld());
  EXPECT_EQ(**inquiry_.shown(), 20);
  inquiry_.follow(*inquiry_.question());  // the same once more
  inquiry_.ask(answering(40));
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_EQ(*inquiry_.report(), 40);
}

// Something else of the question has changed: its user wants answers again.
TEST_F(AnInquiry, ThatIsCancelledIsAskedWithTheNextQuestion) {
  inquiry_.follow(of_nodes(2));
  inquiry_.ask(answering(20));
  EXPECT_TRUE(jobs::Board::instance().cancelAll());
  ASSERT_EQ(inquiry_.state(), State::Cancelled);
  Question question = of_nodes(2);
  question.faults = {"0/mlx5_0=down"};
  inquiry_.follow(question);
  EXPECT_EQ(inquiry_.state(), State::Idle);
  inquiry_.ask(answering(20));
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_EQ(*inquiry_.report(), 20);
}

TEST_F(AnInquiry, KnowsWhetherWhatItShowsIsAReport) {
  ask(2, 20);
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_TRUE(inquiry_.isShownReport());
  inquiry_.follow(of_nodes(4));
  inquiry_.ask([] {
    return jobs::guarded([]() -> core::Result<int> { return core::bad_input("", "no number"); });
  });
  EXPECT_TRUE(inquiry_.isShownReport());  // of the question before
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_FALSE(inquiry_.isShownReport());
}

TEST_F(AnInquiry, KnowsHowLongItsLastAnswerTook) {
  EXPECT_EQ(inquiry_.took_ms(), 0);
  constexpr int kMs = 20;
  inquiry_.follow(of_nodes(2));
  inquiry_.ask([] {
    QTest::qSleep(kMs);
    return jobs::guarded([]() -> core::Result<int> { return 20; });
  });
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_GE(inquiry_.took_ms(), kMs - 1);  // whole ms
}

// The work may end seconds later.
TEST_F(AnInquiry, IsCancelledBeforeItsWorkHasEnded) {
  std::atomic<bool> may_end = false;
  inquiry_.follow(of_nodes(2));
  inquiry_.ask([&may_end](const jobs::Work& /*work*/) {
    while (!may_end) QTest::qSleep(1);
    return jobs::guarded([]() -> core::Result<int> { return 20; });
  });
  EXPECT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(inquiry_.state(), State::Cancelled);
  inquiry_.follow(*inquiry_.question());  // the same once more
  inquiry_.ask(answering(40));
  EXPECT_EQ(inquiry_.state(), State::Awaited);
  may_end = true;
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_EQ(*inquiry_.report(), 40);
}

TEST_F(AnInquiry, IsAwaitedAndCancelledWithTheOneThatItWaitsFor) {
  InquiryFor<int> second({QStringLiteral("another"), has_same_nodes});
  second.follow(of_nodes(2));
  ask(2, 20);
  second.waitFor(inquiry_);
  EXPECT_EQ(second.state(), State::Awaited);
  EXPECT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(second.state(), State::Cancelled);
  inquiry_.follow(*inquiry_.question());  // the same once more
  EXPECT_EQ(second.state(), State::Idle);
  inquiry_.ask(answering(20));
  EXPECT_EQ(second.state(), State::Awaited);
  ASSERT_TRUE(settles(inquiry_));
  EXPECT_EQ(second.state(), State::Idle);
}

/// Twice the number.
core::Result<int> doubled(int number, const jobs::Work& /*work*/) {
  return 2 * number;
}

class WhatIsMadeOfIt : public AnInquiry {
 protected:
  WhatIsMadeOfIt() {
    second_.follow(of_nodes(2));
    ask(2, 20);
    second_.askOf(inquiry_, doubled);
  }
  bool settles_both() {
    if (!settles(inquiry_)) return false;
    second_.askOf(inquiry_, doubled);
    return settles(second_);
  }

  InquiryFor<int> second_{{QStringLiteral("twice a number"), has_same_nodes}};
};

TEST_F(WhatIsMadeOfIt, ComesAfterIt) {
  EXPECT_EQ(second_.state(), State::Awaited);
  ASSERT_TRUE(settles_both());
  EXPECT_EQ(*second_.report(), 40);
}

// A part that shows it is of the question before as long as it is not made, and of no other.
TEST_F(WhatIsMadeOfIt, IsOldUntilItIsMade) {
  ASSERT_TRUE(settles_both());
  second_.follow(of_nodes(4));
  ask(4, 40);
  ASSERT_TRUE(settles(inquiry_));
  second_.askOf(inquiry_, doubled);
  EXPECT_TRUE(second_.isOld());
  second_.follow(of_nodes(8));
  ask(8, 80);
  second_.askOf(inquiry_, doubled);
  EXPECT_EQ(inquiry_.shownQuestion()->job.nodes, 4);
  EXPECT_EQ(second_.shownQuestion()->job.nodes, 2);
  ASSERT_TRUE(settles_both());
  EXPECT_EQ(second_.shownQuestion()->job.nodes, 8);
}

TEST_F(WhatIsMadeOfIt, IsCancelledWithItAndAskedAgain) {
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(second_.state(), State::Cancelled);
  inquiry_.follow(*inquiry_.question());  // the same once more
  inquiry_.ask(answering(20));
  ASSERT_TRUE(settles_both());
  EXPECT_EQ(*second_.report(), 40);
}

TEST_F(WhatIsMadeOfIt, LacksForTheSameReason) {
  inquiry_.follow(of_nodes(4));
  second_.follow(of_nodes(4));
  inquiry_.ask([] {
    return jobs::guarded([]() -> core::Result<int> { return core::bad_input("", "no number"); });
  });
  ASSERT_TRUE(settles_both());
  ASSERT_TRUE(second_.answer() && !*second_.answer());
  EXPECT_EQ(second_.answer()->error(), inquiry_.answer()->error());
}

TEST_F(WhatIsMadeOfIt, IsMadeOtherwiseOfTheSameQuestion) {
  ASSERT_TRUE(settles(inquiry_));
  second_.askOf(inquiry_, doubled);
  second_.abandon();
  EXPECT_EQ(second_.state(), State::Idle);
  second_.askOf(inquiry_, [](int number, const jobs::Work& /*work*/) -> core::Result<int> {
    return 3 * number;
  });
  ASSERT_TRUE(settles(second_));
  EXPECT_EQ(*second_.report(), 60);
}

TEST_F(AnInquiry, FreesWhatIsLargeAtOnce) {
  InquiryFor<int> large({QStringLiteral("a run"), has_same_nodes, Inquiry::Old::Freed});
  large.follow(of_nodes(2));
  large.ask(answering(20));
  ASSERT_TRUE(settles(large));
  large.follow(of_nodes(4));
  EXPECT_EQ(large.shown(), nullptr);
  EXPECT_FALSE(large.isOld());
}

// Its parts show a picture.
TEST_F(AnInquiry, KnowsTheQuestionOfAnAnswerThatIsOnlyPictured) {
  InquiryFor<int> large({QStringLiteral("a run"), has_same_nodes, Inquiry::Old::Pictured});
  large.follow(of_nodes(2));
  EXPECT_FALSE(large.isOld());
  large.ask(answering(20));
  ASSERT_TRUE(settles(large));
  large.follow(of_nodes(4));
  EXPECT_EQ(large.shown(), nullptr);
  EXPECT_TRUE(large.isOld());
  EXPECT_EQ(large.shownQuestion()->job.nodes, 2);
  large.follow({});
  EXPECT_FALSE(large.isOld());
}

TEST_F(AnInquiry, WithoutMachinesShowsNothing) {
  ask(2, 20);
  ASSERT_TRUE(settles(inquiry_));
  inquiry_.follow({});
  EXPECT_EQ(inquiry_.shownQuestion(), nullptr);
}

}  // namespace inquiry_test
}  // namespace treering::gui::models
