#include "gui/widgets/plot_panel.h"

#include <QAreaSeries>
#include <QBoxLayout>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_over.h"
#include "gui/widgets/plot_pens.h"

namespace treering::gui::widgets {
namespace {

namespace charts = report::charts;

constexpr double kMarker = 8;  // pixels
constexpr double kDiamond = 12;
// Pixels.
constexpr int kLeastLines = 200;  // of the height of the lines: in less they are not told apart
constexpr int kLeastWidth = 250;
constexpr int kBelow = 74;  // around the lines: title and numbers of the axis

bool is_empty(const charts::Chart& chart) {
  return chart.series.empty() || chart.stops.empty();
}

template <class Drawn>
void append(QPointF place, const PlotFrame& frame, Drawn& drawn) {
  if (place.y() > 0 || frame.y_scale == charts::Scale::Linear) drawn.append(frame.of(place));
}

template <class Drawn>
void fill(Drawn& drawn, const std::vector<charts::Point>& points, const PlotFrame& frame) {
  for (const charts::Point& point : points) append(place_of(point), frame, drawn);
}

QScatterSeries* marks_of(const charts::Series& one, const PlotFrame& frame) {
  auto* const marks = new QScatterSeries;
  fill(*marks, one.points, frame);
  if (one.kind == charts::SeriesKind::Usual) {
    marks->setMarkerSize(kMarker);
    marks->setPen(pen_of(one));
    marks->setBrush(Qt::NoBrush);
    return marks;
  }
  marks->setMarkerShape(QScatterSeries::MarkerShapeRotatedRectangle);
  marks->setMarkerSize(kDiamond);
  marks->setPen(QPen(paint::theme().paper(), 1));
  marks->setBrush(colour_of(one.colour));
  return marks;
}

QLineSeries* line_of(const std::vector<charts::Point>& points, const QPen& pen,
                     const PlotFrame& frame) {
  auto* const line = new QLineSeries;
  fill(*line, points, frame);
  line->setPen(pen);
  return line;
}

/// The area of 80 % of runs.
QAreaSeries* area_of(const charts::Series& one, const PlotFrame& frame) {
  auto* const high = new QLineSeries;
  auto* const low = new QLineSeries;
  for (const charts::Point& point : one.points) {
    if (!point.within) continue;
    append({point.x, point.within->first}, frame, *low);
    append({point.x, point.within->second}, frame, *high);
  }
  auto* const area = new QAreaSeries(high, low);
  high->setParent(area);
  low->setParent(area);
  area->setBrush(band_colour(one));
  area->setPen(Qt::NoPen);
  return area;
}

QCategoryAxis* axis_of(const charts::Axis& axis, const PlotSpan& span,
                       const std::vector<PlotTick>& ticks) {
  auto* const result = new QCategoryAxis;
  result->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  result->setRange(span.low, span.high);
  result->setStartValue(span.low);
  for (const PlotTick& tick : ticks) result->append(tick.text, tick.at);
  result->setTitleText(QString::fromStdString(axis.title));
  result->setTitleFont(paint::picture_font(kPlotText));
  result->setLabelsFont(paint::picture_font(kPlotText));
  result->setTitleBrush(paint::theme().ink());
  result->setLabelsColor(paint::theme().ink());
  result->setGridLineColor(paint::theme().grid());
  result->setLinePenColor(paint::theme().faint());
  return result;
}

}  // namespace

class PlotPanel::View final : public QChartView {
 public:
  explicit View(PlotPanel& panel) : QChartView(&panel), panel_(panel) {
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    chart()->legend()->hide();
    chart()->setBackgroundRoundness(0);
    // New axes are laid out later than they are drawn for the first time.
    connect(chart(), &QChart::plotAreaChanged, viewport(), qOverload<>(&QWidget::update));
  }

  void renew() {
    frame_ = frame_of(panel_.chart_, room());
    chart()->removeAllSeries();
    for (QAbstractAxis* axis : chart()->axes()) {
      axis->hide();  // what it has drawn lives until the next turn of the event loop
      chart()->removeAxis(axis);
      delete axis;
    }
    chart()->setBackgroundBrush(paint::theme().paper());
    setBackgroundBrush(paint::theme().paper());
    const int below = panel_.chart_.segments.empty() ? 4 : kPlotRow + 6;
    const int left = panel_.chart_.segments.empty() ? 4 : 24;  // for the title of the row
    chart()->setMargins({left, 8, 16, below});
    if (is_empty(panel_.chart_)) return viewport()->update();
    add_axes();
    add_series();
    // Now: who paints before the event loop has its turn would see no axes.
    chart()->layout()->activate();
    viewport()->update();
  }

  const std::optional<double>& at() const { return at_; }
  void set_at(std::optional<double> x) {
    at_ = x;
    viewport()->update();
  }
  /// Without what is only there for those at the window.
  QPixmap picture() {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // new axes wait for it
    is_picture_ = true;
    QPixmap result = panel_.grab();
    is_picture_ = false;
    return result;
  }
  PlotGround ground() const { return {frame_, chart()->plotArea()}; }

