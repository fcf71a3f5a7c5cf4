// Prints the processor time of a frame of a playing run, without a display: the messages alone, and
// with all that stands still (after a move or a magnification). First the time until the picture of
// a topology is there.
//   bench_gui_stage [frames]

#include <QApplication>
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "bench/process_cost.h"
#include "gui/paint/theme.h"
#include "gui/stage/stage_canvas.h"

namespace {

using namespace treering;

double cpu_ms() {
  return 1e3 * bench::cpu_s();
}

struct Case {
  const char* topology;
  int nodes;
  const char* algorithm;
  std::uint64_t bytes;
};

void print(const char* what, std::vector<double> times) {
  std::ranges::sort(times);
  fmt::print("  {:<28} median {:6.2f} ms, worst {:6.2f} ms\n", what, times[times.size() / 2],
             times.back());
}

void run(const Case& one, int frames) {
  app::SimulateRequest request;
  request.job.topology = one.topology;
  request.job.nodes = one.nodes;
  request.call.bytes = one.bytes;
  request.way.algorithm = one.algorithm;
  request.is_recorded = true;
  const auto report = app::answer(request);
  if (!report) return fmt::print("{}: {}\n", one.topology, report.error().message());
  const auto scene = gui::stage::make_scene(*report, {});
  gui::models::Selection selection;
  gui::models::Clock clock;
  gui::stage::StageCanvas canvas(selection, clock);
  canvas.resize(1280, 800);
  canvas.setVisible(true);
  canvas.show(scene);
  clock.setEnd(scene->moments->end_us());
  QPixmap screen(canvas.size());
  canvas.render(&screen);
  fmt::print("{} x {}, {}: {} ways of messages\n", one.topology, one.nodes,
             scene->title.toStdString(), scene->stage().lanes.size());
  std::vector<double> moving;
  std::vector<double> all;
  for (int i = 0; i < frames; ++i) {
    double begin = cpu_ms();
    clock.seek(clock.end() * i / frames);
    canvas.render(&screen);
    moving.push_back(cpu_ms() - begin);
    begin = cpu_ms();
    canvas.renew();
    canvas.render(&screen);
    all.push_back(cpu_ms() - begin);
  }
  print("messages", moving);
  print("with what stands still", all);
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 60;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  int arguments = 1;
  const QApplication application(arguments, argv);
  gui::paint::set_theme(gui::paint::Shade::Light);
  constexpr std::uint64_t kMib = 1U << 20U;
  run({"dgx-h100", 4, "Ring", kMib}, frames);
  run({"dgx-h100", 4, "Tree", 64 * kMib}, frames);
  run({"dgx-h100", 128, "Tree", 64 * kMib}, frames);
  run({"summit", 4096, "Tree", kMib}, frames);
  run({"summit", 4096, "Ring", 64 * kMib}, frames);
}
