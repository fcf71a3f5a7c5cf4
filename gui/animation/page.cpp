#include "gui/animation/page.h"

namespace treering::gui::animation {
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
