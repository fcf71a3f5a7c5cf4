#include "gui/stage/node_names.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cstddef>

#include "gui/paint/theme.h"

namespace treering::gui::stage {
namespace {

constexpr int kMostSize = 11;           // pixels of the screen
constexpr double kPad = 1;              // between a name and the edge of its card
constexpr double kShareOfHeight = 0.9;  // of a card: figures are lower than their line
constexpr std::size_t kMostNames = 1000;

QString text_of(int node, bool has_word) {
  return has_word ? QObject::tr("node %1").arg(node) : QString::number(node);
}

}  // namespace

NameForm name_form(int last, const QSizeF& card) {
  const int most = std::min(kMostSize, static_cast<int>(card.height() * kShareOfHeight));
  for (const bool has_word : {true, false}) {
    for (int size = most; size >= paint::kLeastText; --size) {
      const QFontMetricsF metrics(paint::picture_font(size, true));
      const double width = metrics.horizontalAdvance(text_of(last, has_word));
      if (width <= card.width() - 2 * kPad) return {size, has_word};
    }
  }
  return {};
}

NodeNames node_names(const Look& look, const QTransform& to_screen) {
  const Arrangement& arrangement = look.scene.arrangement;
  const auto& cards = arrangement.cards;
  if (look.has_ranks() || !arrangement.has_frames || cards.size() < 2) return {};
  const int last = look.scene.nodes - 1;
  NodeNames names{name_form(last, to_screen.mapRect(cards.front().area).size()), {}};
  if (names.form.size == 0) return {};
  for (const Card& card : cards) {
    if (card.is_network || !look.seen.intersects(card.area)) continue;
    if (names.all.size() == kMostNames) return {};
    names.all.push_back({to_screen.mapRect(card.area), text_of(card.node, names.form.has_word)});
  }
  return names;
}

void paint_node_names(QPainter& painter, const NodeNames& names) {
  painter.setFont(paint::picture_font(names.form.size, true));
  // A rim of the card's colour: messages pass below.
  painter.setPen(paint::theme().palette().color(QPalette::Window));
  for (const auto& [area, text] : names.all) {
    for (const QPointF& away : {QPointF(-1, -1), QPointF(1, -1), QPointF(-1, 1), QPointF(1, 1)}) {
      painter.drawText(area.translated(away), Qt::AlignCenter, text);
    }
  }
  painter.setPen(paint::theme().ink());
  for (const auto& [area, text] : names.all) painter.drawText(area, Qt::AlignCenter, text);
}

QPixmap layer_of(const NodeNames& names, const QSize& size, double ratio) {
  if (names.all.empty()) return {};
  QPixmap layer(size * ratio);
  layer.setDevicePixelRatio(ratio);
  layer.fill(Qt::transparent);
  QPainter painter(&layer);
  painter.setRenderHint(QPainter::Antialiasing);
  paint_node_names(painter, names);
  return layer;
}

}  // namespace treering::gui::stage
