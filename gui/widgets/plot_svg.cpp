#include "gui/widgets/plot_svg.h"

#include <QStringList>
#include <algorithm>

#include "gui/paint/theme.h"
#include "gui/widgets/plot_over.h"

namespace treering::gui::widgets {
namespace {

constexpr double kLeft = 84;
constexpr double kRight = 210;  // for the legend
constexpr double kTop = 30;
constexpr double kBottom = 70;
constexpr double kLine = 18;  // from text to text

enum class Anchor { Start, Middle, End };

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
  Writer(const Plot& plot, QSize size)
      : plot_(plot),
        size_(size),
        source_(in_lines(plot.source, size.width() - kLeft)),
        top_(kTop + kLine * static_cast<double>(source_.size())),
        ground_{frame_of(plot), QRectF(kLeft, top_, std::max(50.0, size.width() - kLeft - kRight),
                                       std::max(50.0, size.height() - top_ - kBottom))} {}

  QString all() {
    head();
    axes();
    out_ += QStringLiteral("<g clip-path=\"url(#ground)\">\n");
    for (const PlotBand& one : plot_.bands) band(one);
    for (const PlotSeries& one : plot_.series) series(one);
    out_ += QStringLiteral("</g>\n");
    for (const PlotMark& one : plot_.marks) mark(one);
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
                .arg(plot_.title.toHtmlEscaped())
                .arg(kPlotText)
                .arg(colour(paint::theme().paper()));
    const QRectF area = ground_.area;
    out_ += QStringLiteral(
                "<clipPath id=\"ground\"><rect x=\"%1\" y=\"%2\" width=\"%3\" "
                "height=\"%4\"/></clipPath>\n")
                .arg(number(area.left()), number(area.top()), number(area.width()),
                     number(area.height()));
    text({kLeft, kTop - 12}, plot_.title, Anchor::Start);
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
    text({area.center().x(), area.bottom() + 30}, plot_.x.title, Anchor::Middle);
    text({0, 0}, plot_.y.title, Anchor::Middle,
         QStringLiteral(" transform=\"translate(16 %1) rotate(-90)\"")
             .arg(number(area.center().y())));
  }

  QString path_of(const std::vector<QPointF>& points, QChar first) const {
    QString path;
    for (const QPointF& point : points) {
      if (point.y() <= 0 && ground_.frame.y_scale == PlotScale::Log) continue;
      const QPointF at = ground_.pixel_of(point);
      path += (path.isEmpty() ? first : QLatin1Char('L')) + number(at.x()) + QLatin1Char(' ') +
              number(at.y());
    }
    return path;
  }

  void band(const PlotBand& one) {
    const std::vector<QPointF> back(one.low.rbegin(), one.low.rend());
    out_ += QStringLiteral("<path d=\"%1%2Z\" fill=\"%3\" fill-opacity=\"%4\"/>\n")
                .arg(path_of(one.high, QLatin1Char('M')), path_of(back, QLatin1Char('L')),
                     colour(one.colour))
                .arg(one.colour.alphaF());
  }

  void series(const PlotSeries& one) {
    if (one.style != PlotStyle::Line) {
      for (std::size_t i = 0; i < one.points.size(); ++i) {
        const QPointF at = ground_.pixel_of(one.points[i]);
        symbol(at, one, i < one.notes.size() ? one.notes[i] : QString());
      }
      return;
    }
    out_ += QStringLiteral("<path d=\"%1\" %2/>\n")
                .arg(path_of(one.points, QLatin1Char('M')), stroke(one.pen));
  }

  void symbol(QPointF at, const PlotSeries& of, const QString& note) {
    const QString title = QStringLiteral("<title>%1</title>").arg(note.toHtmlEscaped());
    if (of.style == PlotStyle::Dots) {
      out_ += QStringLiteral("<circle cx=\"%1\" cy=\"%2\" r=\"4.5\" %3>%4</circle>\n")
                  .arg(number(at.x()), number(at.y()), stroke(of.pen), title);
      return;
    }
    out_ +=
        QStringLiteral("<path d=\"M%1 %2l6 6l-6 6l-6 -6Z\" fill=\"%3\" stroke=\"%4\">%5</path>\n")
            .arg(number(at.x()), number(at.y() - 6), colour(of.pen.color()),
                 colour(paint::theme().paper()), title);
  }

  void mark(const PlotMark& one) {
    const double x = ground_.pixel_of(one.x);
    line({x, ground_.area.top()}, {x, ground_.area.bottom()}, one.pen);
    if (one.text.isEmpty()) return;
    text({x + 4, ground_.area.top() + 12 + marks_++ * kLine}, one.text, Anchor::Start);
  }

  void segments() {
    const double top = ground_.area.bottom() + 42;
    if (!plot_.segments.empty()) text({kLeft - 6, top + 12}, plot_.segments_title, Anchor::End);
    for (const PlotSegment& one : plot_.segments) {
      const double from = std::max(ground_.pixel_of(one.from), ground_.area.left());
      const double to = std::min(ground_.pixel_of(one.to), ground_.area.right());
      if (to <= from) continue;
      out_ += QStringLiteral(
                  "<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"16\" fill=\"%4\">"
                  "<title>%5</title></rect>\n")
                  .arg(number(from), number(top), number(to - from), colour(one.colour),
                       one.text.toHtmlEscaped());
      constexpr double kLetter = 7;
      if (kLetter * static_cast<double>(one.text.size()) > to - from) continue;
      out_ +=
          QStringLiteral("<text x=\"%1\" y=\"%2\" text-anchor=\"middle\" fill=\"%3\">%4</text>\n")
              .arg(number((from + to) / 2), number(top + 12), colour(paint::theme().paper()),
                   one.text.toHtmlEscaped());
    }
  }

  void legend() {
    const double x = ground_.area.right() + 16;
    double y = top_ + 8;
    const auto name = [&](const QString& of) {
      text({x + 34, y + 4}, of, Anchor::Start);
      y += kLine;
    };
    for (const PlotSeries& one : plot_.series) {
      if (one.name.isEmpty()) continue;
      if (one.style == PlotStyle::Line) {
        line({x, y}, {x + 28, y}, one.pen);
      } else {
        symbol({x + 14, y}, one, {});
      }
      name(one.name);
    }
    for (const PlotBand& one : plot_.bands) {
      out_ += QStringLiteral(
                  "<rect x=\"%1\" y=\"%2\" width=\"28\" height=\"10\" fill=\"%3\" "
                  "fill-opacity=\"%4\"/>\n")
                  .arg(number(x), number(y - 5), colour(one.colour))
                  .arg(one.colour.alphaF());
      name(one.name);
    }
  }

  const Plot& plot_;
  QSize size_;
  QStringList source_;  // by lines
  double top_;          // of the lines' ground
  PlotGround ground_;
  QString out_;
  int marks_ = 0;
};

}  // namespace

QString svg_of(const Plot& plot, QSize size) {
  return Writer(plot, size).all();
}

}  // namespace treering::gui::widgets
