#include "gui/jobs/asker.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <optional>

#include <gtest/gtest.h>

#include "tests/gui/patience.h"

namespace treering::gui::jobs {
namespace asker_test {

/// Ends when it is stopped, and not before.
QString until_stopped(const Work& work) {
  work.say({"waiting", "turns", 1, 4});
  while (!work.stop.stop_requested()) QThread::yieldCurrentThread();
  return QStringLiteral("stopped");
}

bool is_idle() {
  return QTest::qWaitFor([] { return !Board::instance().isAnyRunning(); }, kPatience);
}

struct Asked {
  QObject owner;
  std::optional<QString> answer;
  Asker<QString> asker{owner, [this](const QString& text) { answer = text; }};
};

TEST(Asker, HandsOverTheAnswer) {
  Asked asked;
  asked.asker.ask([] { return QStringLiteral("here"); });
  EXPECT_TRUE(asked.asker.is_busy());
  ASSERT_TRUE(is_idle());
  EXPECT_EQ(asked.answer, QStringLiteral("here"));
  EXPECT_FALSE(asked.asker.is_busy());
}

// Who looks when something is asked takes what is awaited for there otherwise.
TEST(Asker, IsBusyOnceItIsHeardOf) {
  Asked asked;
  std::optional<bool> was_busy;
  const auto heard = QObject::connect(&Board::instance(), &Board::asked, &asked.owner,
                                      [&] { was_busy = asked.asker.is_busy(); });
  asked.asker.ask([] { return QStringLiteral("here"); });
  EXPECT_EQ(was_busy, true);
  ASSERT_TRUE(is_idle());
  QObject::disconnect(heard);
}

TEST(Asker, ANewQuestionEndsTheWorkOnTheOlder) {
  Asked asked;
  asked.asker.ask(until_stopped);
  asked.asker.ask([] { return QStringLiteral("newer"); });
  ASSERT_TRUE(is_idle());
  EXPECT_EQ(asked.answer, QStringLiteral("newer"));
}

TEST(Asker, WhatIsForgottenEndsAndIsNotHeardOf) {
  Asked asked;
  asked.asker.ask(until_stopped);
  asked.asker.cancel();
  EXPECT_FALSE(asked.asker.is_busy());
  EXPECT_EQ(Board::instance().awaited().tasks, 0);
  ASSERT_TRUE(is_idle());
  EXPECT_FALSE(asked.answer);
}

TEST(Asker, EndsItsWorkWithItself) {
  { Asked().asker.ask(until_stopped); }
  EXPECT_TRUE(is_idle());
}

TEST(Board, CancelsAllThatIsAwaited) {
  Asked first;
  Asked second;
  first.asker.ask(until_stopped);
  second.asker.ask(until_stopped);
  Board& board = Board::instance();
  EXPECT_EQ(board.awaited().tasks, 2);
  const QSignalSpy cancelled(&board, &Board::cancelled);
  EXPECT_TRUE(board.cancelAll());
  EXPECT_EQ(cancelled.count(), 1);
  ASSERT_TRUE(is_idle());
  EXPECT_EQ(first.answer, QStringLiteral("stopped"));
  EXPECT_EQ(second.answer, QStringLiteral("stopped"));
  EXPECT_FALSE(board.cancelAll());
}

TEST(Board, KnowsForWhomItWorks) {
  QObject whole;
  Asked asked;
  asked.owner.setParent(&whole);
  const QObject other;
  asked.asker.ask(until_stopped);
  const Board& board = Board::instance();
  EXPECT_TRUE(board.isAnyRunningFor(asked.owner));
  EXPECT_TRUE(board.isAnyRunningFor(whole));
  EXPECT_FALSE(board.isAnyRunningFor(other));
  ASSERT_TRUE(Board::instance().cancelAll());
  EXPECT_TRUE(board.isAnyRunningFor(whole));  // it is handed over
  ASSERT_TRUE(is_idle());
  EXPECT_FALSE(board.isAnyRunningFor(whole));
  asked.owner.setParent(nullptr);
}

TEST(Board, SaysHowFarTheOldestIs) {
  Asked asked;
  asked.asker.ask(until_stopped);
  Board& board = Board::instance();
  ASSERT_TRUE(QTest::qWaitFor([&] { return board.awaited().progress.has_value(); }, kPatience));
  EXPECT_EQ(*board.awaited().progress, (Progress{"waiting", "turns", 1, 4}));
  board.forgetAll();
  EXPECT_EQ(board.awaited().tasks, 0);
  EXPECT_TRUE(is_idle());
}

}  // namespace asker_test
}  // namespace treering::gui::jobs
