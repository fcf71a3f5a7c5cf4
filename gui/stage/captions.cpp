#include "gui/stage/captions.h"

#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "gui/paint/theme.h"

namespace treering::gui::stage {

namespace {

using paint::theme;

constexpr int kNamePx = 11;
constexpr int kTitlePx = 13;
constexpr double kLeastRoom = 10;  // pixels; nothing fits into less
constexpr double kTitlesApart = 16;
constexpr double kEdge = 2;  // of a plate around its text

QFont font_of(int px) {
  return paint::picture_font(px, true);
}

QRectF area_of(const Caption& caption, QPointF at, QSizeF size) {
  const double left = caption.side == Qt::AlignLeft ? 0 : size.width() / 2;
  return {at - QPointF(left, size.height() / 2), size};
}

/// Which names of a row are shown, all in the same words.
struct RowForm {
  int every = 1;
  qsizetype word = 0;
};

/// The first words of which every, every second, fourth ... has room.
RowForm row_form(const Look& look, const QFontMetricsF& metrics) {
  const Caption* longest = nullptr;
  for (const Caption& caption : look.scene.arrangement.captions) {
    if (caption.in_row < 0) continue;
    const bool is_longer =
        longest == nullptr || caption.words.back().size() > longest->words.back().size();
    if (is_longer) longest = &caption;
  }
  if (longest == nullptr || longest->room <= 0) return {};
  RowForm form;
  const double room = longest->room * look.scale;
  const auto fits = [&](const QString& text) {
    return metrics.horizontalAdvance(text) + 2 * kEdge <= room * form.every;
  };
  while (!fits(longest->words.back())) form.every *= 2;
  form.word = std::ranges::find_if(longest->words, fits) - longest->words.begin();
  return form;
}

/// Makes captions that have room, lie upon no other, and are seen as a whole.
class ShownCaptions {
 public:
  explicit ShownCaptions(const Look& look, const QTransform& to_pixels)
      : look_(look), to_pixels_(to_pixels), row_(row_form(look, names_)) {}

  void add(const Caption& caption) {
    if (!look_.seen.contains(caption.at)) return;
    if (caption.in_row >= 0) return add_of_row(caption);
    const double room = caption.room * look_.scale;
    const double tall = caption.tall * look_.scale;
    if (room < kLeastRoom || (tall > 0 && tall < metrics(caption).height())) return;
    const double apart = caption.is_title ? kTitlesApart : 0;
    for (const QString& text : caption.words) {
      const double breadth = metrics(caption).horizontalAdvance(text) + apart;
      if (breadth <= room && add(caption, text)) return;
    }
  }
  /// With the longest words for which all have room, also small ones, or every second, fourth ...
  /// has. One alone of many would say nothing.
  void add_alike(const std::vector<const Caption*>& captions) {
    for (std::size_t every = 1; every == 1 || every < captions.size(); every *= 2) {
      if (captions.empty()) return;
      for (qsizetype word = 0; word < captions.front()->words.size(); ++word) {
        if (add_alike(captions, every, word)) return;
      }
      if (add_small(captions, every)) return;
    }
  }
  std::vector<Shown> take() { return std::move(all_); }

