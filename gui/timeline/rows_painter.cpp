#include "gui/timeline/rows_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/paint/deeds.h"
#include "gui/paint/theme.h"
#include "gui/timeline/fills.h"
#include "gui/timeline/row_texts.h"
#include "gui/timeline/time_view.h"

namespace treering::gui::timeline {
namespace {

using app::simulation::Doing;
using paint::theme;

constexpr double kPad = 2;         // pixels above and below what a row shows
constexpr double kLeastText = 30;  // pixels of a bar that gets a label

class RowsPicture {
 public:
  RowsPicture(QImage& image, const Shown& shown) : image_(image), shown_(shown), filler_(image) {}

  void paint() {
    image_.fill(theme().paper());
    add_grid();
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
  QRect device(const QRectF& box) const {
    const double d = shown_.density;
    const QPoint from(static_cast<int>(std::lround(box.left() * d)),
                      static_cast<int>(std::lround(box.top() * d)));
    const QPoint to(static_cast<int>(std::lround(box.right() * d)) - 1,
                    static_cast<int>(std::lround(box.bottom() * d)) - 1);
    return {from, to};
  }

  void add_grid() {
    for (const AxisMark& mark : axis_marks(shown_.view, kMarksApart)) {
      const double x = std::round(shown_.names + shown_.view.x(mark.at_us));
      filler_.fill(device({x, shown_.area.top, 1, shown_.area.height}), grid_);
    }
  }

  void add(const Row& row, double y) {
    const double height = shown_.area.row_height;
    const bool is_chosen = is_selected(shown_.run, shown_.rows, shown_.selected, row);
    filler_.fill(device({0, y, shown_.names, height}), ground_);
    if (is_chosen) {
      filler_.fill(device({0, y, 4, height}), theme().accent().rgb());
      highlights_.emplace_back(QRectF(0, y, shown_.width, height), filler_.within());
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
    add_carrying(*found->second, band);
    filler_.setWithin(before);
  }

  void add_name(const Row& row, double y) {
    const double height = shown_.area.row_height;
    const bool is_inner =
        row.kind == RowKind::Channel && shown_.rows.has_folds(shown_.rows.agent_of(row));
    const double x = kNameIndent + (is_inner ? 8 : 0);
    QString name = name_of(shown_.run, shown_.rows, row);
    texts_.push_back({QRectF(x, y, shown_.names - x - 20, height), name,
                      is_inner ? Ink::Faint : Ink::Plain, filler_.within(), true,
                      short_name_of(shown_.run, shown_.rows, row)});
    if (row.kind == RowKind::Rank) {
      const bool is_folded = shown_.rows.is_folded(row.id);
      texts_.push_back({fold_mark(y, height), is_folded ? QStringLiteral("▸") : QStringLiteral("▾"),
                        Ink::Plain, filler_.within(), true});
    }
    const bool is_pinned = shown_.rows.is_pinned(row);
    texts_.push_back({pin_mark(y, height, shown_.names),
                      is_pinned ? QStringLiteral("◆") : QStringLiteral("◇"),
                      is_pinned ? Ink::Plain : Ink::Faint, filler_.within(), true});
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
                        piece.doing == Doing::Waits ? Ink::Faint : Ink::OnBar, filler_.within()});
    }
  }

  /// Columns of pixels that look equal are filled together.
  void add_parts(const Contents& contents, const Row& row, const QRectF& band) {
    const TimeView& view = shown_.view;
    const double length = (contents.window.to_us - contents.window.from_us) /
                          static_cast<double>(contents.parts.size());
    const QRect area = device(band);
    const double us_per_column = view.us_per_pixel() / shown_.density;
    Column column;
    for (int x = area.left(); x <= area.right() + 1; ++x) {
      const double us = view.from_us + (x - area.left() + 0.5) * us_per_column;
      const double number = std::floor((us - contents.window.from_us) / length);
      const bool is_known =
          x <= area.right() && number >= 0 && number < static_cast<double>(contents.parts.size());
      Column next;
      next.x = x;
      if (is_known) {
        const Shares& shares = contents.parts[static_cast<std::size_t>(number)];
        row.kind == RowKind::Rank ? next.stack(shares, area.height()) : next.shade(shares);
      }
      if (next.is_like(column) && x <= area.right()) continue;
      fill(column, {column.x, area.top(), x - column.x, area.height()}, row.kind);
      column = next;
    }
  }

