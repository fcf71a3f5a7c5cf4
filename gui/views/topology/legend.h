// What the lines of a picture stand for, below it: as large however small the picture is.
#pragma once

#include <QWidget>
#include <vector>

#include "report/drawing/sheet.h"

namespace treering::gui::views::topology {

class Legend final : public QWidget {
  Q_OBJECT

 public:
  explicit Legend(QWidget* parent = nullptr);

  /// Hidden where there is none.
  void show(const report::drawing::Picture& picture);
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Item {
    QString text;
    int line = -1;  // of lines_; -1: words alone
    QPoint at = {};
    int width = 0;
  };
  std::vector<Item> items(int width) const;

  std::vector<report::drawing::LegendEntry> lines_;
};

}  // namespace treering::gui::views::topology
