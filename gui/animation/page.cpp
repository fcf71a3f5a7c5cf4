#include "gui/animation/page.h"

#include <QBuffer>
#include <QHash>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "gui/paint/saved_picture.h"

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

namespace {

constexpr qsizetype kMostCaption = 500;  // letters, which stand three times in the page

/// A frame is never so high that the controls are below the edge of the window.
constexpr const char* kHead = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>%1</title>
<style>
:root{color-scheme:light dark}
body{font:14px system-ui,sans-serif;margin:1em auto;max-width:1400px;padding:0 1em}
p{margin:0 0 .5em}
canvas{max-width:100%;max-height:calc(100vh - 8em);display:block;margin:auto;border:1px solid #8885}
div{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;margin-top:.5em}
input{flex:1 1 12em}
</style></head><body>
<p>%1</p>
<canvas id="frame" width="%2" height="%3" role="img" aria-label="%1"></canvas>
<div><button id="back" title="Step back (,)">&#9666; Step</button>
<button id="play" title="Play or pause (Space)">Play</button>
<button id="next" title="Step forward (.)">Step &#9656;</button>
<input id="at" type="range" min="0" value="0" aria-label="moment"><output id="time"></output>
<label>Speed <select id="speed" title="Slower (&lt;), faster (&gt;)">
<option value="0.1">0.1 &times;</option><option value="0.25">0.25 &times;</option>
<option value="0.5">0.5 &times;</option><option value="1" selected>1 &times;</option>
<option value="2">2 &times;</option><option value="4">4 &times;</option></select></label></div>
<script>
// us of the run, where the picture belongs, what differs from the frame before
const frames=[
)html";

/// All frames take 12 s, as a run does in the window.
constexpr const char* kTail = R"html(];
const $=id=>document.getElementById(id),canvas=$('frame'),paper=canvas.getContext('2d'),at=$('at'),
play=$('play'),speed=$('speed'),last=frames.length-1,perFrame=Math.min(12000/Math.max(last,1),250);
let drawn=-1,timer=null;
at.max=last;
let awaited=frames.filter(f=>f[3]).length;
const pictures=frames.map(f=>{if(!f[3])return null;const one=new Image();
one.onload=()=>{if(--awaited===0)show();};
one.src='data:image/png;base64,'+f[3];return one;});
function show(){const to=+at.value;
if(to<drawn)drawn=-1;
while(drawn<to){drawn++;if(pictures[drawn])paper.drawImage(pictures[drawn],frames[drawn][1],frames[drawn][2]);}
$('time').textContent=frames[to][0].toFixed(2)+' us, simulated';}
function stop(){clearInterval(timer);timer=null;play.textContent='Play';}
function step(by){stop();at.value=+at.value+by;show();}
function start(){if(+at.value===last)at.value=0;clearInterval(timer);play.textContent='Pause';
timer=setInterval(()=>{if(+at.value===last)return stop();at.value=+at.value+1;show();},perFrame/speed.value);}
function hasten(by){speed.selectedIndex=Math.min(Math.max(speed.selectedIndex+by,0),speed.length-1);
if(timer)start();}
play.onclick=()=>timer?stop():start();
$('back').onclick=()=>step(-1);
$('next').onclick=()=>step(1);
speed.onchange=()=>hasten(0);
at.oninput=()=>{stop();show();};
document.onkeydown=e=>{if(e.ctrlKey||e.altKey||e.metaKey)return;
const does={' ':()=>play.click(),',':()=>step(-1),'.':()=>step(1),'<':()=>hasten(-1),'>':()=>hasten(1)}[e.key];
if(!does||e.key===' '&&e.target.tagName==='BUTTON')return;e.preventDefault();does();};
</script></body></html>
)html";

QByteArray line_of(const FrameDelta& frame) {
  return "[" + QByteArray::number(frame.us, 'f', 3) + "," + QByteArray::number(frame.at.x()) + "," +
         QByteArray::number(frame.at.y()) + ",\"" + frame.png.toBase64() + "\"],\n";
}

}  // namespace

QByteArray page_of(const std::vector<FrameDelta>& frames, QSize size, const QString& caption) {
  const QString title = caption.isEmpty() ? QStringLiteral("treering") : caption.left(kMostCaption);
  QByteArray page =
      QString::fromLatin1(kHead)
          .arg(title.toHtmlEscaped(), QString::number(size.width()), QString::number(size.height()))
          .toUtf8();
  for (const FrameDelta& frame : frames) page += line_of(frame);
  return page + kTail;
}

}  // namespace treering::gui::animation
