// The clock's controls: play, step, speed, the moment as a slider. Space plays, `.` and `,` step an
// event, `[` and `]` a phase, `<` and `>` change the speed, Home and End seek, L loops the
// selected span of time, U plays until its end, T slows down where much happens.
#pragma once

#include <QBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <QWidget>

#include "gui/models/clock.h"
#include "gui/models/selection.h"

namespace treering::gui::stage {

class PlaybackBar final : public QWidget {
  Q_OBJECT

 public:
  PlaybackBar(models::Clock& clock, const models::Selection& selection, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Control {
    QString text;
    QString name;
    QKeySequence key;
  };

  void arrange();
  void add_steps();
  void add_slider();
  void add_speeds();
  QToolButton* add_button(const Control& control);
  template <class Member>
  QToolButton* add(const Control& control, Member member);
  template <class Receiver, class Member>
  QToolButton* add_switch(const Control& control, Receiver* receiver, Member member);
  void loop_selected();
  void run_to_selected();
  void show_moment();
  void show_state();

  models::Clock& clock_;
  const models::Selection& selection_;
  QBoxLayout* rows_ = nullptr;
  QBoxLayout* buttons_ = nullptr;
  QBoxLayout* line_ = nullptr;  // the slider with its moment
  QToolButton* play_ = nullptr;
  QToolButton* loop_ = nullptr;
  QToolButton* slowing_ = nullptr;
  QSlider* slider_;
  QLabel* moment_;
  QLabel* speed_;
};

}  // namespace treering::gui::stage
