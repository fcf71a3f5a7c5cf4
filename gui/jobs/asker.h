// Long questions, answered in worker threads so that the window goes on: only the answer to the
// newest question arrives.
#pragma once

#include <QObject>
#include <QPointer>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace treering::gui::jobs {

/// Runs `work` in a worker thread, then `done` in the thread of `owner`, if that still lives.
void run(QObject& owner, std::function<void()> work, std::function<void()> done);

/// Whether any work runs, or waits to be taken.
bool is_any_running();

/// Of one kind of questions. Lives in the thread of `owner`, and not longer.
template <class Answer>
class Asker {
 public:
  Asker(QObject& owner, std::function<void(const Answer&)> take)
      : owner_(owner), take_(std::move(take)) {}

  /// `question` must not refer to what may change. An earlier one is forgotten: its work goes on
  /// where it has begun, but nobody hears of it.
  void ask(std::function<Answer()> question) {
    const std::uint64_t number = ++*newest_;
    is_busy_ = true;
    auto answer = std::make_shared<std::unique_ptr<const Answer>>();
    const std::shared_ptr<std::uint64_t> newest = newest_;
    run(
        owner_,
        [answer, question = std::move(question)] {
          *answer = std::make_unique<const Answer>(question());
        },
        [this, answer, newest, number] {
          if (*newest != number) return;
          is_busy_ = false;
          take_(**answer);
        });
  }
  void cancel() {
    ++*newest_;
    is_busy_ = false;
  }
  bool is_busy() const { return is_busy_; }

 private:
  QObject& owner_;
  std::function<void(const Answer&)> take_;
  // Of the owner's thread alone; shared so that late answers find it.
  std::shared_ptr<std::uint64_t> newest_ = std::make_shared<std::uint64_t>(0);
  bool is_busy_ = false;
};

}  // namespace treering::gui::jobs
