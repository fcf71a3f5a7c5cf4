// A topology that is shown, for tests that click and point at it.
#pragma once

#include <QTest>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "gui/paint/picture_layer.h"
#include "gui/views/topology/tips.h"
#include "gui/views/topology/topology_canvas.h"
#include "gui/views/topology/topology_view.h"
#include "tests/gui/patience.h"

namespace treering::gui::views::topology {
namespace topology_test {

struct Window {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  std::unique_ptr<TopologyView> view;
  TopologyCanvas* canvas = nullptr;

  explicit Window(int nodes = 2, const char* topology = "dgx-h100") {
    models::Question question;
    question.job.topology = topology;
    question.job.nodes = nodes;
    question.bytes = std::uint64_t{64} << 20U;
    question.shown.algorithm = "Ring";
    view = std::make_unique<TopologyView>(TopologyView::Shared{session, selection, clock});
    view->resize(1200, 800);
    view->show();
    canvas = view->findChild<TopologyCanvas*>();
    session.open(question);
    settle();
  }
  void settle() const {
    EXPECT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  }
  void click(QPointF at) const {
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->toPixel(at).toPoint());
  }
  /// The box that folds or unfolds a part.
  const report::drawing::Box* handle(const report::drawing::Fold& fold) const {
    for (const auto& box : canvas->picture().boxes) {
      if (box.handle && box.handle->fold == fold) return &box;
    }
    return nullptr;
  }
  QPointF middle_of_node(int node) const {
    return paint::cell_of(canvas->picture(), node).center();
  }
  std::string text_there(QPointF at, const NodeFaults& faults = {}) const {
    const paint::View seen{canvas->seen(), canvas->scale()};
    const auto hit = paint::hit(canvas->picture(), at, seen, 1);
    return hit ? tip({canvas->machines(), faults, {}}, *hit).toStdString() : "";
  }
  QPoint pixel_of(const std::string& device) const {
    for (const auto& box : canvas->picture().boxes) {
      if (box.tip == device || box.tip.starts_with(device + ":")) {
        return canvas->toPixel(paint::rect_of(box.area).center()).toPoint();
      }
    }
    ADD_FAILURE() << device;
    return {};
  }
};

}  // namespace topology_test
}  // namespace treering::gui::views::topology
