#pragma once

#include <QObject>
#include <QSemaphore>
#include <QTest>
#include <QThread>
#include <memory>

#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "tests/gui/patience.h"

namespace treering::gui::jobs {

/// Work that waits, twice as much as there are threads, until the crowd ends: what is asked
/// meanwhile does not begin before.
class Crowd {
 public:
  Crowd() {
    const int count = 2 * QThread::idealThreadCount();
    for (int i = 0; i < count; ++i) {
      Board::instance().run(
          std::make_shared<Task>(owner_),
          [this](const Work&) {
            begun_.release();
            go_on_.acquire();
          },
          [] {});
    }
  }
  ~Crowd() {
    go_on_.release(2 * QThread::idealThreadCount());
    EXPECT_TRUE(QTest::qWaitFor([] { return !Board::instance().isAnyRunning(); }, kPatience));
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  Crowd(Crowd&&) = delete;
  Crowd& operator=(Crowd&&) = delete;

  bool fillsTheThreads() { return begun_.tryAcquire(QThread::idealThreadCount(), kPatience); }

 private:
  QObject owner_;
  QSemaphore begun_;
  QSemaphore go_on_;
};

}  // namespace treering::gui::jobs
