#include "gui/stage/stage_canvas.h"

#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/units.h"
#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"
#include "gui/stage/captions.h"
#include "gui/stage/layers.h"

namespace treering::gui::stage {
namespace {

using app::simulation::Doing;
using paint::theme;
using paint::word_of;

constexpr std::size_t kMostFlights = 4096;
constexpr std::size_t kMostBlocks = 32;  // around a rank
constexpr int kMostRanksWithMemory = 512;

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
  const bool is_same_run = scene_ && scene && scene_->moments == scene->moments;
  scene_ = std::move(scene);
  why_ = why;
  if (scene_) setPlane(scene_->arrangement.plane);
  if (is_same_run) return move();
  forget();
  now_.reset();
  buffers_.reset();
  blocks_.clear();
  if (scene_) has_memories_ = scene_->ranks <= kMostRanksWithMemory;
  setShown(scene_ ? std::set(scene_->shown_at_first.begin(), scene_->shown_at_first.end())
                  : std::set<std::size_t>());
  move();
}

void StageCanvas::setShown(std::set<std::size_t> patterns) {
  shown_ = std::move(patterns);
  channels_.clear();
  if (scene_) {
    for (const int pattern : scene_->pattern_of) {
      channels_.push_back(shown_.contains(static_cast<std::size_t>(pattern)));
    }
  }
  renew();
}

void StageCanvas::setPathShown(bool is_shown) {
  if (has_path_ == is_shown) return;
  has_path_ = is_shown;
  renew();
}

std::size_t StageCanvas::hiddenPathWays() const {
  if (!scene_) return 0;
  const Look now = look();
  return static_cast<std::size_t>(
      std::ranges::count_if(scene_->critical, [&](std::size_t lane) { return !now.has(lane); }));
}

/// What each rank holds now.
void StageCanvas::remember() {
  if (scene_ && has_memories_ && !buffers_) {
    buffers_ = std::make_unique<app::simulation::Buffers>(scene_->moments->run());
    has_memories_ = buffers_->why_not().empty();
    if (!has_memories_) buffers_.reset();
  }
  if (buffers_) {
    buffers_->seek(clock_.now());
    blocks_.resize(static_cast<std::size_t>(scene_->ranks));
    for (int rank = 0; rank < scene_->ranks; ++rank) {
      blocks_[static_cast<std::size_t>(rank)] = models::blocks_of(*buffers_, rank, kMostBlocks);
    }
  }
}

/// The whole state is that of the clock's moment, however it got there; found when it is seen.
void StageCanvas::move() {
  if (!isVisible()) return;
  remember();
  update();
  Q_EMIT momentChanged();
}

void StageCanvas::showEvent(QShowEvent* event) {
  Canvas::showEvent(event);
  move();
}

Look StageCanvas::look() const {
  return {*scene_, shown_, seen(), scale()};
}

bool StageCanvas::paintStill(QPainter& painter, Piece piece) {
  names_ = {};
  if (!scene_) return true;
  const Look now = look();
  if (piece == Piece::First) {
    lanes_ = {};
    paint_cards(painter, now);
  }
  if (!lanes_.paint(painter, now)) return false;
  const NodeNames names = node_names(now, painter.worldTransform());
  if (has_path_) paint_critical(painter, now);
  const Captions captions = names.all.empty() ? Captions::All : Captions::TitlesOnly;
  has_names_ = paint_captions(painter, now, captions) > 0 || !names.all.empty();
  names_ = layer_of(names, size(), devicePixelRatioF());
  return true;
}

void StageCanvas::paintMoving(QPainter& painter) {
  if (!scene_) return;
  const Look now = look();
  const std::vector<Doing> deeds = doing();
  now.has_ranks() ? paint_ranks(painter, deeds) : paint_nodes(painter, now, deeds);
  paint_flights(painter, now, flights(), selection_.now().data);
  if (names_.isNull()) return;
  const QTransform to_plane = painter.worldTransform();
  painter.resetTransform();
  painter.drawPixmap(0, 0, names_);
  painter.setWorldTransform(to_plane);
}

const app::simulation::Moments::Now& StageCanvas::now() const {
  if (!now_ || now_->us() != clock_.now()) now_ = scene_->moments->at(clock_.now());
  return *now_;
}

/// By place, on the channels that are shown there.
std::vector<Doing> StageCanvas::doing() const {
  app::simulation::Moments::Groups copies{scene_->copy_of, scene_->arrangement.copies()};
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (!channels_[i]) copies.of_channel[i] = -1;
  }
  return scene_->moments->doing(now(), copies);
}

std::vector<app::simulation::Flight> StageCanvas::flights() const {
  return scene_->moments->flights(now(), {channels_, kMostFlights});
}

