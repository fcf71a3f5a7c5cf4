// What the tints of ranks and of the bars of a timeline mean, in a line, or in two where that has
// no room; what does not fit then is left out.
#pragma once

#include <QWidget>

namespace treering::gui::stage {

class DeedsLegend final : public QWidget {
 public:
  explicit DeedsLegend(QWidget* parent = nullptr);

  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  /// It stands first, where it is shown.
  void setPathShown(bool is_shown);
  /// So many pixels and words of it are seen.
  int breadthOfSeen() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void tell();

  bool has_path_ = false;  // the critical one
};

}  // namespace treering::gui::stage
