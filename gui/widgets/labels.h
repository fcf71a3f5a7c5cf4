// Labels: a line that is cut where it is too long, a sentence about what is wrong, and plain text
// in all of them.
#pragma once

#include <QLabel>

namespace treering::gui::widgets {

// A line of text that widens nothing: its middle is left out where it is too long.

class ElidedLabel final : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  /// \param tip what the pointer over it shows, whether it is cut or not
  void setWhole(const QString& text, const QString& tip);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  QString whole_;
};

// A sentence about what is wrong: with a bar in the colour of errors at its left, on a ground of
// its own. Not to be seen while nothing is wrong.

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

// Texts are shown as they are. By itself Qt takes a text that looks like HTML for HTML: a machine
// named "<h1>" would be a heading, and one named "<img src=...>" would read a file.

/// From now on every label shows plain text, also the labels in tool tips and message boxes, which
/// Qt makes. A label that is written in HTML asks for Qt::RichText, and escapes what comes from
/// outside. \pre there is a QApplication
void show_texts_plain();

}  // namespace treering::gui::widgets
