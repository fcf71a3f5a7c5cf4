// How long the timeline of treering-gui takes on the GUI thread for a frame: moved, magnified and
// scrolled, with many ranks and with as many steps as are recorded at most.
#include <QApplication>
#include <QElapsedTimer>
#include <QThread>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "app/simulate.h"
#include "gui/jobs/asker.h"
#include "gui/paint/theme.h"
#include "gui/timeline/rows_view.h"

namespace treering::bench {
namespace {

using gui::timeline::RowsView;

struct Case {
  std::string name;
  std::string algorithm;
  int nodes = 1;
  std::uint64_t bytes = 0;
  bool is_exact = false;  // every message one by one: so many steps are recorded
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kAll{
      {"32 ranks, 1 MiB", "Ring", 4, std::uint64_t{1} << 20U},
      {"24,576 ranks, 64 MiB", "Tree", 3072, std::uint64_t{64} << 20U},
      {"256 ranks, 64 MiB, each message", "Ring", 32, std::uint64_t{64} << 20U, true},
      {"128 ranks, 4 GiB", "ring_2d", 16, std::uint64_t{4} << 30U},
  };
  return kAll;
}

core::Result<app::SimulateReport> simulated(const Case& one) {
  app::SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = one.nodes;
  request.call.bytes = one.bytes;
  request.way.algorithm = one.algorithm;
  request.is_exact = one.is_exact;
  request.is_recorded = true;
  return app::answer(request);
}

void settle() {
  do {
    QApplication::processEvents();
    QThread::usleep(200);
  } while (gui::jobs::Board::instance().isAnyRunning());
  QApplication::processEvents();
}

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Took {
  double ms = 0;            // by the clock: also what other programs and the workers take
  double processor_ms = 0;  // of the GUI thread
};

/// For one frame: the change, what arrives meanwhile, and painting.
Took took(const std::function<void()>& change) {
  QElapsedTimer timer;
  timer.start();
  const double before = processor_ms();
  change();
  QApplication::processEvents();
  return {static_cast<double>(timer.nsecsElapsed()) / 1e6, processor_ms() - before};
}

struct Frames {
  std::string name;
  std::function<void(RowsView&, int)> change;
};

double part(const RowsView& view, double share) {
  return view.end() * share;
}

const std::vector<Frames>& all_frames() {
  static const std::vector<Frames> kAll{
      {"move in time",
       [](RowsView& view, int i) {
         view.setSpan({part(view, 0.2 + 0.002 * i), part(view, 0.4 + 0.002 * i)});
       }},
      {"zoom in",
       [](RowsView& view, int i) {
         const double half = 0.5 * std::pow(0.85, i);
         view.setSpan({part(view, 0.5 - half), part(view, 0.5 + half)});
       }},
      {"scroll rows", [](RowsView& view, int i) { view.setScroll(47.0 * i); }},
      {"jump through rows", [](RowsView& view, int i) { view.setScroll(20'011.0 * (i % 20)); }},
  };
  return kAll;
}

void print_frames(RowsView& view, const Frames& frames) {
  constexpr int kCount = 100;
  constexpr unsigned long kBetweenMs = 4;
  std::vector<double> ms;
  std::vector<double> processor;
  view.fitAll();
  view.setScroll(0);
  settle();
  for (int i = 0; i < kCount; ++i) {
    const Took one = took([&] { frames.change(view, i); });
    ms.push_back(one.ms);
    processor.push_back(one.processor_ms);
    QThread::msleep(kBetweenMs);
  }
  settle();
  for (std::vector<double>* const all : {&ms, &processor}) std::ranges::sort(*all);
  fmt::print("  {:<20} median {:6.2f} ms, worst {:6.2f} ms; of the processor {:6.2f}, {:6.2f}\n",
             frames.name, ms[ms.size() / 2], ms.back(), processor[processor.size() / 2],
             processor.back());
}

void print(const Case& one) {
  const auto report = simulated(one);
  if (!report) {
    fmt::print("{}, {}: {}\n", one.algorithm, one.name, report.error().message());
    return;
  }
  QElapsedTimer timer;
  timer.start();
  const auto run = gui::timeline::make_run(*report);
  const std::int64_t ready_ms = timer.elapsed();
  const auto& timeline = *report->recorded->timeline;
  std::size_t recorded = 0;
  for (int stream = 0; stream < timeline.schedule().streams(); ++stream) {
    const bool is_own = timeline.representative(stream) == stream;
    if (is_own) recorded += timeline.track(stream).entries.size();
  }
  fmt::print("{}, {}: {} channels of ranks, {} steps recorded, made ready in {} ms in a worker\n",
             one.algorithm, one.name, run->tracks.count(), recorded, ready_ms);
  gui::models::Selection selection;
  gui::models::Clock clock;
  clock.setEnd(run->tracks.end_us());
  RowsView view({selection, clock});
  view.resize(1920, 1080);
  view.show();
  view.setRun(run);
  settle();
  for (const bool is_folded : {true, false}) {
    view.foldAll(is_folded);
    view.setSpan({0, view.end() / 2});
    timer.restart();
    settle();
    fmt::print(" {}: all that is seen was found in {} ms\n", is_folded ? "ranks" : "channels",
               timer.elapsed());
    for (const Frames& frames : all_frames()) print_frames(view, frames);
  }
}

}  // namespace
}  // namespace treering::bench

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  treering::gui::paint::set_theme(treering::gui::paint::Shade::Dark);
  for (const auto& one : treering::bench::cases()) treering::bench::print(one);
  return 0;
}
