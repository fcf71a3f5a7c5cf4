#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>
#include <cstdlib>

#include "gui/jobs/asker.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace treering::gui::jobs {
namespace {

/// Of its own: what is freed does not wait for long work.
QThreadPool& disposal_pool() {
  static QThreadPool pool;
  pool.setMaxThreadCount(1);
  return pool;
}

}  // namespace

void dispose(std::function<void()> free) {
  const auto* const application = QCoreApplication::instance();
  if (application == nullptr || QThread::currentThread() != application->thread()) return free();
  disposal_pool().start(std::move(free));
}

void return_large_values() {
#ifdef __GLIBC__
  constexpr int kLarge = 4 << 20;  // bytes; smaller ones cost more than they give back
  mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

void return_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace treering::gui::jobs
