#include "gui/widgets/plot_svg.h"

#include <QStringList>
#include <algorithm>
#include <iterator>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_frame.h"
#include "gui/widgets/plot_over.h"
#include "gui/widgets/plot_pens.h"

namespace treering::gui::widgets {
namespace {

using report::charts::Band;
using report::charts::Chart;
using report::charts::Mark;
using report::charts::Point;
using report::charts::Segment;
using report::charts::Series;
using report::charts::SeriesKind;

constexpr double kLeft = 84;
constexpr double kRight = 210;  // for the legend
constexpr double kTop = 30;
constexpr double kBottom = 70;
constexpr double kLine = 18;  // from text to text

enum class Anchor { Start, Middle, End };

QString text_of(const std::string& text) {
  return QString::fromStdString(text);
}

QString number(double value) {
  return QString::number(value, 'f', 1);
}

QString colour(const QColor& one) {
  return one.name();
}

QString stroke(const QPen& pen) {
  QString text = QStringLiteral("stroke=\"%1\" stroke-width=\"%2\"")
                     .arg(colour(pen.color()), number(pen.widthF()));
  QStringList dashes;
  for (const double dash : pen.dashPattern()) dashes << number(dash * pen.widthF());
  if (!dashes.isEmpty()) {
    text += QStringLiteral(" stroke-dasharray=\"%1\"").arg(dashes.join(QLatin1Char(' ')));
  }
  return text;
}

/// Broken at blanks. \param width pixels
QStringList in_lines(const QString& text, double width) {
  constexpr double kLetter = 7;  // pixels at most, on the average of words
  const auto most = static_cast<qsizetype>(width / kLetter);
  QStringList lines;
  for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const bool is_next = lines.isEmpty() || lines.back().size() + 1 + word.size() > most;
    is_next ? lines.push_back(word) : void(lines.back() += QLatin1Char(' ') + word);
  }
  return lines;
}

class Writer {
 public:
  Writer(const Chart& chart, QSize size, const QString& source)
      : chart_(chart),
        size_(size),
        source_(in_lines(source, size.width() - kLeft)),
        top_(kTop + kLine * static_cast<double>(source_.size())),
        ground_{frame_of(chart), QRectF(kLeft, top_, std::max(50.0, size.width() - kLeft - kRight),
                                        std::max(50.0, size.height() - top_ - kBottom))} {}

  QString all() {
    head();
    axes();
    out_ += QStringLiteral("<g clip-path=\"url(#ground)\">\n");
    for (const Series& one : chart_.series) {
      if (one.band != Band::None) band(one);
    }
    for (const Series& one : chart_.series) {
      if (one.band != Band::Alone) series(one);
    }
    out_ += QStringLiteral("</g>\n");
    for (const Mark& one : chart_.marks) mark(one);
    segments();
    legend();
    return out_ + QStringLiteral("</g>\n</svg>\n");
  }

 private:
  void head() {
    out_ += QStringLiteral(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\" width=\"%1\" "
                "height=\"%2\" role=\"img\">\n<title>%3</title>\n"
                "<g font-family=\"sans-serif\" font-size=\"%4\" fill=\"none\">\n"
                "<rect width=\"100%\" height=\"100%\" fill=\"%5\"/>\n")
                .arg(size_.width())
                .arg(size_.height())
                .arg(text_of(chart_.title).toHtmlEscaped())
                .arg(kPlotText)
                .arg(colour(paint::theme().paper()));
    const QRectF area = ground_.area;
    out_ += QStringLiteral(
                "<clipPath id=\"ground\"><rect x=\"%1\" y=\"%2\" width=\"%3\" "
                "height=\"%4\"/></clipPath>\n")
                .arg(number(area.left()), number(area.top()), number(area.width()),
                     number(area.height()));
    text({kLeft, kTop - 12}, text_of(chart_.title), Anchor::Start);
    for (qsizetype i = 0; i < source_.size(); ++i) {
      text({kLeft, kTop - 12 + kLine * static_cast<double>(i + 1)}, source_[i], Anchor::Start);
    }
  }

  void text(QPointF at, const QString& what, Anchor anchor, const QString& more = {}) {
    const QString side = anchor == Anchor::Start    ? QStringLiteral("start")
                         : anchor == Anchor::Middle ? QStringLiteral("middle")
                                                    : QStringLiteral("end");
    out_ += QStringLiteral("<text x=\"%1\" y=\"%2\" text-anchor=\"%3\" fill=\"%4\"%5>%6</text>\n")
                .arg(number(at.x()), number(at.y()), side, colour(paint::theme().ink()), more,
                     what.toHtmlEscaped());
  }

  void line(QPointF from, QPointF to, const QPen& pen) {
    out_ +=
        QStringLiteral("<path d=\"M%1 %2L%3 %4\" %5/>\n")
            .arg(number(from.x()), number(from.y()), number(to.x()), number(to.y()), stroke(pen));
  }

  void axes() {
    const QRectF area = ground_.area;
    const QPen grid(paint::theme().grid(), 1);
    const PlotFrame& frame = ground_.frame;
    for (const PlotTick& tick : frame.x_ticks) {
      const double share = (tick.at - frame.x.low) / (frame.x.high - frame.x.low);
      const double x = area.left() + share * area.width();
      line({x, area.top()}, {x, area.bottom()}, grid);
      text({x, area.bottom() + 14}, tick.text, Anchor::Middle);
    }
    for (const PlotTick& tick : frame.y_ticks) {
      const double share = (tick.at - frame.y.low) / (frame.y.high - frame.y.low);
      const double y = area.bottom() - share * area.height();
      line({area.left(), y}, {area.right(), y}, grid);
      text({area.left() - 6, y + 4}, tick.text, Anchor::End);
    }
    text({area.center().x(), area.bottom() + 30}, text_of(chart_.x.title), Anchor::Middle);
    text({0, 0}, text_of(chart_.y.title), Anchor::Middle,
         QStringLiteral(" transform=\"translate(16 %1) rotate(-90)\"")
             .arg(number(area.center().y())));
  }

