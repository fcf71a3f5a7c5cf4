#include <QCoreApplication>
#include <QPixmap>
#include <algorithm>
#include <cmath>
#include <map>

#include "gui/paint/picture_layer.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace {

using report::drawing::Cells;
using report::drawing::Picture;

// Pixels that a cell is wide on the screen,
constexpr double kLeastCell = 3;     // below that all cells are one ground
constexpr double kEdged = 16;        // from there on cells have edges
constexpr double kLeastInside = 60;  // from there on it is seen what a node is made of
constexpr double kPointed = 140;     // and can be pointed at
// Parts of a cell.
constexpr double kHead = 0.18;  // the line of its number
constexpr double kPad = 0.05;

constexpr int kMostNumber = 13;  // pixels of text

/// The columns and rows of cells that are seen; the last ones not included.
struct Window {
  int left = 0;
  int right = 0;
  int top = 0;
  int bottom = 0;
};

Window window_of(const Cells& cells, const QRectF& seen) {
  constexpr double kPitch = Cells::kWidth + Cells::kGap;
  constexpr double kRowPitch = Cells::kHeight + Cells::kGap;
  const auto clamped = [](double at, int most) {
    return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(most)));
  };
  return {clamped(std::floor((seen.left() - cells.at.x) / kPitch), cells.in_row),
          clamped(std::ceil((seen.right() - cells.at.x) / kPitch), cells.in_row),
          clamped(std::floor((seen.top() - cells.at.y) / kRowPitch), cells.rows()),
          clamped(std::ceil((seen.bottom() - cells.at.y) / kRowPitch), cells.rows())};
}

class CellPainting {
 public:
  CellPainting(QPainter& painter, const Picture& picture, const View& view,
               const Emphasis& emphasis)
      : painter_(painter),
        picture_(picture),
        view_(view),
        emphasis_(emphasis),
        pixels_(Cells::kWidth * view.scale) {}

  void all() {
    painter_.save();
    for (const Cells& cells : picture_.cells) {
      if (view_.seen.intersects(rect_of(cells.area()))) add(cells);
    }
    painter_.restore();
    for (const int node : emphasis_.nodes) stand_out(node);
  }

 private:
  void add(const Cells& cells) {
    set_brush();
    if (pixels_ < kLeastCell) return painter_.drawRect(rect_of(cells.area()));
    QVector<QRectF> rects;
    std::vector<int> nodes;
    const Window window = window_of(cells, view_.seen);
    for (int row = window.top; row < window.bottom; ++row) {
      for (int column = window.left; column < window.right; ++column) {
        const int number = row * cells.in_row + column;
        if (number >= cells.count) break;
        nodes.push_back(cells.first + number);
        rects.push_back(rect_of(cells.area_of(nodes.back())));
      }
    }
    painter_.drawRects(rects);
    for (qsizetype i = 0; i < rects.size(); ++i) {
      fill(nodes[static_cast<std::size_t>(i)], rects[i]);
    }
  }

  /// Small cells are told apart by the gaps between them; what is in large ones stands on paper.
  void set_brush() {
    const BoxColours colours = theme().box(report::drawing::Role::PciSwitch);
    const QColor fill = pixels_ < kEdged ? mixed(colours.fill, colours.stroke) : colours.fill;
    painter_.setBrush(pixels_ < kLeastInside ? fill : theme().paper());
    // As thick as it is seen, whatever the scale.
    painter_.setPen(pixels_ < kEdged ? QPen(Qt::NoPen) : QPen(colours.stroke, 0));
  }
  static QColor mixed(const QColor& a, const QColor& b) {
    return QColor::fromRgbF((2 * a.redF() + b.redF()) / 3, (2 * a.greenF() + b.greenF()) / 3,
                            (2 * a.blueF() + b.blueF()) / 3);
  }

  void fill(int node, const QRectF& cell) {
    const Picture* const inside = pixels_ < kLeastInside ? nullptr : picture_.inside_of(node);
    add_number(node, cell, inside != nullptr);
    if (inside == nullptr) return;
    const Inside place =
        paint::inside_of({cell.x(), cell.y(), cell.width(), cell.height()}, *inside);
    const auto& devices = devices_in(node);
    const bool has_own_look = emphasis_.nodes.contains(node) && !devices.empty();
    if (has_own_look) {
      Emphasis own;
      own.devices = devices;
      own.has_others_faded = emphasis_.has_others_faded;
      paint_inside(*inside, place, own);
    } else {
      painter_.save();
      const QPointF at = (place.corner - view_.seen.topLeft()) * view_.scale;
      painter_.setWorldTransform({});
      painter_.drawPixmap(at.toPoint(), pixmap_of(*inside, place));
      painter_.restore();
    }
  }

