// Prints how long the picture of a large cluster takes, folded and node by node, and the processor
// time of a frame of it at several magnifications, without a display.
//   bench_gui_topology [frames]

#include <QApplication>
#include <QPixmap>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "app/show.h"
#include "bench/process_cost.h"
#include "gui/paint/picture_layer.h"
#include "gui/paint/theme.h"
#include "gui/views/topology/topology_canvas.h"
#include "report/drawing/cluster/cluster_picture.h"

namespace {

using namespace treering;
using report::drawing::FoldKind;
using report::drawing::cluster::Shown;

double cpu_ms() {
  return 1e3 * bench::cpu_s();
}

template <class Do>
void print(const char* what, int times, Do once) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) {
    const double begin = cpu_ms();
    once();
    all.push_back(cpu_ms() - begin);
  }
  std::ranges::sort(all);
  fmt::print("  {:<32} median {:6.2f} ms, worst {:6.2f} ms\n", what, all[all.size() / 2],
             all.back());
}

struct Case {
  const char* topology;
  int nodes;
  int nodes_per_leaf;  // 0: the network is not described
};

void run(const Case& one, int frames) {
  app::ShowRequest request;
  request.job.topology = one.topology;
  request.job.nodes = one.nodes;
  const auto report = app::answer(request);
  if (!report) return fmt::print("{}: {}\n", one.topology, report.error().message());
  auto cluster = std::get<app::MachineReport>(*report).setup.cluster;
  if (one.nodes_per_leaf > 0) {
    cluster.fabric.kind = core::FabricKind::FatTree;
    cluster.fabric.nodes_per_leaf = one.nodes_per_leaf;
  }
  const auto shared = std::make_shared<const core::Cluster>(std::move(cluster));
  fmt::print("{} x {}, {} nodes a leaf\n", one.topology, one.nodes, one.nodes_per_leaf);
  const Shown folded;
  const Shown unfolded{.unfolded = {{FoldKind::Leaves}, {FoldKind::Nodes, 0}}};
  print("picture, folded", frames, [&] { return cluster_picture(*shared, folded); });
  print("picture, node by node", frames, [&] { return cluster_picture(*shared, unfolded); });
  gui::models::Selection selection;
  gui::views::topology::TopologyCanvas canvas(selection, nullptr);
  canvas.resize(1280, 800);
  canvas.show(cluster_picture(*shared, unfolded), {shared, std::nullopt});
  QPixmap screen(canvas.size());
  const QRectF cell = gui::paint::cell_of(canvas.picture(), one.nodes / 2);
  for (const double wide : {0.0, 400.0, 120.0, 40.0, 0.5}) {
    wide == 0 ? canvas.fit() : canvas.fit(cell.adjusted(-wide, -wide, wide, wide));
    const auto what = fmt::format("frame, cells of {:.0f} pixels", cell.width() * canvas.scale());
    print(what.c_str(), frames, [&] {
      canvas.renew();
      canvas.render(&screen);
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int frames = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 60;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  int arguments = 1;
  const QApplication application(arguments, argv);
  gui::paint::set_theme(gui::paint::Shade::Light);
  run({"summit", 4096, 0}, frames);
  run({"dgx-h100", 4096, 32}, frames);
  run({"hgx-h100-4", 65536, 64}, frames);
}