  struct Column {
    int x = 0;
    std::array<int, 4> heights{};      // of a rank's channels, by Doing
    std::pair<Doing, double> share{};  // of one channel: a shade of what takes most of it
    double darkness = 1;               // of a rank's

    /// As high as many are busy. One of 16 channels would be a line of dots: below a part of the
    /// height that is read, the bar gets paler and not lower.
    void stack(const Shares& shares, int height) {
      constexpr double kLeastPart = 0.5;
      const auto all = static_cast<double>(shares[1] + shares[2] + shares[3]);
      if (all <= 0) return;
      const double part = std::clamp(all, kLeastPart, 1.0);
      darkness = std::min(1.0, all / kLeastPart);
      const double scale = height * part / all;
      double sum = 0;
      int filled = 0;
      for (std::size_t i = 1; i < shares.size(); ++i) {
        sum += static_cast<double>(shares.at(i)) * scale;
        heights.at(i) = static_cast<int>(std::lround(sum)) - filled;
        filled += heights.at(i);
      }
    }
    void shade(const Shares& shares) {
      const auto most = std::ranges::max_element(shares) - shares.begin();
      share = {static_cast<Doing>(static_cast<std::uint8_t>(most)),
               static_cast<double>(shares[1] + shares[2] + shares[3])};
    }
    bool is_like(const Column& other) const {
      return heights == other.heights &&
             Filler::shade_of(darkness) == Filler::shade_of(other.darkness) &&
             share.first == other.share.first && (share.second > 0) == (other.share.second > 0) &&
             Filler::shade_of(share.second) == Filler::shade_of(other.share.second);
    }
  };

  void fill(const Column& column, const QRect& area, RowKind kind) {
    if (kind != RowKind::Rank) return filler_.fill(area, column.share.first, column.share.second);
    int bottom = area.bottom() + 1;
    for (const Doing doing : {Doing::Sends, Doing::Combines, Doing::Keeps}) {
      const int height = column.heights.at(static_cast<std::size_t>(doing));
      if (height == 0) continue;
      filler_.fill({area.left(), bottom - height, area.width(), height}, doing, column.darkness);
      bottom -= height;
    }
  }

  /// Between two lines, so that what is done stays seen; as a bar where it is narrow.
  void add_carrying(const Contents& contents, const QRectF& band) {
    constexpr double kLine = 2;
    constexpr double kNarrow = 6;
    constexpr double kBar = 3;
    for (const models::Span& span : contents.carrying) {
      const double from = std::max(shown_.view.x(span.from_us), 0.0);
      const double to = std::min(shown_.view.x(span.to_us), shown_.view.pixels);
      if (to < 0 || from > shown_.view.pixels) continue;
      const QRgb ink = theme().accent().rgb();
      if (to - from < kNarrow) {
        filler_.fill(device({band.left() + from, band.top(), kBar, band.height()}), ink);
        continue;
      }
      const double width = to - from;
      filler_.fill(device({band.left() + from, band.top() - 1, width, kLine}), ink);
      filler_.fill(device({band.left() + from, band.bottom() - 1, width, kLine}), ink);
    }
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
    for (const auto& [box, within] : highlights_) {
      painter.setClipRect(seen_part(within, shown_.density));
      painter.fillRect(box, tint);
    }
    timeline::paint_texts(painter, texts_, shown_.density);
  }

  QImage& image_;
  const Shown& shown_;
  Filler filler_;
  QRgb ground_ = theme().palette().color(QPalette::Window).rgb();  // of names
  QRgb grid_ = theme().grid().rgb();
  QRgb ink_ = theme().ink().rgb();
  std::vector<RowText> texts_;
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