void StageCanvas::paint_ranks(QPainter& painter, const std::vector<Doing>& deeds) const {
  const double reach = scene_->arrangement.radius + kMemoryRing;
  const QRectF view = seen().adjusted(-reach, -reach, reach, reach);
  const auto& chosen = selection_.now().ranks;
  const Arrangement& arrangement = scene_->arrangement;
  for (std::size_t i = 0; i < arrangement.places.size(); ++i) {
    if (arrangement.card_of[i] < 0 || !view.contains(arrangement.places[i])) continue;
    const int agent = arrangement.agent_at(i);
    const auto number = static_cast<std::size_t>(agent);
    const bool is_chosen = std::ranges::find(chosen, agent) != chosen.end();
    paint_rank(painter, look(),
               {i, deeds[i], number < blocks_.size() ? &blocks_[number] : nullptr, is_chosen});
  }
}

QString StageCanvas::hint() const {
  const bool has_rows =
      scene_ && scene_->layout == Layout::Machines && scene_->nodes > kMostInCircle;
  if (!has_rows || has_names_ || look().has_ranks()) return {};
  return tr("%1 nodes, row by row from the top left, every second row from the right: zoom in for "
            "their names")
      .arg(scene_->nodes);
}

void StageCanvas::paint_hint(QPainter& painter) const {
  constexpr double kTextPx = 11;
  constexpr int kHintPad = 4;
  const QString text = hint();
  if (text.isEmpty()) return;
  painter.setFont(paint::picture_font(kTextPx));
  const QRect below = rect().adjusted(kHintPad, kHintPad, -kHintPad, -kHintPad);
  const int flags = Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap;
  const QRect area = painter.boundingRect(below, flags, text);
  painter.fillRect(area.adjusted(-kHintPad, 0, kHintPad, 0), theme().paper());
  painter.setPen(theme().ink());
  painter.drawText(below, flags, text);
}

void StageCanvas::paintOver(QPainter& painter) {
  if (scene_) return paint_hint(painter);
  painter.setPen(theme().faint());
  painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                   why_.isEmpty() ? tr("Choose a topology: the run appears here.") : why_);
}

std::optional<std::size_t> StageCanvas::place_at(QPointF at) const {
  const auto& places = scene_->arrangement.places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (scene_->arrangement.card_of[i] < 0) continue;
    const QPointF far = places[i] - at;
    if (std::hypot(far.x(), far.y()) <= scene_->arrangement.radius + kMemoryRing) return i;
  }
  return {};
}

void StageCanvas::clicked(QPointF at, Qt::KeyboardModifiers keys) {
  if (!scene_) return;
  models::Selected selected = selection_.now();
  const auto place = place_at(at);
  const int rank = place ? scene_->arrangement.agent_at(*place) : -1;
  const bool may_be_flight = rank < 0 && look().has_ranks();
  const auto all = may_be_flight ? flights() : std::vector<app::simulation::Flight>();
  if (const auto* const flight = flight_at(look(), at, all)) {
    selected.data = scene_->moments->data_of(*flight);
    return selection_.select(selected);
  }
  if (!keys.testFlag(Qt::ShiftModifier)) selected.ranks.clear();
  if (rank >= 0) selected.ranks.push_back(rank);
  if (rank < 0) selected.data.clear();
  selection_.select(selected);
}

QString StageCanvas::flight_words(QPointF at) const {
  const auto all = flights();
  const auto* const flight = flight_at(look(), at, all);
  if (flight == nullptr) return {};
  const auto& lane = scene_->stage().lanes[static_cast<std::size_t>(flight->lane)];
  return tr("%1 from %2 to %3, channel %4; a click selects its data")
      .arg(QString::fromStdString(core::format_size(flight->bytes)),
           name_of(lane.from, scene_->ranks), name_of(lane.to, scene_->ranks))
      .arg(lane.channel);
}

void StageCanvas::hovered(QPointF at, QPoint global) {
  const auto place = scene_ ? place_at(at) : std::nullopt;
  if (!place) {
    // Where nodes are cards there are many messages, and none can be pointed at.
    const QString text = scene_ && look().has_ranks() ? flight_words(at) : QString();
    return text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(global, text, this);
  }
  const int rank = scene_->arrangement.agent_at(*place);
  QString text = tr("%1 %2").arg(name_of(rank, scene_->ranks), word_of(doing()[*place]));
  if (static_cast<std::size_t>(rank) < blocks_.size()) {
    double share = 0;
    const auto& blocks = blocks_[static_cast<std::size_t>(rank)];
    for (const models::Block& one : blocks) share += one.share / static_cast<double>(blocks.size());
    text += tr("\nholds %1 % of all values of all data").arg(100 * share, 0, 'f', 0);
  }
  QToolTip::showText(global, text, this);
}

}  // namespace treering::gui::stage
