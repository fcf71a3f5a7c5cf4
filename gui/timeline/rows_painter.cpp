#include "gui/timeline/rows_painter.h"

#include <QHash>
#include <QStaticText>
#include <algorithm>
#include <cmath>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"
#include "gui/timeline/fills.h"
#include "gui/timeline/pieces.h"

namespace treering::gui::timeline {
namespace {

using app::simulation::Doing;
using paint::theme;

constexpr double kIndent = 22;  // of names, right of the triangle
constexpr double kPad = 2;      // pixels above and below what a row shows
constexpr double kTextSize = 11;
constexpr double kLeastText = 30;  // pixels of a bar that gets a label

class RowsPicture {
 public:
  RowsPicture(QImage& image, const Shown& shown) : image_(image), shown_(shown), filler_(image) {}

  void paint() {
    image_.fill(theme().paper());
    const RowsArea& area = shown_.area;
    const RowSpan seen = seen_rows(area, shown_.rows.count());
    filler_.setWithin(device({0, area.body_top(), shown_.width, area.body_height()}));
    for (int i = seen.first; i < seen.end; ++i) add(shown_.rows.at(i), area.y_of(i));
    filler_.setWithin(device({0, area.top, shown_.width, area.height - area.top}));
    double y = area.top;
    for (const Row& row : shown_.rows.pinned()) {
      add(row, y);
      y += area.row_height;
    }
    paint_texts();
  }

 private:
  struct Text {
    QRectF box;
    QString text;
    bool is_faint = false;
    QRect within;
  };

  QRect device(const QRectF& box) const {
    const double d = shown_.density;
    const QPoint from(static_cast<int>(std::lround(box.left() * d)),
                      static_cast<int>(std::lround(box.top() * d)));
    const QPoint to(static_cast<int>(std::lround(box.right() * d)) - 1,
                    static_cast<int>(std::lround(box.bottom() * d)) - 1);
    return {from, to};
  }

  void add(const Row& row, double y) {
    const double height = shown_.area.row_height;
    const bool is_chosen = is_selected(shown_.run, shown_.rows, shown_.selected, row);
    filler_.fill(device({0, y, shown_.names, height}), ground_);
    if (is_chosen) {
      filler_.fill(device({0, y, 4, height}), theme().accent().rgb());
      highlights_.push_back({QRectF(0, y, shown_.width, height), filler_.within()});
    }
    filler_.fill(device({0, y + height - 1, shown_.width, 1}), grid_);
    add_name(row, y);
    const auto found = shown_.contents.find(row);
    if (found == shown_.contents.end()) return;
    const QRect before = filler_.within();
    filler_.setWithin(before &
                      device({shown_.names, 0, shown_.width - shown_.names, shown_.area.height}));
    const QRectF band(shown_.names, y + kPad, shown_.view.pixels, height - 2 * kPad - 1);
    if (row.kind == RowKind::Link) {
      add_loads(*found->second, band);
    } else if (!found->second->parts.empty()) {
      add_parts(*found->second, found->first, band);
    } else {
      add_bars(*found->second, band);
    }
    filler_.setWithin(before);
  }

  void add_name(const Row& row, double y) {
    const double height = shown_.area.row_height;
    const bool is_inner =
        row.kind == RowKind::Channel && shown_.rows.has_folds(shown_.rows.agent_of(row));
    const double x = kIndent + (is_inner ? 8 : 0);
    QString name = name_of(shown_.run, shown_.rows, row);
    texts_.push_back(
        {QRectF(x, y, shown_.names - x - 20, height), name, is_inner, filler_.within()});
    if (row.kind == RowKind::Rank) {
      const bool is_folded = shown_.rows.is_folded(row.id);
      texts_.push_back({fold_mark(y, height), is_folded ? QStringLiteral("▸") : QStringLiteral("▾"),
                        false, filler_.within()});
    }
    const bool is_pinned = shown_.rows.is_pinned(row);
    texts_.push_back({pin_mark(y, height, shown_.names),
                      is_pinned ? QStringLiteral("◆") : QStringLiteral("◇"), !is_pinned,
                      filler_.within()});
  }

  void add_bars(const Contents& contents, const QRectF& band) {
    for (const Piece& piece : pieces_of(contents.bars, shown_.view)) {
      const double from = band.left() + std::max(piece.from_x, 0.0);
      const double to = band.left() + std::min(piece.to_x, shown_.view.pixels);
      const double gap = to - from > 4 ? 1 : 0;  // between bars that follow each other
      if (piece.doing == Doing::Waits) {
        filler_.fill(device({from, band.center().y(), to - from, 1}), grid_);
      } else {
        filler_.fill(device({from, band.top(), std::max(to - from - gap, 1.0), band.height()}),
                     piece.doing, piece.share);
      }
      if (!piece.bar || to - from < kLeastText) continue;
      const QString& label = contents.labels[*piece.bar];
      if (label.isEmpty()) continue;
      texts_.push_back({QRectF(from + 3, band.top(), to - from - 6, band.height()), label,
                        piece.doing == Doing::Waits, filler_.within()});
    }
  }

