#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "gui/paint/labels.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace {

using report::drawing::Anchor;
using report::drawing::Label;
using report::drawing::Tone;

// Pixels of the screen.
constexpr double kSpaced = 3;      // between rates of a row
constexpr double kBeside = 7;      // between a rate and a box: its link is seen there
constexpr double kLeastOwn = 1.5;  // below that all is too near
constexpr double kMostText = 28;   // what is larger is not read better
constexpr double kAscent = 0.76;   // of its size: capitals above the line that letters stand on

/// Areas of the screen that have a text, by squares, so that few are looked at.
class Taken {
 public:
  bool take(const QRectF& area) {
    if (!is_free(area)) return false;
    mark(area);
    return true;
  }
  void mark(const QRectF& area) {
    each_square(area, [&](std::vector<QRectF>& square) {
      square.push_back(area);
      return true;
    });
  }

  bool is_free(const QRectF& area) {
    // Letters do not fill their line: half a pixel of two lines may be the same.
    const QRectF core = area.adjusted(0.5, 0.5, -0.5, -0.5);
    return each_square(area, [&](const std::vector<QRectF>& square) {
      return std::ranges::none_of(square, [&](const QRectF& one) { return one.intersects(core); });
    });
  }

 private:
  static constexpr double kSquare = 64;

  template <class Do>
  bool each_square(const QRectF& area, Do what) {
    const auto of = [](double at) { return static_cast<int>(std::floor(at / kSquare)); };
    for (int y = of(area.top()); y <= of(area.bottom()); ++y) {
      for (int x = of(area.left()); x <= of(area.right()); ++x) {
        if (!what(squares_[{x, y}])) return false;
      }
    }
    return true;
  }

  std::map<std::pair<int, int>, std::vector<QRectF>> squares_;
};

/// A line of text on the screen.
struct Line {
  QPointF at;
  QString text;
  int pixels = 0;
  Tone tone = Tone::Plain;
  QRectF area;
  bool is_on_plate = false;

  void set_text(const QString& shorter, double width) {
    text = shorter;
    at.rx() += (area.width() - width) / 2;
    area = {at.x(), area.y(), width, area.height()};
  }
};

/// "63" of "63 GB/s": the unit of all rates that name no other. Empty where there is no shorter
/// one.
QString without_unit(const QString& rate) {
  const QString unit = QStringLiteral(" GB/s");
  return rate.endsWith(unit) ? rate.chopped(unit.size()) : QString();
}

class Texts {
 public:
  Texts(QPainter& painter, const View& view, const Occupied& occupied)
      : painter_(painter), view_(view), occupied_(occupied) {
    for (const QRectF& box : occupied.boxes) boxes_.mark(box);
  }

  void add(const std::vector<Label>& labels) {
    for (std::size_t i = 0; i < labels.size();) {
      const std::size_t end = end_of_name(labels, i);
      add_name(std::span(labels).subspan(i, end - i));
      i = end;
    }
    for (const FittedName& name : fitted(small_, view_.scale, widths_)) add_fitted(name);
    small_.clear();
  }

  void paint() {
    painter_.save();
    painter_.setWorldTransform({});
    shorten_rates();
    for (const Tone tone : {Tone::Strong, Tone::Plain, Tone::Muted}) {
      for (const Line& line : lines_) {
        if (line.tone == tone && has_place(line) && taken_.take(room_of(line))) paint(line);
      }
      if (tone != Tone::Strong) continue;
      for (const QRectF& sign : occupied_.signs) taken_.mark(sign);
    }
    painter_.restore();
  }

 private:
  /// Two rates beside each other are not one number.
  static QRectF room_of(const Line& line) {
    return line.is_on_plate ? line.area.adjusted(-kSpaced / 2, 0, kSpaced / 2, 0) : line.area;
  }

  bool has_place(const Line& line) { return !line.is_on_plate || boxes_.is_free(line.area); }

  /// All of a row where two are too near, and those that would hide their link between boxes.
  void shorten_rates() {
    std::map<int, std::vector<Line*>> rows;
    for (Line& line : lines_) {
      if (line.is_on_plate) rows[static_cast<int>(std::lround(line.at.y()))].push_back(&line);
    }
    for (auto& [y, row] : rows) {
      std::ranges::sort(row, {}, [](const Line* one) { return one->area.left(); });
      const auto near = [](const Line* left, const Line* right) {
        return left->area.right() + kSpaced > right->area.left();
      };
      const bool is_dense = std::ranges::adjacent_find(row, near) != row.end();
      for (Line* const one : row) {
        const bool is_seen = boxes_.is_free(one->area.adjusted(-kBeside, 0, kBeside, 0));
        if (is_dense || !is_seen) shorten(*one);
      }
    }
  }

