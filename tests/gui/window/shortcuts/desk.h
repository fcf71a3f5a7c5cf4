// What tests of the sheet's keys share: a window with what a place of the sheet needs, and how keys
// and the mouse are pressed.
#pragma once

#include <QTest>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "gui/stage/stage_canvas.h"
#include "gui/timeline/timeline_widget.h"
#include "gui/views/algorithm/memory_panel.h"
#include "gui/views/topology/topology_canvas.h"
#include "gui/widgets/plot_panel.h"
#include "gui/window/keys.h"
#include "gui/window/main_window.h"
#include "tests/gui/active_window.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace shortcuts_test {

using views::topology::TopologyCanvas;

template <class Widget>
Widget& seen(QWidget& page) {
  for (Widget* const one : page.findChildren<Widget*>()) {
    if (one->isVisible()) return *one;
  }
  throw std::logic_error("no such widget is seen");
}

/// A window with what a place of the sheet needs.
struct Desk {
  MainWindow window;
  QWidget* target = &window;  // of keys and the mouse
  QPoint spot;                // where the mouse is

  void open(const char* view, const models::Question& question) {
    window.resize(1200, 800);
    window.showView(QString::fromLatin1(view));
    window.show();
    make_active(window);
    window.session().open(question);
    settle();
  }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience));
  }
  widgets::Canvas& canvas() { return seen<widgets::Canvas>(window.shownPage()); }
  stage::StageCanvas& stage() { return seen<stage::StageCanvas>(window.shownPage()); }
  TopologyCanvas& topology() { return seen<TopologyCanvas>(window.shownPage()); }
  timeline::RowsView& rows() { return seen<timeline::RowsView>(window.shownPage()); }
  views::algorithm::MemoryPanel& memory() {
    return seen<views::algorithm::MemoryPanel>(window.shownPage());
  }
  /// Over sizes.
  widgets::PlotPanel& plot() {
    return *window.findChild<widgets::PlotPanel*>(QStringLiteral("sizes"));
  }
  double now() { return window.clock().now(); }
  const models::Selected& selected() { return window.selection().now(); }
  /// Of the timeline.
  double length() { return rows().view().to_us - rows().view().from_us; }
};

using Press = std::function<void()>;
/// Prepares, presses, and says whether what the sheet says has come.
using Effect = std::function<bool(Desk&, const Press&)>;
using Key = std::pair<Place, std::string>;

/// With a question that fits the place. \param view in which the place is
std::unique_ptr<Desk> desk_for(Place place, const char* view);

/// Presses a key of the sheet, or does with the mouse what stands there, at the desk's spot.
void press(const Desk& desk, const std::string& key);

using Effects = std::map<Key, Effect>;
void add_window(Effects& all);
void add_run(Effects& all);
void add_picture(Effects& all);
void add_topology(Effects& all);
void add_memory(Effects& all);
void add_timeline(Effects& all);
void add_chart(Effects& all);

}  // namespace shortcuts_test
}  // namespace treering::gui::window
