// What is asked anew with every question of the window: its newest answer, and the question that
// this answer belongs to. Parts of views keep showing an answer to an earlier question until theirs
// is there: gui/window/curtain.h dims them meanwhile and names what is computed. What a part makes
// of an answer beside the window, a picture or a comparison, is an inquiry of its own (askOf): so a
// part shows nothing of which it is not known to what question that belongs.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "core/result.h"
#include "gui/jobs/asker.h"
#include "gui/models/question.h"

namespace treering::gui::models {

/// An answer, or why there is none; null while it is not there.
template <class Report>
using Answer = std::shared_ptr<const core::Result<Report>>;

/// Whether the user has cancelled the work on it.
template <class Report>
bool is_cancelled(const Answer<Report>& answer) {
  return answer && !*answer && answer->error().category == core::Category::Cancelled;
}

/// The report of an answer; null where there is none.
template <class Report>
const Report* report_of(const Answer<Report>& answer) {
  return answer && *answer ? &**answer : nullptr;
}

/// Whatever its answer is made of.
class Inquiry : public QObject {
  Q_OBJECT

 public:
  /// What becomes of an answer once it is not that of the question.
  enum class Old {
    Kept,      // parts of views show it, dimmed, until the next is there
    Pictured,  // it is large, its memory is for the next: a picture of the parts is shown, dimmed
    Freed,     // it is large, or nobody shows it: its memory is for the next
  };

  /// How far it is.
  enum class State { Idle, Awaited, Answered, Cancelled };

  struct Kind {
    QString what;  // "the times at every size"
    IsSame is_same;
    Old old = Old::Kept;
  };

  Inquiry(Kind kind, QObject* parent);

  const Kind& kind() const { return kind_; }
  const QString& what() const { return kind_.what; }
  bool isPictured() const { return kind_.old == Old::Pictured; }
  /// That it follows, with machines.
  const std::optional<Question>& question() const { return question_; }
  /// Since that, or one with the same answer, has come; however late somebody asks.
  qint64 age_ms() const { return since_.isValid() ? since_.elapsed() : 0; }
  /// How long the work on its last answer took, or on that of the one that it waits for; 0 before
  /// the first.
  qint64 took_ms() const;
  virtual State state() const = 0;
  /// The question of the answer that can be shown, if only by a picture; null: there is none.
  virtual const Question* shownQuestion() const = 0;
  /// Whether that answer is a report, and not the reason why there is none.
  bool isShownReport() const { return is_shown_report_; }
  /// Whether the answer that can be shown is not that of the question.
  bool isOld() const;
  /// Whether an answer of the question itself is not there, and somebody waits for it or has given
  /// it up.
  bool isLacking() const;

  /// Another question: an answer that is not its own is old, and the work on it ends. What was
  /// cancelled may be asked again, also where the answer would be the same.
  virtual void follow(const Question& question) = 0;
  /// It is asked once another one is answered: until then it is awaited, or cancelled, like that.
  /// The next question ends that.
  void waitFor(const Inquiry& first);

 Q_SIGNALS:
  /// Parts show the answer to a question that is another one next.
  void leaving();
  /// The state, or the question.
  void changed();
  /// There is an answer, or the user has cancelled it.
  void answered();

 protected:
  bool is_same_as(const Question& question) const;
  /// The question is another one from now on.
  void begin();
  /// How far the inquiry is that this one waits for; Idle: it waits for none.
  State state_of_first() const;
  void stop_waiting();
  /// The user has cancelled all work: nobody waits until it has ended.
  virtual void give_up() = 0;

  std::optional<Question> question_;
  bool is_shown_report_ = false;
  QElapsedTimer asked_;  // since its work has begun
  qint64 took_ms_ = 0;

 private:
  bool is_waiting() const { return first_ != nullptr && first_->isLacking(); }

  Kind kind_;
  QElapsedTimer since_;
  QPointer<const Inquiry> first_;  // that it waits for
  QMetaObject::Connection first_changes_;
};

template <class Report>
class InquiryFor final : public Inquiry {
 public:
  using Answer = models::Answer<Report>;

  explicit InquiryFor(Kind kind, QObject* parent = nullptr)
      : Inquiry(std::move(kind), parent),
        asker_(*this, [this](const Answer& answer) { take(answer); }) {}

  /// To the question; null while it is not there.
  const Answer& answer() const { return answer_; }
  const Report* report() const { return report_of(answer_); }
  /// The newest one that was not cancelled, perhaps to an earlier question.
  const Answer& shown() const { return shown_; }

  State state() const override {
    if (asker_.is_busy()) return State::Awaited;
    if (!answer_) return state_of_first();
    return is_cancelled(answer_) ? State::Cancelled : State::Answered;
  }
  const Question* shownQuestion() const override {
    return (shown_ || isPictured()) && shown_question_ ? &*shown_question_ : nullptr;
  }

  void follow(const Question& question) override {
    const bool is_same = is_same_as(question);
    question_ = question;
    if (!question.has_topology()) forget_shown();
    if (is_same) {
      if (answer_ && answer_ == shown_) shown_question_ = question;
      forget_cancelled();
      return;
    }
    if (shown_) Q_EMIT leaving();
    begin();
    asker_.cancel();
    answer_.reset();
    const bool is_back = shown_ && kind().is_same(*shown_question_, question);
    if (is_back) {
      answer_ = shown_;
      shown_question_ = question;
    } else if (kind().old != Old::Kept) {
      shown_.reset();
    }
    Q_EMIT changed();
  }

  /// Nothing where the answer is there or under way. \param work of jobs::answering
  template <class Work>
  void ask(Work work) {
    if (answer_ || asker_.is_busy()) return;
    stop_waiting();
    asked_.start();
    asker_.ask(std::move(work));
    Q_EMIT changed();
  }
  /// Asks for something that is made of the answer to `first`, once that is there. Where `first`
  /// has no answer, the reason is its reason. \param make a function of its report and of the Work,
  /// for a Result
  template <class Source, class Make>
  void askOf(const InquiryFor<Source>& first, Make make) {
    const auto& from = first.answer();
    if (answer_) return;
    if (!from || is_cancelled(from)) return waitFor(first);
    ask([from, make = std::move(make)](const jobs::Work& work) {
      return jobs::guarded([&]() -> core::Result<Report> {
        if (!*from) return core::fail((*from).error());
        if (work.is_cancelled()) return core::cancelled();
        return make(**from, work);
      });
    });
  }
  /// The work that goes on is for nothing: it is asked otherwise, of the same question.
  void abandon() { asker_.cancel(); }
  /// There are no such answers now.
  void drop() {
    asker_.cancel();
    answer_.reset();
    forget_shown();
    Q_EMIT changed();
  }

 private:
  void forget_cancelled() {
    if (!is_cancelled(answer_)) return;
    answer_.reset();
    Q_EMIT changed();
  }
  void forget_shown() {
    shown_.reset();
    shown_question_.reset();
  }
  void give_up() override {
    if (!asker_.is_busy()) return;
    asker_.cancel();
    take(std::make_shared<const core::Result<Report>>(core::cancelled()));
  }
  void take(const Answer& answer) {
    answer_ = answer;
    if (!is_cancelled(answer)) {
      shown_ = answer;
      shown_question_ = question_;
      is_shown_report_ = answer->has_value();
      took_ms_ = asked_.elapsed();
    }
    Q_EMIT answered();
    Q_EMIT changed();
  }

  Answer answer_;
  Answer shown_;
  std::optional<Question> shown_question_;
  jobs::Asker<Answer> asker_;
};

}  // namespace treering::gui::models
