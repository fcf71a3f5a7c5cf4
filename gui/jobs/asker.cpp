#include "gui/jobs/asker.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QThreadPool>
#include <atomic>

namespace treering::gui::jobs {
namespace {

std::atomic<int>& running() {
  static std::atomic<int> count = 0;
  return count;
}

}  // namespace

void run(QObject& owner, std::function<void()> work, std::function<void()> done) {
  ++running();
  QThreadPool::globalInstance()->start(
      [owner = QPointer<QObject>(&owner), work = std::move(work), done = std::move(done)] {
        work();
        // The application outlives the pool's work; whether the owner does is known in its thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [owner, done] {
              if (owner) done();
              --running();
            },
            Qt::QueuedConnection);
      });
}

bool is_any_running() {
  return running() > 0;
}

}  // namespace treering::gui::jobs
