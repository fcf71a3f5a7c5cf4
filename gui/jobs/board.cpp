#include "gui/jobs/board.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <utility>

namespace treering::gui::jobs {

Work Task::work() {
  return {stop_.get_token(), [this](const Progress& progress) {
            const std::scoped_lock lock(mutex_);
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

Board& Board::instance() {
  static Board board;
  return board;
}

std::shared_ptr<Task> Board::run(QObject& owner, std::function<void(const Work&)> work,
                                 std::function<void()> done) {
  auto task = std::make_shared<Task>();
  tasks_.push_back(task);
  QThreadPool::globalInstance()->start([this, task, owner = QPointer<QObject>(&owner),
                                        work = std::move(work), done = std::move(done)] {
    if (!task->is_forgotten()) work(task->work());
    // The application outlives the pool's work; whether the owner does is known in its thread.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [this, task, owner, done] {
          // After what `done` asks, so that there is no moment without work in between.
          if (owner && !task->is_forgotten()) done();
          end(task);
        },
        Qt::QueuedConnection);
  });
  Q_EMIT asked();
  return task;
}

void Board::end(const std::shared_ptr<Task>& task) {
  std::erase(tasks_, task);
  if (awaited().tasks == 0) Q_EMIT rested();
}

Awaited Board::awaited() const {
  Awaited all;
  for (const auto& task : tasks_) {
    if (task->is_forgotten()) continue;
    if (all.tasks++ == 0) all.age_ms = task->age_ms();
    if (!all.progress) all.progress = task->progress();
  }
  return all;
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
