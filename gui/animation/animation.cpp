#include "gui/animation/animation.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QPixmap>
#include <QSaveFile>
#include <algorithm>

#include "gui/paint/few_colours.h"

namespace treering::gui::animation {
namespace {

/// Takes each frame with its time; the clock stands where it stood afterwards. How many were taken.
template <class Take>
int visit(const Film& film, Take take) {
  film.clock.pause();
  const double before = film.clock.now();
  int made = 0;
  for (; made < film.frames && film.go_on(made); ++made) {
    const double us = film.clock.end() * made / std::max(film.frames - 1, 1);
    film.clock.seek(us);
    QCoreApplication::sendPostedEvents();
    if (!take(made, us, film.widget.grab())) break;
  }
  film.clock.seek(before);
  return made;
}

core::Failure cannot_write(const QString& name) {
  return core::bad_input(name.toStdString(), "cannot be written",
                         "expected a place that exists and that you may write to");
}

QByteArray base64_png(const QPixmap& picture) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  paint::with_few_colours(picture.toImage()).save(&buffer, "PNG");
  return bytes.toBase64();
}

/// Around the frames: play and pause (space), a slider, the time.
constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>treering</title>
<style>
:root{color-scheme:light dark}
body{font:14px system-ui,sans-serif;margin:1em auto;max-width:1200px;padding:0 1em}
img{width:100%;display:block;border:1px solid #8885}
div{display:flex;gap:1em;align-items:center;margin-top:.5em}
input{flex:1}
</style></head><body>
<img id="frame" alt="the run at the moment below">
<div><button id="play">Play</button><input id="at" type="range" min="0" value="0"
aria-label="moment"><output id="time"></output></div>
<script>
const frames=[
)";
constexpr const char* kTail = R"(];
const frame=document.getElementById('frame'),at=document.getElementById('at'),
time=document.getElementById('time'),play=document.getElementById('play');
let timer=null;
at.max=frames.length-1;
function show(){const f=frames[at.value];frame.src='data:image/png;base64,'+f[1];
time.textContent=f[0].toFixed(2)+' us, simulated';}
function stop(){clearInterval(timer);timer=null;play.textContent='Play';}
function start(){if(+at.value===frames.length-1)at.value=0;play.textContent='Pause';
timer=setInterval(()=>{if(+at.value===frames.length-1)return stop();at.value=+at.value+1;show();},83);}
play.onclick=()=>timer?stop():start();
at.oninput=()=>{stop();show();};
document.onkeydown=e=>{if(e.key===' '&&e.target!==play){e.preventDefault();play.click();}};
show();
</script></body></html>
)";

}  // namespace

core::Result<int> write_frames(const Film& film, const QString& folder) {
  if (!QDir().mkpath(folder)) return cannot_write(folder);
  bool is_written = true;
  const int made = visit(film, [&](int number, double /*us*/, const QPixmap& picture) {
    constexpr int kDigits = 4;
    const QString name = QStringLiteral("%1/frame-%2.png")
                             .arg(folder)
                             .arg(number + 1, kDigits, 10, QLatin1Char('0'));
    is_written = paint::with_few_colours(picture.toImage()).save(name);
    return is_written;
  });
  if (!is_written) return cannot_write(folder);
  return made;
}

core::Result<int> write_html(const Film& film, const QString& file) {
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) return cannot_write(file);
  out.write(kHead);
  const int made = visit(film, [&](int /*number*/, double us, const QPixmap& picture) {
    out.write("[" + QByteArray::number(us, 'f', 3) + ",\"" + base64_png(picture) + "\"],\n");
    return true;
  });
  if (made < film.frames) {
    out.cancelWriting();
    return made;
  }
  out.write(kTail);
  if (!out.commit()) return cannot_write(file);
  return made;
}

}  // namespace treering::gui::animation
