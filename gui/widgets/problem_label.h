// A sentence about what is wrong: with a bar in the colour of errors at its left, on a ground of
// its own. Not to be seen while nothing is wrong.
#pragma once

#include <QLabel>

namespace treering::gui::widgets {

/// Plain: something that is no error stands in the same place.
enum class Tone { Wrong, Plain };

class ProblemLabel final : public QLabel {
 public:
  explicit ProblemLabel(QWidget* parent = nullptr);

  /// Empty: nothing is wrong any more.
  void say(const QString& problem, Tone tone = Tone::Wrong);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Tone tone_ = Tone::Wrong;
};

}  // namespace treering::gui::widgets
