#include "gui/stage/stage_canvas.h"

#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"

namespace treering::gui::stage {
namespace {

using app::simulation::Doing;
using paint::colour_of;
using paint::theme;
using paint::word_of;

constexpr double kLeastRank = 4;    // pixels of a rank's radius; smaller ones are one card
constexpr double kLeastNumber = 7;  // that a number fits into
constexpr std::size_t kMostFlights = 4096;
constexpr std::size_t kMostBlocks = 32;  // around a rank
constexpr int kMostRanksWithMemory = 512;
constexpr double kRing = 5;  // breadth of a rank's memory

QString name_of(int agent, int ranks) {
  return agent < ranks ? QObject::tr("rank %1").arg(agent)
                       : QObject::tr("switch %1").arg(agent - ranks);
}

}  // namespace

StageCanvas::StageCanvas(models::Selection& selection, models::Clock& clock, QWidget* parent)
    : Canvas(parent), selection_(selection), clock_(clock) {
  setAccessibleName(tr("Messages between ranks"));
  connect(&clock_, &models::Clock::moved, this, &StageCanvas::move);
  connect(&selection_, &models::Selection::changed, this, &Canvas::renew);
}

void StageCanvas::show(std::shared_ptr<const Scene> scene, const QString& why) {
  scene_ = std::move(scene);
  why_ = why;
  buffers_.reset();
  blocks_.clear();
  shown_.clear();
  if (scene_) {
    shown_.insert(scene_->shown_at_first.begin(), scene_->shown_at_first.end());
    if (scene_->ranks <= kMostRanksWithMemory) {
      buffers_ = std::make_unique<app::simulation::Buffers>(scene_->recorded);
      if (!buffers_->why_not().empty()) buffers_.reset();
    }
    setPlane(scene_->arrangement.plane);
  }
  move();
  renew();
}

void StageCanvas::setShown(std::set<std::size_t> patterns) {
  shown_ = std::move(patterns);
  renew();
}

/// The whole state is that of the clock's moment, however it got there.
void StageCanvas::move() {
  if (buffers_) {
    buffers_->seek(clock_.now());
    blocks_.resize(static_cast<std::size_t>(scene_->ranks));
    for (int rank = 0; rank < scene_->ranks; ++rank) {
      blocks_[static_cast<std::size_t>(rank)] = blocks_of(*buffers_, rank, kMostBlocks);
    }
  }
  update();
  Q_EMIT momentChanged();
}

bool StageCanvas::is_shown(std::size_t lane) const {
  const int channel = scene_->stage().lanes[lane].channel;
  return shown_.contains(
      static_cast<std::size_t>(scene_->pattern_of[static_cast<std::size_t>(channel)]));
}

bool StageCanvas::has_ranks() const {
  return scene_->arrangement.radius * scale() >= kLeastRank;
}

void StageCanvas::paintStill(QPainter& painter) {
  if (!scene_) return;
  paint_cards(painter);
  paint_lanes(painter);
}

void StageCanvas::paint_cards(QPainter& painter) const {
  const auto& cards = scene_->arrangement.nodes;
  const QRectF view = seen();
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (!view.intersects(cards[i])) continue;
    const paint::BoxColours colours = theme().box(report::drawing::Role::Host);
    painter.setPen(QPen(colours.stroke, 1));
    painter.setBrush(theme().palette().color(QPalette::Window));
    painter.drawRoundedRect(cards[i], 8, 8);
    constexpr double kText = 11;
    if (cards.size() == 1 || kText * scale() < 6) continue;
    painter.setPen(theme().faint());
    painter.setFont(paint::picture_font(kText, true));
    painter.drawText(cards[i].adjusted(8, 4, -4, -4), Qt::AlignLeft | Qt::AlignTop,
                     tr("node %1").arg(i));
  }
}

