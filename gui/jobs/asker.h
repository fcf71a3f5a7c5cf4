// Long questions, answered in worker threads so that the window goes on: what workers run, how only
// the answer to the newest question arrives, and which thread frees answers that are large.
#pragma once

#include <QObject>
#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/result.h"
#include "gui/jobs/board.h"

namespace treering::gui::jobs {

// Values so large that the thread of the window had better not free them.

/// Runs `free` in a thread for it where this is the window's, else at once.
void dispose(std::function<void()> free);

/// From now on a large value goes back to the system as soon as it is freed. The C library (glibc)
/// would keep such blocks once it has seen some come and go: up to 32 MB each.
void return_large_values();

/// Gives back to the system what is freed and the C library keeps, after work that needed much.
void return_memory();

/// The same value. Where the thread of the window is the last to let go of it, another frees it.
template <class Value>
std::shared_ptr<const Value> disposable(std::shared_ptr<const Value> value) {
  if (value == nullptr) return value;
  const Value* const there = value.get();
  return std::shared_ptr<const Value>(there, [value = std::move(value)](const Value*) mutable {
    dispose([last = std::move(value)]() mutable { last.reset(); });
  });
}

/// Values that are not shared end where they are.
template <class Value>
Value disposable(Value value) {
  return value;
}

// What workers run.

/// The result of a question. Nothing may throw in a worker: what does is an internal error.
template <class Question>
auto guarded(const Question& question) {
  using Result = std::invoke_result_t<const Question&>;
  try {
    return std::make_shared<const Result>(question());
  } catch (const std::exception& error) {
    return std::make_shared<const Result>(
        core::internal_error("this question", error.what(), {}, "report it with what you asked"));
  }
}

/// The answer() to a request of app's, for as long as somebody waits.
template <class Request>
auto answered(Request request, const Work& work) {
  using Result = decltype(answer(request));
  if constexpr (requires { request.work; }) request.work = work;
  return guarded([&]() -> Result {
    if (work.is_cancelled()) return core::cancelled();
    return answer(request);
  });
}

/// The same as a question for an Asker.
template <class Request>
auto answering(Request request) {
  return [request = std::move(request)](const Work& work) { return answered(request, work); };
}

// Long questions, answered in worker threads so that the window goes on: only the answer to the
// newest question arrives. Shared answers are disposable (gui/jobs/asker.h).

/// Of one kind of questions. Lives in the thread of `owner`, and not longer.
template <class Answer>
class Asker {
 public:
  Asker(QObject& owner, std::function<void(const Answer&)> take)
      : owner_(owner), take_(std::move(take)) {}
  ~Asker() { cancel(); }
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;
  Asker(Asker&&) = delete;
  Asker& operator=(Asker&&) = delete;

  /// \param question a function of the Work that it stops for and reports to, or of nothing where
  ///                 it is short. It must not refer to what may change, nor throw. The work on an
  ///                 earlier question ends, and nobody hears of it.
  template <class Question>
  void ask(Question question) {
    cancel();
    auto answer = std::make_shared<std::unique_ptr<const Answer>>();
    task_ = std::make_shared<Task>(owner_);
    Board::instance().run(
        task_,
        [answer, question = std::move(question)](const Work& work) {
          *answer = std::make_unique<const Answer>(disposable(answer_to(question, work)));
        },
        [this, answer] {
          task_ = nullptr;
          take_(**answer);
        });
  }
  void cancel() {
    if (task_) task_->forget();
    task_ = nullptr;
  }
  bool is_busy() const { return task_ != nullptr; }

 private:
  template <class Question>
  static Answer answer_to(const Question& question, const Work& work) {
    if constexpr (std::is_invocable_v<const Question&, const Work&>) {
      return question(work);
    } else {
      return question();
    }
  }

  QObject& owner_;
  std::function<void(const Answer&)> take_;
  std::shared_ptr<Task> task_;  // of the newest question; null: answered or forgotten
};

}  // namespace treering::gui::jobs