  void shorten(Line& rate) {
    const QString figure = without_unit(rate.text);
    if (!figure.isEmpty()) rate.set_text(figure, width_of(figure, rate.pixels, rate.tone));
  }

  /// Lines of a name share its room.
  static std::size_t end_of_name(const std::vector<Label>& labels, std::size_t first) {
    std::size_t end = first + 1;
    if (labels[first].room.is_empty()) return end;
    while (end < labels.size() && labels[end].room == labels[first].room) ++end;
    return end;
  }

  void paint(const Line& line) {
    if (line.is_on_plate) {
      painter_.setPen(Qt::NoPen);
      painter_.setBrush(theme().paper());
      painter_.drawRoundedRect(line.area.adjusted(-2, -1, 2, 1), 3, 3);
    }
    painter_.setPen(line.tone == Tone::Muted ? theme().faint() : theme().ink());
    painter_.setFont(picture_font(line.pixels, line.tone == Tone::Strong));
    painter_.drawText(line.at, line.text);
  }

  QPointF on_screen(double x, double y) const {
    return (QPointF(x, y) - view_.seen.topLeft()) * view_.scale;
  }

  void add_name(std::span<const Label> lines) {
    const Label& first = lines.front();
    const bool has_room = !first.room.is_empty();
    const auto around = has_room ? first.room : report::drawing::area_of(first);
    if (!view_.seen.intersects(rect_of(around))) return;
    const double own = std::min(first.size * view_.scale, kMostText);
    // Not rounded up by half a pixel: the layout leaves no room for that.
    int pixels = static_cast<int>(own + 0.25);
    const bool may_grow = has_room && own < kLeastText;
    if (may_grow) return small_.push_back(lines);
    // Rates and titles are worth their place however small all is.
    const bool is_detail = first.tone == Tone::Muted;
    if (is_detail ? pixels < kLeastText : own < kLeastOwn) return;
    if (!is_detail) pixels = std::max(pixels, kLeastText);
    for (const Label& label : lines) {
      add_line(on_screen(label.at.x, label.at.y), label, pixels, label.anchor);
    }
  }

  /// In the middle of its room.
  void add_fitted(const FittedName& name) {
    const auto& room = name.lines.front().room;
    const QRectF area(on_screen(room.x, room.y), QSizeF(room.width, room.height) * view_.scale);
    const int pixels = name.pixels;
    double y = area.center().y() - height_of(name) / 2 + kAscent * pixels + 0.12 * pixels;
    const bool is_left = name.lines.front().anchor == Anchor::Start;
    for (const Label& label : name.lines) {
      add_line({is_left ? area.left() : area.center().x(), y}, label, pixels, label.anchor);
      y += kLinePitch * pixels;
    }
  }

  void add_line(QPointF at, const Label& label, int pixels, Anchor anchor) {
    Line line{at, QString::fromStdString(label.text), pixels, label.tone, {}, label.is_on_plate};
    const double width = width_of(line.text, pixels, label.tone);
    if (anchor != Anchor::Start) line.at.rx() -= anchor == Anchor::Middle ? width / 2 : width;
    line.at.rx() += shift_into_view(line.at.x(), width, label.room);
    line.area = {line.at.x(), line.at.y() - kAscent * pixels, width, static_cast<double>(pixels)};
    // Half a number would be another number.
    const bool is_whole = line.area.left() >= 0 && line.area.right() <= screen_width();
    if (is_whole) lines_.push_back(std::move(line));
  }

  double screen_width() const { return view_.seen.width() * view_.scale; }

  /// How far a text may go along its room, so that all of it is seen; zero where that is not
  /// enough.
  double shift_into_view(double left, double width, const report::drawing::Area& room) const {
    if (room.is_empty()) return 0;
    const double first = std::max(on_screen(room.x, room.y).x(), 0.0) + kNameEdge;
    const double last = std::min(on_screen(room.right(), room.y).x(), screen_width()) - kNameEdge;
    if (last - first < width) return 0;
    return std::clamp(left, first, last - width) - left;
  }

  double width_of(const QString& text, int pixels, Tone tone) {
    return widths_.of(text, pixels, tone == Tone::Strong);
  }

  QPainter& painter_;
  const View& view_;
  const Occupied& occupied_;
  Taken boxes_;
  Taken taken_;
  std::vector<Line> lines_;
  std::vector<std::span<const Label>> small_;  // names that take what room they have
  TextWidths widths_;
};

}  // namespace

void paint_labels(QPainter& painter, const std::vector<Label>& labels, const View& view,
                  const Occupied& occupied) {
  Texts texts(painter, view, occupied);
  texts.add(labels);
  texts.paint();
}

}  // namespace treering::gui::paint
