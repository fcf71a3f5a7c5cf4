// What takes two times, as two bars of numbered parts, with a legend of their values.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "app/advice/recommend.h"

namespace treering::gui::views::recommendation {

class ShareBars final : public QWidget {
  Q_OBJECT

 public:
  explicit ShareBars(QWidget* parent = nullptr);

  /// The names of both times: "Tree/LL128".
  void show(std::vector<app::advice::SharePair> pairs, const QString& first, const QString& second);
  void clear();
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  using Times = std::vector<double>;  // us, by pair

  Times times(bool is_first) const;
  void paint_bar(QPainter& painter, double top, bool is_first) const;
  void paint_legend(QPainter& painter) const;
  QString description() const;
  double longest() const;
  /// Of the values, as wide as the names need.
  int column_width() const;
  /// Of the names of parts, where the bars have this width.
  int names_width(int width) const;
  int row_height(const app::advice::SharePair& pair, int width) const;
  int legend_top() const;

  std::vector<app::advice::SharePair> pairs_;
  QString first_;
  QString second_;
};

}  // namespace treering::gui::views::recommendation
