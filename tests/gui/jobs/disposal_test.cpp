#include <QTest>
#include <QThread>
#include <atomic>

#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "tests/gui/patience.h"

namespace treering::gui::jobs {
namespace disposal_test {

/// Remembers the thread in which it ended.
class Large {
 public:
  explicit Large(std::atomic<QThread*>& ended_in) : ended_in_(ended_in) {}
  ~Large() { ended_in_ = QThread::currentThread(); }
  Large(const Large&) = delete;
  Large& operator=(const Large&) = delete;
  Large(Large&&) = delete;
  Large& operator=(Large&&) = delete;

 private:
  std::atomic<QThread*>& ended_in_;
};

bool is_set(const std::atomic<QThread*>& thread) {
  return QTest::qWaitFor([&] { return thread != nullptr; }, kPatience);
}

TEST(Disposal, TheWindowsThreadLetsAnotherFree) {
  std::atomic<QThread*> ended_in = nullptr;
  auto value = disposable(std::shared_ptr<const Large>(std::make_shared<const Large>(ended_in)));
  auto other = value;
  value.reset();
  EXPECT_EQ(ended_in, nullptr);
  other.reset();
  ASSERT_TRUE(is_set(ended_in));
  EXPECT_NE(ended_in, QThread::currentThread());
}

TEST(Disposal, OthersFreeThemselves) {
  std::atomic<QThread*> ended_in = nullptr;
  auto value = disposable(std::shared_ptr<const Large>(std::make_shared<const Large>(ended_in)));
  const auto worker = std::unique_ptr<QThread>(QThread::create([&value] { value.reset(); }));
  worker->start();
  ASSERT_TRUE(worker->wait(kPatience));
  EXPECT_EQ(ended_in, worker.get());
}

TEST(Disposal, NothingStaysNothing) {
  EXPECT_EQ(disposable(std::shared_ptr<const Large>()), nullptr);
  EXPECT_EQ(disposable(3), 3);
}

TEST(Disposal, SharedAnswersAreDisposable) {
  using Answer = std::shared_ptr<const Large>;
  std::atomic<QThread*> ended_in = nullptr;
  QObject owner;
  Answer kept;
  Asker<Answer> asker(owner, [&](const Answer& answer) { kept = answer; });
  asker.ask([&ended_in] { return Answer(std::make_shared<const Large>(ended_in)); });
  ASSERT_TRUE(QTest::qWaitFor([] { return !Board::instance().isAnyRunning(); }, kPatience));
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(ended_in, nullptr);
  kept.reset();
  ASSERT_TRUE(is_set(ended_in));
  EXPECT_NE(ended_in, QThread::currentThread());
}

}  // namespace disposal_test
}  // namespace treering::gui::jobs
