// Measured over expected times by size: both axes logarithmic, the 80 % interval as a band.
#pragma once

#include <QWidget>
#include <vector>

namespace treering::gui::views::check {

struct Ratio {
  double bytes = 0;
  double measured = 1;  // all as shares of the expected time
  double low = 1;
  double high = 1;
  bool is_inside = true;
};

class RatioChart final : public QWidget {
  Q_OBJECT

 public:
  explicit RatioChart(QWidget* parent = nullptr);

  void show(std::vector<Ratio> ratios);
  QSize sizeHint() const override { return {480, 200}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Scale;

  void paint_grid(QPainter& painter, const Scale& scale) const;
  void paint_band(QPainter& painter, const Scale& scale) const;
  void paint_points(QPainter& painter, const Scale& scale) const;

  std::vector<Ratio> ratios_;  // by size
};

}  // namespace treering::gui::views::check
