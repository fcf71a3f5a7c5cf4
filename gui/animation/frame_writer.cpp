#include "gui/animation/frame_writer.h"

#include <QBuffer>
#include <QDir>
#include <QSaveFile>
#include <utility>

#include "gui/paint/few_colours.h"

namespace treering::gui::animation {
namespace {

core::Failure cannot_write(const QString& name) {
  return core::bad_input(name.toStdString(), "cannot be written",
                         "expected a place that exists and that you may write to");
}

QByteArray base64_png(const QImage& picture) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  paint::with_few_colours(picture).save(&buffer, "PNG");
  return bytes.toBase64();
}

/// Around the frames: play and pause (space), a slider, the time. A frame is never so high that
/// these are below the edge of the window.
constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>treering</title>
<style>
:root{color-scheme:light dark}
body{font:14px system-ui,sans-serif;margin:1em auto;max-width:1200px;padding:0 1em}
img{max-width:100%;max-height:calc(100vh - 6em);display:block;margin:auto;border:1px solid #8885}
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

class Folder final : public FrameWriter {
 public:
  explicit Folder(QString name) : name_(std::move(name)) {}

  core::Result<void> add(const Frame& frame) override {
    constexpr int kDigits = 4;
    const QString file = QStringLiteral("%1/frame-%2.png")
                             .arg(name_)
                             .arg(frame.number + 1, kDigits, 10, QLatin1Char('0'));
    if (!paint::with_few_colours(frame.picture).save(file)) return cannot_write(file);
    return {};
  }
  core::Result<void> finish() override { return {}; }

 private:
  QString name_;
};

class Page final : public FrameWriter {
 public:
  explicit Page(const QString& name) : out_(name) {}

  bool open() { return out_.open(QIODevice::WriteOnly) && out_.write(kHead) > 0; }
  core::Result<void> add(const Frame& frame) override {
    const QByteArray line =
        "[" + QByteArray::number(frame.us, 'f', 3) + ",\"" + base64_png(frame.picture) + "\"],\n";
    if (out_.write(line) != line.size()) return cannot_write(out_.fileName());
    return {};
  }
  core::Result<void> finish() override {
    out_.write(kTail);
    if (!out_.commit()) return cannot_write(out_.fileName());
    return {};
  }

 private:
  QSaveFile out_;
};

}  // namespace

core::Result<std::shared_ptr<FrameWriter>> frame_writer(const QString& name) {
  if (!name.endsWith(QStringLiteral(".html"))) {
    if (!QDir().mkpath(name)) return cannot_write(name);
    return std::make_shared<Folder>(name);
  }
  auto page = std::make_shared<Page>(name);
  if (!page->open()) return cannot_write(name);
  return page;
}

}  // namespace treering::gui::animation