  QString path_of(const std::vector<QPointF>& places, QChar first) const {
    QString path;
    for (const QPointF& place : places) {
      if (place.y() <= 0 && ground_.frame.y_scale == report::charts::Scale::Log) continue;
      const QPointF at = ground_.pixel_of(place);
      path += (path.isEmpty() ? first : QLatin1Char('L')) + number(at.x()) + QLatin1Char(' ') +
              number(at.y());
    }
    return path;
  }

  void band(const Series& one) {
    std::vector<QPointF> there;
    std::vector<QPointF> back;
    for (const Point& point : one.points) {
      if (!point.within) continue;
      there.emplace_back(point.x, point.within->second);
      back.emplace_back(point.x, point.within->first);
    }
    std::ranges::reverse(back);
    const QColor fill = band_colour(one);
    out_ +=
        QStringLiteral("<path d=\"%1%2Z\" fill=\"%3\" fill-opacity=\"%4\"/>\n")
            .arg(path_of(there, QLatin1Char('M')), path_of(back, QLatin1Char('L')), colour(fill))
            .arg(fill.alphaF());
  }

  void series(const Series& one) {
    if (has_points_alone(one)) {
      for (const Point& point : one.points) {
        symbol(ground_.pixel_of(place_of(point)), one, text_of(point.note));
      }
      return;
    }
    path(one.points, pen_of(one));
    for (const auto& part : thick_parts(one)) path(part, thick_pen_of(one));
  }

  void path(const std::vector<Point>& points, const QPen& pen) {
    std::vector<QPointF> places;
    std::ranges::transform(points, std::back_inserter(places), place_of);
    out_ +=
        QStringLiteral("<path d=\"%1\" %2/>\n").arg(path_of(places, QLatin1Char('M')), stroke(pen));
  }

  void symbol(QPointF at, const Series& of, const QString& note) {
    const QString title = QStringLiteral("<title>%1</title>").arg(note.toHtmlEscaped());
    if (of.kind == SeriesKind::Usual) {
      out_ += QStringLiteral("<circle cx=\"%1\" cy=\"%2\" r=\"4.5\" %3>%4</circle>\n")
                  .arg(number(at.x()), number(at.y()), stroke(pen_of(of)), title);
      return;
    }
    out_ +=
        QStringLiteral("<path d=\"M%1 %2l6 6l-6 6l-6 -6Z\" fill=\"%3\" stroke=\"%4\">%5</path>\n")
            .arg(number(at.x()), number(at.y() - 6), colour(colour_of(of.colour)),
                 colour(paint::theme().paper()), title);
  }

  void mark(const Mark& one) {
    const double x = ground_.pixel_of(one.x);
    line({x, ground_.area.top()}, {x, ground_.area.bottom()}, pen_of(one));
    if (one.text.empty()) return;
    text({x + 4, ground_.area.top() + 12 + marks_++ * kLine}, text_of(one.text), Anchor::Start);
  }

  void segments() {
    const double top = ground_.area.bottom() + 42;
    if (!chart_.segments.empty()) {
      text({kLeft - 6, top + 12}, text_of(chart_.segments_title), Anchor::End);
    }
    for (const Segment& one : chart_.segments) {
      const QString name = text_of(one.text);
      const double from = std::max(ground_.pixel_of(one.from), ground_.area.left());
      const double to = std::min(ground_.pixel_of(one.to), ground_.area.right());
      if (to <= from) continue;
      out_ += QStringLiteral(
                  "<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"16\" fill=\"%4\">"
                  "<title>%5</title></rect>\n")
                  .arg(number(from), number(top), number(to - from), colour(colour_of(one.colour)),
                       name.toHtmlEscaped());
      constexpr double kLetter = 7;
      if (kLetter * static_cast<double>(name.size()) > to - from) continue;
      out_ +=
          QStringLiteral("<text x=\"%1\" y=\"%2\" text-anchor=\"middle\" fill=\"%3\">%4</text>\n")
              .arg(number((from + to) / 2), number(top + 12), colour(paint::theme().paper()),
                   name.toHtmlEscaped());
    }
  }

  void legend() {
    const double x = ground_.area.right() + 16;
    double y = top_ + 8;
    const auto name = [&](const QString& of) {
      text({x + 34, y + 4}, of, Anchor::Start);
      y += kLine;
    };
    for (const Series& one : chart_.series) {
      if (one.band == Band::Alone) continue;
      if (has_points_alone(one)) {
        symbol({x + 14, y}, one, {});
      } else {
        line({x, y}, {x + 28, y}, pen_of(one));
      }
      name(text_of(one.name));
    }
    for (const Series& one : chart_.series) {
      if (one.band == Band::None) continue;
      const QColor fill = band_colour(one);
      out_ += QStringLiteral(
                  "<rect x=\"%1\" y=\"%2\" width=\"28\" height=\"10\" fill=\"%3\" "
                  "fill-opacity=\"%4\"/>\n")
                  .arg(number(x), number(y - 5), colour(fill))
                  .arg(fill.alphaF());
      name(text_of(report::charts::band_name(one)));
    }
  }

  const Chart& chart_;
  QSize size_;
  QStringList source_;  // by lines
  double top_;          // of the lines' ground
  PlotGround ground_;
  QString out_;
  int marks_ = 0;
};

}  // namespace

QString svg_of(const Chart& chart, QSize size, const QString& source) {
  return Writer(chart, size, source).all();
}

}  // namespace treering::gui::widgets