  const std::set<core::DeviceId>& devices_in(int node) const {
    const auto own = emphasis_.devices_in.find(node);
    return own != emphasis_.devices_in.end() ? own->second : emphasis_.devices;
  }

  void paint_inside(const Picture& inside, const Inside& place, const Emphasis& own) {
    painter_.save();
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.translate(place.corner);
    painter_.scale(place.scale, place.scale);
    const View view{
        {(view_.seen.topLeft() - place.corner) / place.scale, view_.seen.size() / place.scale},
        view_.scale * place.scale};
    paint(painter_, inside, view, own);
    painter_.restore();
  }

  /// Nodes of a kind look the same: painted once, however many are seen.
  const QPixmap& pixmap_of(const Picture& inside, const Inside& place) {
    const auto found = pixmaps_.find(&inside);
    if (found != pixmaps_.end()) return found->second;
    const double ratio = painter_.device()->devicePixelRatioF();
    const double scale = view_.scale * place.scale;
    QPixmap pixmap((QSizeF(inside.width, inside.height) * scale * ratio).toSize() + QSize(1, 1));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    paint(painter, inside, {{0, 0, inside.width, inside.height}, scale});
    return pixmaps_.emplace(&inside, std::move(pixmap)).first->second;
  }

  void add_number(int node, const QRectF& cell, bool is_head) {
    const QString text = QString::number(node);
    const double width = cell.width() * view_.scale;
    const double height = cell.height() * view_.scale * (is_head ? kHead : 0.7);
    // Digits of bold sans-serif fonts are at most 0.7 of their size wide.
    const double fitting = std::min(height, width / (0.75 * static_cast<double>(text.size())));
    const int pixels = std::min(static_cast<int>(fitting), kMostNumber);
    if (pixels < kLeastText) return;
    // Half a number would be another number.
    const double middle = (cell.center().x() - view_.seen.left()) * view_.scale;
    const double half = 0.375 * pixels * static_cast<double>(text.size());
    if (middle < half || middle + half > view_.seen.width() * view_.scale) return;
    painter_.save();
    painter_.setWorldTransform({});
    painter_.setFont(picture_font(pixels, true));
    painter_.setPen(theme().ink());
    const QRectF on_screen((cell.topLeft() - view_.seen.topLeft()) * view_.scale,
                           cell.size() * view_.scale);
    const QRectF head(on_screen.topLeft(), QSizeF(width, on_screen.height() * kHead));
    const bool has_words = is_head && pixels > kLeastText + 1;
    painter_.drawText(is_head ? head : on_screen, Qt::AlignCenter,
                      has_words ? QCoreApplication::translate("cells", "node %1").arg(text) : text);
    painter_.restore();
  }

  void stand_out(int node) {
    const QRectF cell = cell_of(picture_, node);
    if (cell.isEmpty()) return;
    painter_.setBrush(Qt::NoBrush);
    QPen pen(theme().accent(), 3);
    pen.setCosmetic(true);
    painter_.setPen(pen);
    painter_.drawRect(cell);
  }

  QPainter& painter_;
  const Picture& picture_;
  const View& view_;
  const Emphasis& emphasis_;
  double pixels_;
  std::map<const Picture*, QPixmap> pixmaps_;
};

}  // namespace

void paint_cells(QPainter& painter, const Picture& picture, const View& view,
                 const Emphasis& emphasis) {
  if (!picture.cells.empty()) CellPainting(painter, picture, view, emphasis).all();
}

Inside inside_of(const report::drawing::Area& cell, const Picture& inside) {
  const double pad = kPad * cell.width;
  const double head = kHead * cell.height;
  const double width = cell.width - 2 * pad;
  const double height = cell.height - head - pad;
  const double scale =
      std::min(width / std::max(inside.width, 1.0), height / std::max(inside.height, 1.0));
  return {{cell.x + (cell.width - scale * inside.width) / 2,
           cell.y + head + (height - scale * inside.height) / 2},
          scale};
}

bool has_insides(const View& view) {
  return Cells::kWidth * view.scale >= kPointed;
}

QRectF cell_of(const Picture& picture, int node) {
  for (const Cells& cells : picture.cells) {
    if (node >= cells.first && node < cells.first + cells.count)
      return rect_of(cells.area_of(node));
  }
  return {};
}

}  // namespace treering::gui::paint
