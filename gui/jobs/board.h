// All work of the window: what is waited for, how far it is, and how it is cancelled.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/work/work.h"

namespace treering::gui::jobs {

using app::work::Progress;
using app::work::Work;

/// One question on its way. All but report() belongs to the thread of the window.
class Task {
 public:
  explicit Task(QObject& owner) : owner_(&owner) { since_.start(); }

  /// What the work looks at and reports to. Refers to this.
  Work work();
  /// The work ends soon, and hands over that it was cancelled, or what it has found by then.
  void stop() { stop_.request_stop(); }
  bool is_stopped() const { return stop_.stop_requested(); }
  /// The work ends soon, and nobody hears of it.
  void forget();
  bool is_forgotten() const { return is_forgotten_; }
  /// Who waits for it; null once that is gone.
  const QObject* owner() const { return owner_; }
  std::optional<Progress> progress() const;
  qint64 age_ms() const { return since_.elapsed(); }
  /// Since the progress has become another.
  qint64 still_ms() const;

 private:
  QPointer<const QObject> owner_;
  std::stop_source stop_;
  std::atomic<bool> is_forgotten_ = false;
  QElapsedTimer since_;
  mutable std::mutex mutex_;
  std::optional<Progress> progress_;  // under the mutex,
  QElapsedTimer said_;                // and when that was said
};

/// What is waited for.
struct Awaited {
  int tasks = 0;                       // without those that are forgotten, or stopped
  qint64 age_ms = 0;                   // of the oldest
  std::optional<Progress> progress{};  // of the oldest that says how far it is
  qint64 still_ms = 0;                 // since that has said anything else
};

/// Lives in the thread of the window. Its threads are its own: Qt paints in those of the global
/// pool, and the window would stand still until one of them is free.
class Board final : public QObject {
  Q_OBJECT

 public:
  static Board& instance();

  /// Runs `work` in a worker thread, then `done` in the window's, if the owner of the task still
  /// lives. Work that is forgotten before it begins is not done. Who asks has the task first: those
  /// who hear of it at once see that it is awaited.
  void run(const std::shared_ptr<Task>& task, std::function<void(const Work&)> work,
           std::function<void()> done);

  Awaited awaited() const;
  /// Whether any work runs, also forgotten, or has ended and is not handed over yet.
  bool isAnyRunning() const { return !tasks_.empty(); }
  /// Whether a part of `whole`, or that itself, still gets something, if only what was stopped.
  bool isAnyRunningFor(const QObject& whole) const;
  /// Stops all that is waited for: its askers hear of it. Whether there was any.
  bool cancelAll();
  /// Nobody waits for anything any more: the window closes.
  void forgetAll();

 Q_SIGNALS:
  /// Something was asked.
  void asked();
  void cancelled();
  /// Some work has ended, and is handed over.
  void ended();
  /// Nothing is waited for any more.
  void rested();

 private:
  Board();
  void end(const std::shared_ptr<Task>& task);

  QThreadPool threads_;
  std::vector<std::shared_ptr<Task>> tasks_;  // the oldest first
};

}  // namespace treering::gui::jobs