  void add_parts(const Contents& contents, const Row& row, const QRectF& band) {
    const TimeView& view = shown_.view;
    const double length = (contents.window.to_us - contents.window.from_us) /
                          static_cast<double>(contents.parts.size());
    const double step = 1 / shown_.density;
    for (double x = 0; x < view.pixels; x += step) {
      const double number = std::floor((view.us(x + step / 2) - contents.window.from_us) / length);
      if (number < 0 || number >= static_cast<double>(contents.parts.size())) continue;
      const Shares& shares = contents.parts[static_cast<std::size_t>(number)];
      if (row.kind == RowKind::Rank) {
        add_stack(shares, {band.left() + x, band.top(), step, band.height()});
      } else {
        add_shade(shares, {band.left() + x, band.top(), step, band.height()});
      }
    }
  }

  /// Of several channels: as high as many are busy, and never too low to be seen.
  void add_stack(const Shares& shares, const QRectF& column) {
    constexpr double kLeastStack = 2;
    const double all = static_cast<double>(shares[1] + shares[2] + shares[3]);
    if (all <= 0) return;
    const double scale = std::max(column.height(), kLeastStack / all);
    double y = column.bottom();
    for (const Doing doing : {Doing::Sends, Doing::Combines, Doing::Keeps}) {
      const double share = static_cast<double>(shares.at(static_cast<std::size_t>(doing)));
      if (share <= 0) continue;
      const double height = share * scale;
      filler_.fill(device({column.left(), y - height, column.width(), height}), doing, 1);
      y -= height;
    }
  }

  /// Of one: a shade of what takes most of it.
  void add_shade(const Shares& shares, const QRectF& column) {
    const auto most = std::ranges::max_element(shares) - shares.begin();
    const float all = shares[1] + shares[2] + shares[3];
    filler_.fill(device(column), static_cast<Doing>(static_cast<std::uint8_t>(most)),
                 static_cast<double>(all));
  }

  void add_loads(const Contents& contents, const QRectF& band) {
    for (const auto& load : contents.loads) {
      const double from = std::max(shown_.view.x(load.from_us), 0.0);
      const double to = std::min(shown_.view.x(load.to_us), shown_.view.pixels);
      if (to <= from || load.share <= 0) continue;
      const double height = std::min(load.share, 1.0) * band.height();
      const QRectF box(band.left() + from, band.bottom() - height, to - from, height);
      filler_.fill_load(device(box), load.share);
      filler_.fill(device({box.left(), box.top(), box.width(), 1}), ink_);
    }
  }

  void paint_texts() {
    QPainter painter(&image_);
    painter.scale(shown_.density, shown_.density);
    QColor tint = theme().accent();
    tint.setAlpha(40);
    const auto clip = [&](const QRect& within) {
      const double d = shown_.density;
      painter.setClipRect(
          QRectF(within.x() / d, within.y() / d, within.width() / d, within.height() / d));
    };
    for (const auto& [box, within] : highlights_) {
      clip(within);
      painter.fillRect(box, tint);
    }
    painter.setFont(paint::picture_font(kTextSize));
    const QFontMetricsF metrics(painter.font());
    QRect within;
    for (const Text& one : texts_) {
      if (one.within != within) clip(within = one.within);
      painter.setPen(one.is_faint ? theme().faint() : theme().ink());
      draw(painter, metrics, one);
    }
  }

  /// The same texts come again and again: each is laid out once.
  void draw(QPainter& painter, const QFontMetricsF& metrics, const Text& one) {
    struct Laid {
      QStaticText text;
      double width = 0;
    };
    static QHash<QString, Laid> known;
    constexpr qsizetype kMostKnown = 20'000;
    if (known.size() > kMostKnown) known.clear();
    auto found = known.find(one.text);
    if (found == known.end()) {
      Laid laid{QStaticText(one.text), metrics.horizontalAdvance(one.text)};
      laid.text.setTextFormat(Qt::PlainText);
      laid.text.prepare({}, painter.font());
      found = known.insert(one.text, std::move(laid));
    }
    const double y = one.box.center().y() - metrics.height() / 2;
    if (found->width <= one.box.width()) {
      painter.drawStaticText(QPointF(one.box.left(), y), found->text);
      return;
    }
    const QString shorter = metrics.elidedText(one.text, Qt::ElideRight, one.box.width());
    if (shorter.size() > 2) {
      painter.drawText(QPointF(one.box.left(), y + metrics.ascent()), shorter);
    }
  }

  QImage& image_;
  const Shown& shown_;
  Filler filler_;
  QRgb ground_ = theme().palette().color(QPalette::Window).rgb();  // of names
  QRgb grid_ = theme().grid().rgb();
  QRgb ink_ = theme().ink().rgb();
  std::vector<Text> texts_;
  std::vector<std::pair<QRectF, QRect>> highlights_;
};

}  // namespace

void paint_rows(QImage& image, const Shown& shown) {
  RowsPicture(image, shown).paint();
}

QRectF fold_mark(double y, double row_height) {
  return {6, y, 14, row_height};
}

QRectF pin_mark(double y, double row_height, double names) {
  return {names - 16, y, 14, row_height};
}

bool is_selected(const Run& run, const RowList& rows, const models::Selected& selected,
                 const Row& row) {
  if (row.kind == RowKind::Link) return selected.link == run.tracks.link_name(row.id);
  const int agent = rows.agent_of(row);
  if (std::ranges::find(selected.ranks, agent) == selected.ranks.end()) return false;
  if (row.kind == RowKind::Rank || !selected.channel) return true;
  return run.tracks.place(row.id).channel == *selected.channel;
}

}  // namespace treering::gui::timeline