void StageCanvas::paint_lanes(QPainter& painter) const {
  const auto& lanes = scene_->stage().lanes;
  const auto& places = scene_->arrangement.places;
  std::set<std::tuple<int, int, int>> done;  // from, to, pattern
  painter.setBrush(Qt::NoBrush);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!is_shown(i)) continue;
    const int pattern = scene_->pattern_of[static_cast<std::size_t>(lanes[i].channel)];
    if (!done.emplace(lanes[i].from, lanes[i].to, pattern).second) continue;
    QPainterPath path(places[static_cast<std::size_t>(lanes[i].from)]);
    path.quadTo(scene_->bends[i], places[static_cast<std::size_t>(lanes[i].to)]);
    if (!seen().intersects(path.controlPointRect())) continue;
    const int colour = scene_->colour_of[static_cast<std::size_t>(lanes[i].channel)];
    painter.setPen(theme().series_pen(colour, has_ranks() ? 1.6 : 1.2 / scale()));
    painter.drawPath(path);
    if (!has_ranks()) continue;
    const QPointF tip = scene_->at(i, 0.55);
    const QPointF back = scene_->at(i, 0.49);
    const QPointF along = tip - back;
    const double length = std::hypot(along.x(), along.y());
    if (length <= 0) continue;
    const QPointF unit = along / length * 6;
    const QPointF side(-unit.y() / 2, unit.x() / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().series(colour));
    painter.drawPolygon(QPolygonF{tip, tip - unit + side, tip - unit - side});
    painter.setBrush(Qt::NoBrush);
  }
}

void StageCanvas::paintMoving(QPainter& painter) {
  if (!scene_) return;
  has_ranks() ? paint_ranks(painter) : paint_nodes(painter);
  paint_flights(painter);
}

void StageCanvas::paint_ranks(QPainter& painter) const {
  const std::vector<Doing> doing = scene_->moments->doing(clock_.now());
  const double reach = scene_->arrangement.radius + kRing;
  const QRectF view = seen().adjusted(-reach, -reach, reach, reach);
  for (std::size_t i = 0; i < doing.size(); ++i) {
    if (view.contains(scene_->arrangement.places[i])) {
      paint_rank(painter, static_cast<int>(i), doing[i]);
    }
  }
}

void StageCanvas::paint_rank(QPainter& painter, int agent, Doing doing) const {
  const QPointF at = scene_->arrangement.places[static_cast<std::size_t>(agent)];
  const double radius = scene_->arrangement.radius;
  const auto rank = static_cast<std::size_t>(agent);
  const auto& chosen = selection_.now().ranks;
  const bool is_chosen = std::ranges::find(chosen, agent) != chosen.end();
  if (rank < blocks_.size()) {
    const double outer = radius + kRing;
    const QRectF around(at.x() - outer, at.y() - outer, 2 * outer, 2 * outer);
    constexpr int kWhole = 360 * 16;  // of a circle, in Qt's units
    const auto count = static_cast<int>(blocks_[rank].size());
    painter.setPen(QPen(theme().paper(), 0.6));
    for (int i = 0; i < count; ++i) {
      QColor colour = theme().series(2);
      const double share = blocks_[rank][static_cast<std::size_t>(i)].share;
      colour.setAlphaF(static_cast<float>(0.1 + 0.9 * share));
      painter.setBrush(share > 0 ? colour : theme().grid());
      painter.drawPie(around, kWhole / 4 - (i + 1) * kWhole / count, kWhole / count);
    }
  }
  const QColor fill = colour_of(doing);
  painter.setBrush(theme().paper());
  painter.setPen(Qt::NoPen);
  painter.drawEllipse(at, radius, radius);
  QColor tint = fill;
  tint.setAlphaF(0.45F);
  painter.setBrush(tint);
  painter.setPen(QPen(is_chosen ? theme().accent() : theme().faint(), is_chosen ? 3 : 1));
  painter.drawEllipse(at, radius - 0.5, radius - 0.5);
  if (radius * scale() < kLeastNumber) return;
  painter.setPen(theme().ink());
  painter.setFont(paint::picture_font(agent < scene_->ranks ? 12 : 9, true));
  const QString text =
      agent < scene_->ranks ? QString::number(agent) : tr("sw %1").arg(agent - scene_->ranks);
  painter.drawText(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                   Qt::AlignCenter, text);
}

