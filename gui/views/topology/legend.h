// What the lines of a picture stand for, or how busy links of each colour are, below it: as large
// however small the picture is.
#pragma once

#include <QPen>
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
  /// Whether links have the colours of their loads.
  void setLoadsShown(bool are_shown);
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Item {
    QString text;
    QPen pen = Qt::NoPen;  // of a sample; none: words alone
    QPoint at = {};
    int width = 0;
  };
  std::vector<Item> kinds() const;
  static std::vector<Item> loads();
  std::vector<Item> items(int width) const;

  std::vector<report::drawing::LegendEntry> lines_;
  bool has_loads_ = false;
};

}  // namespace treering::gui::views::topology