 private:
  /// Moved sideways into what is seen, where it would be cut at the edge.
  QRectF inside(QRectF area) const {
    const QRectF seen = to_pixels_.mapRect(look_.seen);
    if (area.left() < seen.left()) area.moveLeft(seen.left());
    if (area.right() > seen.right()) area.moveRight(seen.right());
    return area;
  }
  const QFontMetricsF& metrics(const Caption& caption) const {
    return caption.is_title ? titles_ : names_;
  }
  bool add_small(const std::vector<const Caption*>& captions, std::size_t every) {
    name_px_ = paint::kLeastText;
    names_ = QFontMetricsF(font_of(name_px_));
    const bool is_done = add_alike(captions, every, captions.front()->words.size() - 1);
    name_px_ = kNamePx;
    names_ = QFontMetricsF(font_of(name_px_));
    return is_done;
  }
  void add_of_row(const Caption& caption) {
    if (caption.in_row % row_.every == 0) add(caption, caption.words.at(row_.word));
  }
  bool add_alike(const std::vector<const Caption*>& captions, std::size_t every, qsizetype word) {
    constexpr double kRounded = 1;
    if (!has_room_for_longest(captions, word)) return false;
    const QRectF plane =
        look_.scene.arrangement.plane.adjusted(kRounded, kRounded, -kRounded, -kRounded);
    const bool is_part = !look_.seen.contains(plane);  // of the picture: some names are cut
    const std::vector<Shown> before = all_;
    for (std::size_t i = 0; i < captions.size(); i += every) {
      if (!look_.seen.contains(captions[i]->at)) continue;
      const bool is_added = add(*captions[i], captions[i]->words.at(word));
      if (is_part || (is_added && is_clear_of_ranks(all_.back().area))) continue;
      all_ = before;
      return false;
    }
    return true;
  }
  /// Of numbers as of names.
  bool has_room_for_longest(const std::vector<const Caption*>& captions, qsizetype word) const {
    const auto length = [word](const Caption* one) { return one->words.at(word).size(); };
    const Caption& longest = **std::ranges::max_element(captions, {}, length);
    return names_.horizontalAdvance(longest.words.at(word)) <= longest.room * look_.scale;
  }
  bool is_clear_of_ranks(const QRectF& area) const {
    const Arrangement& all = look_.scene.arrangement;
    if (!look_.has_ranks()) return true;  // they are a line, and there may be thousands
    const double radius = all.radius * look_.scale;
    for (std::size_t i = 0; i < all.places.size(); ++i) {
      if (all.card_of[i] < 0) continue;
      const QPointF at = to_pixels_.map(all.places[i]);
      const QPointF near(std::clamp(at.x(), area.left(), area.right()),
                         std::clamp(at.y(), area.top(), area.bottom()));
      if (std::hypot(at.x() - near.x(), at.y() - near.y()) < radius) return false;
    }
    return true;
  }
  QRectF shown_area(const Caption& caption, const QString& text) const {
    const QSizeF size(metrics(caption).horizontalAdvance(text), metrics(caption).height());
    const QRectF area = area_of(caption, to_pixels_.map(caption.at), size);
    const bool is_beside_card = caption.tall > 0;  // on which it would be moved
    return is_beside_card ? area : inside(area);
  }
  bool add(const Caption& caption, const QString& text) {
    const QRectF area = shown_area(caption, text);
    const bool is_free =
        (caption.is_title || to_pixels_.mapRect(look_.seen).contains(area)) &&
        std::ranges::none_of(all_, [&](const Shown& other) { return other.area.intersects(area); });
    if (is_free) {
      all_.push_back({area, text, caption.is_title, caption.is_title ? kTitlePx : name_px_});
    }
    return is_free;
  }

  const Look& look_;
  const QTransform& to_pixels_;
  int name_px_ = kNamePx;
  QFontMetricsF names_{font_of(kNamePx)};
  QFontMetricsF titles_{font_of(kTitlePx)};
  RowForm row_;
  std::vector<Shown> all_;
};

}  // namespace

std::vector<Shown> shown_captions(const Look& look, const QTransform& to_pixels, Captions which) {
  ShownCaptions captions(look, to_pixels);
  // Titles first: a shorter one would no longer say what a tree's root is.
  for (const Caption& caption : look.scene.arrangement.captions) {
    if (caption.is_title) captions.add(caption);
  }
  std::vector<const Caption*> alike;
  for (const Caption& caption : look.scene.arrangement.captions) {
    if (which != Captions::All || caption.is_title) continue;
    caption.is_alike ? alike.push_back(&caption) : captions.add(caption);
  }
  captions.add_alike(alike);
  return captions.take();
}

std::size_t paint_captions(QPainter& painter, const Look& look, Captions which) {
  const std::vector<Shown> all = shown_captions(look, painter.worldTransform(), which);
  painter.save();
  painter.resetTransform();
  const QColor plate = look.scene.arrangement.has_frames ? theme().palette().color(QPalette::Window)
                                                         : theme().paper();
  for (const Shown& one : all) {
    const QRectF around = one.area.adjusted(-kEdge, 0, kEdge, 0);
    painter.fillRect(around, one.is_title ? theme().paper() : plate);
    painter.setFont(font_of(one.px));
    painter.setPen(one.is_title ? theme().ink() : theme().faint());
    painter.drawText(around, Qt::AlignCenter, one.text);
  }
  painter.restore();
  return all.size();
}

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