/// Where ranks are too small: how many of a node's do something.
void StageCanvas::paint_nodes(QPainter& painter) const {
  const std::vector<Doing> doing = scene_->moments->doing(clock_.now());
  const auto& cards = scene_->arrangement.nodes;
  std::vector<int> busy(cards.size());
  std::vector<int> all(cards.size());
  for (std::size_t i = 0; i < doing.size(); ++i) {
    const auto node = static_cast<std::size_t>(scene_->arrangement.node_of[i]);
    ++all[node];
    if (doing[i] != Doing::Waits) ++busy[node];
  }
  painter.setPen(Qt::NoPen);
  const QRectF view = seen();
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (!view.intersects(cards[i]) || all[i] == 0) continue;
    QColor colour = theme().series(5);
    colour.setAlphaF(static_cast<float>(0.1 + 0.8 * busy[i] / all[i]));
    painter.setBrush(colour);
    painter.drawRect(cards[i]);
  }
}

void StageCanvas::paint_flights(QPainter& painter) const {
  constexpr double kDot = 4.5;
  const double size = has_ranks() ? kDot : kDot / 2 / scale();
  painter.setPen(QPen(theme().paper(), size / 5));
  for (const auto& flight : scene_->moments->flights(clock_.now(), kMostFlights)) {
    const auto lane = static_cast<std::size_t>(flight.lane);
    if (!is_shown(lane)) continue;
    const int channel = scene_->stage().lanes[lane].channel;
    painter.setBrush(theme().series(scene_->colour_of[static_cast<std::size_t>(channel)]));
    painter.drawEllipse(scene_->at(lane, flight.progress), size, size);
  }
}

void StageCanvas::paintOver(QPainter& painter) {
  painter.setPen(theme().faint());
  if (!scene_) {
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                     why_.isEmpty() ? tr("Choose a topology: the run appears here.") : why_);
    return;
  }
  painter.setPen(theme().ink());
  QFont font = paint::picture_font(15, true);
  painter.setFont(font);
  const bool has_ended = clock_.now() >= scene_->moments->end_us();
  const QString title = tr("%1: %2 us%3")
                            .arg(QString::fromStdString(scene_->title))
                            .arg(scene_->time_us, 0, 'f', 1)
                            .arg(has_ended ? tr(", done") : QString());
  painter.drawText(QRectF(12, 8, width() - 24, 24), Qt::AlignLeft, title);
}

int StageCanvas::rank_at(QPointF at) const {
  const auto& places = scene_->arrangement.places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const QPointF far = places[i] - at;
    if (std::hypot(far.x(), far.y()) <= scene_->arrangement.radius + kRing) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void StageCanvas::clicked(QPointF at, Qt::KeyboardModifiers keys) {
  if (!scene_) return;
  models::Selected selected = selection_.now();
  const int rank = rank_at(at);
  if (!keys.testFlag(Qt::ShiftModifier)) selected.ranks.clear();
  if (rank >= 0) selected.ranks.push_back(rank);
  selection_.select(selected);
}

void StageCanvas::hovered(QPointF at, QPoint global) {
  const int rank = scene_ ? rank_at(at) : -1;
  if (rank < 0) return QToolTip::hideText();
  const auto doing = scene_->moments->doing(clock_.now());
  QString text =
      tr("%1 %2").arg(name_of(rank, scene_->ranks), word_of(doing[static_cast<std::size_t>(rank)]));
  if (static_cast<std::size_t>(rank) < blocks_.size()) {
    double share = 0;
    const auto& blocks = blocks_[static_cast<std::size_t>(rank)];
    for (const Block& one : blocks) share += one.share / static_cast<double>(blocks.size());
    text += tr("\nholds %1 % of all values of all data").arg(100 * share, 0, 'f', 0);
  }
  QToolTip::showText(global, text, this);
}

}  // namespace treering::gui::stage