 protected:
  void drawForeground(QPainter* painter, const QRectF& /*rect*/) override {
    if (is_empty(panel_.chart_)) return;
    painter->setFont(paint::picture_font(kPlotText));
    const charts::Chart& chart = panel_.chart_;
    paint_names(*painter, chart, ground(), paint_marks(*painter, chart, ground()));
    paint_segments(*painter, chart, ground(), viewport()->height() - 4);
    if (is_picture_) return;
    if (at_) paint_cross(*painter, chart, ground(), *at_);
    if (hasFocus()) {
      painter->setPen(QPen(paint::theme().accent(), 1));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
  }
  void mouseMoveEvent(QMouseEvent* event) override {
    panel_.point_at(stop_at(event->position()));
    const QString note = note_at(panel_.chart_, ground(), event->position());
    if (note != QToolTip::text()) {
      QToolTip::showText(event->globalPosition().toPoint(), note, viewport());
    }
  }
  void mousePressEvent(QMouseEvent* event) override { event->accept(); }
  void mouseReleaseEvent(QMouseEvent* event) override {
    const auto stop = stop_at(event->position());
    if (stop && event->button() == Qt::LeftButton) Q_EMIT panel_.clicked(*stop);
  }
  void resizeEvent(QResizeEvent* event) override {
    QChartView::resizeEvent(event);
    if (event->size() != event->oldSize()) renew();
  }
  bool viewportEvent(QEvent* event) override {
    if (event->type() == QEvent::Leave) panel_.point_at({});
    return QChartView::viewportEvent(event);
  }
  void keyPressEvent(QKeyEvent* event) override {
    switch (event->key()) {
      case Qt::Key_Left:
        return step(-1);
      case Qt::Key_Right:
        return step(1);
      case Qt::Key_Return:
      case Qt::Key_Enter:
      case Qt::Key_Space:
        if (at_) Q_EMIT panel_.clicked(*at_);
        return;
      case Qt::Key_Escape:
        return panel_.point_at({});
      default:
        event->ignore();  // scrolling has no use here
    }
  }

 private:
  PlotRoom room() const {
    constexpr int kTick = 55;  // pixels: narrower ones are cut
    constexpr int kRow = 18;   // likewise, of a text of a mark
    constexpr int kTickHeight = 24;
    constexpr int kBeside = 110;  // of the plot: title and numbers of the axis
    const int below = kBelow + (panel_.chart_.segments.empty() ? 0 : kPlotRow);
    const int height = std::max(viewport()->height() - below, 2 * kRow);
    return {(viewport()->width() - kBeside) / kTick, static_cast<double>(kRow) / height,
            height / kTickHeight};
  }

  void add_axes() {
    chart()->addAxis(axis_of(panel_.chart_.x, frame_.x, frame_.x_ticks), Qt::AlignBottom);
    chart()->addAxis(axis_of(panel_.chart_.y, frame_.y, frame_.y_ticks), Qt::AlignLeft);
  }

  void add(QAbstractSeries* series) {
    chart()->addSeries(series);
    for (QAbstractAxis* axis : chart()->axes()) series->attachAxis(axis);
  }

  void add_series() {
    for (const charts::Series& one : panel_.chart_.series) {
      if (one.band != charts::Band::None) add(area_of(one, frame_));
    }
    for (const charts::Series& one : panel_.chart_.series) {
      if (one.band == charts::Band::Alone) continue;
      if (charts::has_points_alone(one)) {
        add(marks_of(one, frame_));
        continue;
      }
      add(line_of(one.points, pen_of(one), frame_));
      for (const auto& part : thick_parts(one)) add(line_of(part, thick_pen_of(one), frame_));
    }
  }

  std::optional<double> stop_at(QPointF pixel) const {
    if (is_empty(panel_.chart_)) return {};
    const QRectF area = chart()->plotArea();
    const double share = (pixel.x() - area.left()) / area.width();
    constexpr double kBeside = 0.02;
    if (share < -kBeside || share > 1 + kBeside) return {};
    return nearest_stop(panel_.chart_,
                        std::exp2(frame_.x.low + share * (frame_.x.high - frame_.x.low)));
  }

  void step(int by) {
    const auto& stops = panel_.chart_.stops;
    if (stops.empty()) return;
    if (!at_) return panel_.point_at(by > 0 ? stops.front() : stops.back());
    const auto here = std::ranges::find(stops, *at_) - stops.begin() + by;
    const auto last = static_cast<std::ptrdiff_t>(stops.size()) - 1;
    panel_.point_at(stops[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(here, 0, last))]);
  }

  PlotPanel& panel_;
  PlotFrame frame_;
  std::optional<double> at_;
  bool is_picture_ = false;
};

PlotPanel::PlotPanel(QWidget* parent) : QWidget(parent), view_(new View(*this)) {
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(view_);
  setFocusProxy(view_);
  view_->renew();
}

PlotPanel::~PlotPanel() = default;

void PlotPanel::show(charts::Chart chart) {
  chart_ = std::move(chart);
  const QString title = QString::fromStdString(chart_.title);
  setAccessibleName(title);
  view_->setAccessibleName(title);
  const auto at = view_->at();
  if (at && std::ranges::find(chart_.stops, *at) == chart_.stops.end()) point_at({});
  view_->renew();
  updateGeometry();  // for the row of segments
}

QSize PlotPanel::minimumSizeHint() const {
  const int below = kBelow + (chart_.segments.empty() ? 0 : kPlotRow);
  return {kLeastWidth, kLeastLines + below};
}

QRectF PlotPanel::plotArea() const {
  const QRectF area = view_->ground().area;
  return area.translated(view_->mapTo(this, QPoint()));
}

QPixmap PlotPanel::picture() {
  return view_->picture();
}

QPoint PlotPanel::pixelOf(double x) const {
  const PlotGround ground = view_->ground();
  return view_->mapTo(this, QPointF(ground.pixel_of(x), ground.area.center().y()).toPoint());
}

void PlotPanel::point_at(std::optional<double> x) {
  if (x == view_->at()) return;
  view_->set_at(x);
  Q_EMIT hovered(x);
}

void PlotPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) view_->renew();
  QWidget::changeEvent(event);
}

}  // namespace treering::gui::widgets
