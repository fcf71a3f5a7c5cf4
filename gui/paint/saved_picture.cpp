#include "gui/paint/saved_picture.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "gui/paint/theme.h"

namespace treering::gui::paint {

namespace {

constexpr double kText = 12;   // pixels
constexpr double kAround = 8;  // the text

}  // namespace

QImage with_caption(const QImage& picture, const QString& text) {
  if (text.isEmpty()) return picture;
  const double ratio = picture.devicePixelRatio();
  const QSizeF size = picture.deviceIndependentSize();
  const QFont font = picture_font(kText);
  const QRectF room(kAround, kAround, std::max(size.width() - 2 * kAround, 1.0), size.height());
  constexpr int kForm = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
  const double height = QFontMetricsF(font).boundingRect(room, kForm, text).height();
  const double above = std::ceil(height + 2 * kAround);
  QImage all((QSizeF(size.width(), size.height() + above) * ratio).toSize(), QImage::Format_RGB32);
  all.setDevicePixelRatio(ratio);
  all.fill(theme().palette().color(QPalette::Window));
  QPainter painter(&all);
  painter.setFont(font);
  painter.setPen(theme().ink());
  painter.drawText(room, kForm, text);
  painter.drawImage(QPointF(0, above), picture);
  return all;
}

namespace {

constexpr qsizetype kMostColours = 256;

/// The part of the space of colours: 16 steps of each.
unsigned part_of(QRgb colour) {
  constexpr unsigned kSteps = 16;
  const auto step = [](int value) { return static_cast<unsigned>(value) / kSteps; };
  return (step(qRed(colour)) * kSteps + step(qGreen(colour))) * kSteps + step(qBlue(colour));
}

struct Part {
  QRgb colour = 0;          // its most frequent one
  std::size_t of_that = 0;  // pixels
  std::size_t of_all = 0;
};

std::unordered_map<QRgb, std::size_t> counts_of(const QImage& picture) {
  std::unordered_map<QRgb, std::size_t> counts;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) ++counts[picture.pixel(x, y)];
  }
  return counts;
}

QRgb rounded_to_steps(QRgb colour) {
  constexpr int kLast = 31;  // of the steps
  constexpr int kFull = 255;
  const auto rounded = [](int value) {
    const int step = (value * kLast + kFull / 2) / kFull;
    return (step * kFull + kLast / 2) / kLast;
  };
  return qRgb(rounded(qRed(colour)), rounded(qGreen(colour)), rounded(qBlue(colour)));
}

/// Those that the picture has, each once. Two grounds may lie in one part of the space.
QList<QRgb> of_theme(const std::unordered_map<QRgb, std::size_t>& counts) {
  QList<QRgb> table;
  for (const QColor& colour : theme().own()) {
    const QRgb exact = colour.rgb();
    if (counts.contains(exact) && !table.contains(exact)) table.push_back(exact);
  }
  return table;
}

}  // namespace

QImage with_few_colours(const QImage& picture) {
  const QImage plain = picture.convertToFormat(QImage::Format_RGB32);
  const auto counts = counts_of(plain);
  std::unordered_map<unsigned, Part> parts;
  for (const auto& [colour, count] : counts) {
    Part& part = parts[part_of(colour)];
    part.of_all += count;
    const bool is_first = count == part.of_that && colour < part.colour;
    if (count > part.of_that || is_first) {
      part.of_that = count;
      part.colour = colour;
    }
  }
  std::vector<Part> sorted;
  sorted.reserve(parts.size());
  for (const auto& [number, part] : parts) sorted.push_back(part);
  std::ranges::sort(sorted, [](const Part& a, const Part& b) {
    return a.of_all != b.of_all ? a.of_all > b.of_all : a.colour < b.colour;
  });
  QList<QRgb> table = of_theme(counts);
  for (const Part& part : sorted) {
    if (table.size() == kMostColours) break;
    if (!table.contains(part.colour)) table.push_back(part.colour);
  }
  return plain.convertToFormat(QImage::Format_Indexed8, table,
                               Qt::ThresholdDither | Qt::AvoidDither);
}

QImage with_round_colours(const QImage& picture) {
  std::unordered_map<QRgb, QRgb> rounded;
  for (const QColor& colour : theme().own()) rounded.emplace(colour.rgb(), colour.rgb());
  QImage result = picture.convertToFormat(QImage::Format_RGB32);
  for (int y = 0; y < result.height(); ++y) {
    auto* const row = reinterpret_cast<QRgb*>(result.scanLine(y));
    QRgb last = 0;
    QRgb last_rounded = 0;  // neighbours are mostly alike
    for (int x = 0; x < result.width(); ++x) {
      if (row[x] != last) {
        last = row[x];
        last_rounded = rounded.try_emplace(last, rounded_to_steps(last)).first->second;
      }
      row[x] = last_rounded;
    }
  }
  return result;
}

}  // namespace treering::gui::paint
