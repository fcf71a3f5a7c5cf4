#include "gui/animation/frame_deltas.h"

#include <QBuffer>
#include <QHash>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "gui/paint/few_colours.h"

namespace treering::gui::animation {
namespace {

constexpr int kMostColours = 255;  // beside the transparent one

/// Bytes of the numbers and signs around a frame in a page.
constexpr qsizetype kAroundFrame = 48;

qsizetype bytes_of(const FrameDelta& delta) {
  constexpr qsizetype kGroup = 3;  // bytes that are four letters of base64
  return kAroundFrame + (delta.png.size() + kGroup - 1) / kGroup * 4;
}

/// Where two pictures differ; empty where they do not.
QRect difference(const QImage& before, const QImage& now) {
  QRect area;
  for (int y = 0; y < now.height(); ++y) {
    const auto* const old_row = reinterpret_cast<const QRgb*>(before.constScanLine(y));
    const auto* const row = reinterpret_cast<const QRgb*>(now.constScanLine(y));
    const auto* const end = row + now.width();
    const auto* const first = std::mismatch(row, end, old_row).first;
    if (first == end) continue;
    auto last = now.width() - 1;
    while (row[last] == old_row[last]) --last;
    area |= QRect(static_cast<int>(first - row), y, last - static_cast<int>(first - row) + 1, 1);
  }
  return area;
}

/// The pixels of an area that differ; the others are transparent.
QImage differing(const QImage& before, const QImage& now, const QRect& area) {
  QImage part(area.size(), QImage::Format_ARGB32);
  for (int y = 0; y < area.height(); ++y) {
    const auto* const old_row =
        reinterpret_cast<const QRgb*>(before.constScanLine(area.top() + y)) + area.left();
    const auto* const row =
        reinterpret_cast<const QRgb*>(now.constScanLine(area.top() + y)) + area.left();
    auto* const out = reinterpret_cast<QRgb*>(part.scanLine(y));
    for (int x = 0; x < area.width(); ++x) out[x] = row[x] == old_row[x] ? 0 : row[x];
  }
  return part;
}

/// With a table of its colours, where a byte holds their numbers.
QImage with_table(const QImage& part) {
  QHash<QRgb, uchar> numbers{{0, 0}};
  QList<QRgb> table{0};
  QImage indexed(part.size(), QImage::Format_Indexed8);
  for (int y = 0; y < part.height(); ++y) {
    const auto* const row = reinterpret_cast<const QRgb*>(part.constScanLine(y));
    uchar* const out = indexed.scanLine(y);
    for (int x = 0; x < part.width(); ++x) {
      auto found = numbers.constFind(row[x]);
      if (found == numbers.constEnd()) {
        if (table.size() > kMostColours) return part;
        found = numbers.insert(row[x], static_cast<uchar>(table.size()));
        table << row[x];
      }
      out[x] = *found;
    }
  }
  indexed.setColorTable(table);
  return indexed;
}

QByteArray png_of(const QImage& picture) {
  constexpr int kSmallest = 0;  // Qt's quality of a PNG: the most compression
  QByteArray bytes;
  QBuffer buffer(&bytes);
  picture.save(&buffer, "PNG", kSmallest);
  return bytes;
}

}  // namespace

void show(const FrameDelta& delta, QImage& picture) {
  if (delta.png.isEmpty()) return;
  QPainter(&picture).drawImage(delta.at, QImage::fromData(delta.png, "PNG"));
}

void FrameDeltas::add(const QImage& picture, double us) {
  QImage plain = paint::with_round_colours(picture);
  const bool is_kept = came_++ % every_ == 0;
  if (!is_kept) {
    left_out_ = std::move(plain);
    left_out_us_ = us;
    return;
  }
  left_out_ = {};
  append(plain, us);
  while (bytes_ > most_ && kept_.size() > 2) thin_out();
}

void FrameDeltas::append(const QImage& picture, double us) {
  if (shown_.isNull()) {
    kept_.push_back({us, {}, png_of(with_table(picture.convertToFormat(QImage::Format_ARGB32)))});
  } else {
    const QRect area = difference(shown_, picture);
    kept_.push_back(
        {us, area.topLeft(),
         area.isEmpty() ? QByteArray() : png_of(with_table(differing(shown_, picture, area)))});
  }
  shown_ = picture;
  bytes_ += bytes_of(kept_.back());
}

/// Every second one, encoded anew from what is seen then.
void FrameDeltas::thin_out() {
  const std::vector<FrameDelta> before = std::exchange(kept_, {});
  QImage seen(shown_.size(), QImage::Format_RGB32);
  const QImage last = std::exchange(shown_, {});
  bytes_ = 0;
  every_ *= 2;
  for (std::size_t i = 0; i < before.size(); ++i) {
    show(before[i], seen);
    if (i % 2 == 0) append(seen.copy(), before[i].us);
  }
  if (before.size() % 2 != 0) return;
  left_out_ = last;
  left_out_us_ = before.back().us;
}

const std::vector<FrameDelta>& FrameDeltas::finish() {
  for (;;) {
    if (!left_out_.isNull()) append(std::exchange(left_out_, {}), left_out_us_);
    if (bytes_ <= most_ || kept_.size() <= 2) return kept_;
    thin_out();
  }
}

}  // namespace treering::gui::animation
