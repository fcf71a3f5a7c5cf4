#include "gui/jobs/board.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <algorithm>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace treering::gui::jobs {
namespace {

/// From now on the thread that calls it, and those that it starts, leave the processors to the
/// window first. On Linux priorities of threads are theirs alone, and QThread's have no effect.
void let_painting_go_first() {
#ifdef __linux__
  constexpr int kNice = 10;  // of 19: other programs at 0 still leave it a tenth of a processor
  thread_local const int kOnce = setpriority(PRIO_PROCESS, 0, kNice);
  static_cast<void>(kOnce);
#endif
}

}  // namespace

Work Task::work() {
  return {stop_.get_token(), [this](const Progress& progress) {
            const std::scoped_lock lock(mutex_);
            if (progress_ != progress) said_.start();
            progress_ = progress;
          }};
}

void Task::forget() {
  is_forgotten_ = true;
  stop_.request_stop();
}

std::optional<Progress> Task::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

qint64 Task::still_ms() const {
  const std::scoped_lock lock(mutex_);
  return said_.isValid() ? said_.elapsed() : 0;
}

/// Work hands over its end to the application, which therefore ends after it.
Board::Board() {
  threads_.setThreadPriority(QThread::LowPriority);
  qAddPostRoutine([] {
    instance().forgetAll();
    instance().threads_.waitForDone();
  });
}

Board& Board::instance() {
  static Board board;
  return board;
}

void Board::run(const std::shared_ptr<Task>& task, std::function<void(const Work&)> work,
                std::function<void()> done) {
  tasks_.push_back(task);
  threads_.start([this, task, work = std::move(work), done = std::move(done)] {
    let_painting_go_first();
    if (!task->is_forgotten()) work(task->work());
    // The application outlives the work; whether the owner does is known in its thread.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [this, task, done] {
          // After what `done` asks, so that there is no moment without work in between.
          if (task->owner() != nullptr && !task->is_forgotten()) done();
          end(task);
        },
        Qt::QueuedConnection);
  });
  Q_EMIT asked();
}

void Board::end(const std::shared_ptr<Task>& task) {
  std::erase(tasks_, task);
  Q_EMIT ended();
  if (awaited().tasks == 0) Q_EMIT rested();
}

Awaited Board::awaited() const {
  Awaited all;
  for (const auto& task : tasks_) {
    if (task->is_forgotten() || task->is_stopped()) continue;
    if (all.tasks++ == 0) all.age_ms = task->age_ms();
    if (all.progress) continue;
    all.progress = task->progress();
    all.still_ms = task->still_ms();
  }
  return all;
}

bool Board::isAnyRunningFor(const QObject& whole) const {
  return std::ranges::any_of(tasks_, [&](const auto& task) {
    const QObject* one = task->is_forgotten() ? nullptr : task->owner();
    while (one != nullptr && one != &whole) one = one->parent();
    return one != nullptr;
  });
}

bool Board::cancelAll() {
  if (awaited().tasks == 0) return false;
  for (const auto& task : tasks_) task->stop();
  Q_EMIT cancelled();
  return true;
}

void Board::forgetAll() {
  for (const auto& task : tasks_) task->forget();
}

}  // namespace treering::gui::jobs
