// Plays a lesson: asks what a step shows, and brings back the question from before.
#pragma once

#include <QObject>
#include <cstddef>
#include <optional>

#include "gui/jobs/asker.h"
#include "gui/lessons/lesson.h"
#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::lessons {

/// The question of a lesson's step: `base` with the step's call, ways and nodes, and no faults.
models::Question asked_by(const Step& step, const models::Question& base);

class Player final : public QObject {
  Q_OBJECT

 public:
  struct Shared {
    models::Session& session;
    models::Selection& selection;
    models::Clock& clock;
  };
  explicit Player(const Shared& shared, QObject* parent = nullptr);

  /// On the open machine where it has what the lesson needs, else on another. `step` from 0 on.
  void begin(const Lesson& lesson, std::size_t step = 0);
  void next();
  void back();
  /// The question and the selection are those from before.
  void leave();

  /// Null while none is played.
  const Lesson* lesson() const { return lesson_; }
  const Step& step() const { return lesson_->steps[number_]; }
  std::size_t number() const { return number_; }
  bool hasNext() const { return lesson_ != nullptr && number_ + 1 < lesson_->steps.size(); }
  bool hasBack() const { return lesson_ != nullptr && number_ > 0; }
  /// Which machine it is on, and why not on the open one; empty on that.
  QString note() const;
  /// The figures of the question as it is now; empty while they are worked out.
  const QStringList& figures() const { return figures_; }
  /// The question that was cancelled, or for which the step's figures are computed: a sentence.
  /// Empty where the step has all that it shows.
  QString lacking() const;

 Q_SIGNALS:
  void changed();  // the lesson, its step, the note or the figures
  void viewWanted(const QString& id);
  void layoutWanted(bool is_unfolded);

 private:
  struct Before {
    models::Question question;
    models::Selected selected;
    int step_of_history = 0;
    int nodes = 0;  // of the machine; 0: none is open
  };

  Before now() const;
  void choose_machine();
  void take_usual_machine(const QString& note);
  /// The step is about a machine of its own.
  bool is_elsewhere() const;
  /// Whether the open machine cannot show the lesson, and another is shown now. A run that was
  /// cancelled says nothing about that.
  bool leaves_own_machine(models::Side side);
  void show_step();
  void take_way_back(int index);
  void take_run(models::Side side);
  void take_question();
  void forget_figures();
  void compute_figures();
  void seek();

  models::Session& session_;
  models::Selection& selection_;
  models::Clock& clock_;
  jobs::Asker<Figures> figures_asker_;
  const Lesson* lesson_ = nullptr;
  std::size_t number_ = 0;
  Before before_;
  models::Question base_;   // with the machine of the lesson
  bool is_on_own_ = false;  // the machine that was open
  bool is_asking_ = false;
  std::optional<double> end_us_;  // of the run in which the step's moment was shown
  QString note_;
  QStringList figures_;
};

}  // namespace treering::gui::lessons
