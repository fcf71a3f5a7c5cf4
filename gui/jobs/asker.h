// Long questions, answered in worker threads so that the window goes on: only the answer to the
// newest question arrives. Shared answers are disposable (gui/jobs/disposal.h).
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "gui/jobs/board.h"
#include "gui/jobs/disposal.h"

namespace treering::gui::jobs {

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
