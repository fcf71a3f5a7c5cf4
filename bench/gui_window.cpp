// Prints what the thread of the window does at most in one go, in processor time, without a
// display: opening a machine, another size, another machine, a fault, every view, an animation.
// For each the longest event, with who took it, and the processor time of the whole.
//   bench_gui_window [TOPOLOGY NODES ALGORITHM BYTES]

#include <QApplication>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "bench/process_cost.h"
#include "gui/animation/export.h"
#include "gui/jobs/asker.h"
#include "gui/jobs/board.h"
#include "gui/paint/theme.h"
#include "gui/window/main_window.h"
#include "gui/window/views.h"

namespace {

using namespace treering;
using gui::window::MainWindow;

/// Milliseconds of processor time of this thread.
double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Keeps the longest event. Events inside events are parts of the outermost.
class Watched final : public QApplication {
 public:
  using QApplication::QApplication;

  struct Longest {
    double ms = 0;
    std::string who = "nobody";
  };

  bool notify(QObject* receiver, QEvent* event) override {
    if (is_inside_) return QApplication::notify(receiver, event);
    is_inside_ = true;
    const std::string name = receiver->metaObject()->className();
    const int type = event->type();
    const double begin = thread_ms();
    const bool is_done = QApplication::notify(receiver, event);
    const double took = thread_ms() - begin;
    if (took > longest_.ms) longest_ = {took, fmt::format("{}, event {}", name, type)};
    is_inside_ = false;
    return is_done;
  }
  Longest take() { return std::exchange(longest_, {}); }

 private:
  Longest longest_;
  bool is_inside_ = false;
};

struct Case {
  std::string topology;
  int nodes;
  std::string algorithm;
  std::uint64_t bytes;
};

class Bench {
 public:
  Bench(Watched& application, MainWindow& window) : application_(application), window_(window) {}

  /// As an event of its own, then all that follows from it.
  void time(const char* what, const std::function<void()>& deed) {
    application_.take();
    const double begin = bench::cpu_s();
    QTimer::singleShot(0, &window_, deed);
    settle();
    const double cpu = bench::cpu_s() - begin;
    const Watched::Longest longest = application_.take();
    fmt::print("  {:<28} longest event {:7.2f} ms ({}); all {:.2f} s\n", what, longest.ms,
               longest.who, cpu);
  }
  bool is_making_animation = false;

 private:
  void settle() const {
    QApplication::processEvents(QEventLoop::AllEvents);
    while (is_making_animation || gui::jobs::Board::instance().isAnyRunning()) {
      QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    QApplication::processEvents(QEventLoop::AllEvents);
  }

  Watched& application_;
  MainWindow& window_;
};

void run(Watched& application, const Case& one) {
  fmt::print("{} x {}, {}, {} bytes\n", one.topology, one.nodes, one.algorithm, one.bytes);
  MainWindow window;
  window.resize(1280, 800);
  window.showView("topology");
  window.show();
  Bench bench(application, window);
  gui::models::Question question;
  question.job.topology = one.topology;
  question.job.nodes = one.nodes;
  question.job.nodes_may_differ = true;
  question.bytes = one.bytes;
  question.shown.algorithm = one.algorithm;
  gui::models::Session& session = window.session();
  bench.time("open", [&] { session.open(question); });
  for (const auto& view : gui::window::all_views()) {
    bench.time(view.id, [&] { window.showView(view.id); });
  }
  bench.time("algorithm again", [&] { window.showView("algorithm"); });
  question.bytes *= 2;
  bench.time("another size", [&] { session.ask(question, "size"); });
  bench.time("seek", [&] { window.clock().seek(window.clock().end() / 2); });
  const QTemporaryDir folder;
  gui::animation::Export film({window.shownPage(), window.clock(), 10}, folder.filePath("x.html"));
  QObject::connect(&film, &gui::animation::Export::ended, &window,
                   [&] { bench.is_making_animation = false; });
  bench.is_making_animation = true;
  bench.time("animation of 10 frames", [&] { film.start(); });
  question.job.nodes = 2;
  bench.time("fewer nodes", [&] { session.ask(question, "nodes"); });
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QStandardPaths::setTestModeEnabled(true);  // settings of a bench are not the user's
  gui::jobs::return_large_values();          // as the program does
  int arguments = 1;
  Watched application(arguments, argv);
  gui::paint::set_theme(gui::paint::Shade::Light);
  constexpr std::uint64_t kMib = 1U << 20U;
  if (argc == 5) {
    run(application,
        {argv[1], std::atoi(argv[2]), argv[3], static_cast<std::uint64_t>(std::atoll(argv[4]))});
    return 0;
  }
  run(application, {"dgx-h100", 4, "Ring", kMib});
  run(application, {"summit", 4096, "Tree", kMib});
  run(application, {"summit", 4096, "Ring", 64 * kMib});
  run(application, {"gb200-nvl72", 36, "Ring", kMib});
}
