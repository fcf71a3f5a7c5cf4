// A line of text that widens nothing: its middle is left out where it is too long.
#pragma once

#include <QLabel>

namespace treering::gui::widgets {

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

}  // namespace treering::gui::widgets
