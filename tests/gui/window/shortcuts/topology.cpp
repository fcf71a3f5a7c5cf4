// What keys and the mouse do on the picture of a topology.
#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTimer>
#include <algorithm>

#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

bool is_unfolded(Desk& desk) {
  return !desk.topology().picture().cells.empty();
}

bool unfolds_on_click(Desk& desk, const Press& press) {
  const auto click_handle = [&] {
    for (const auto& box : desk.topology().picture().boxes) {
      if (!box.handle) continue;
      desk.spot = desk.topology().toPixel(paint::rect_of(box.area).center()).toPoint();
      return press();
    }
  };
  click_handle();
  const bool has_unfolded = is_unfolded(desk);
  click_handle();
  return has_unfolded && !is_unfolded(desk);
}

bool chooses_handle(Desk& desk, const Press& press) {
  const QSignalSpy chosen(&desk.topology(), &TopologyCanvas::handleChosen);
  press();
  return chosen.size() == 1;
}

bool unfolds_chosen(Desk& desk, const Press& press) {
  QTest::keyClick(desk.target, Qt::Key_PageDown);
  press();
  if (!is_unfolded(desk)) return false;
  desk.window.selection().select({.node = 5});
  QTest::keyClick(desk.target, Qt::Key_Right, Qt::ShiftModifier);  // nothing is chosen any more
  const double before = desk.topology().scale();
  press();
  return is_unfolded(desk) && desk.topology().scale() > before;
}

template <int step>
bool selects_node(Desk& desk, const Press& press) {
  desk.window.selection().select({.node = 5});
  press();
  return desk.selected().node == 5 + step;
}

bool tries_fault(Desk& desk, const Press& press) {
  desk.spot = spot_of(desk, 0);
  QTimer::singleShot(0, qApp, [] {
    auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    const QList<QAction*> actions = menu->actions();
    const auto fault = std::ranges::find_if(
        actions, [](const QAction* one) { return !one->data().toStringList().isEmpty(); });
    ASSERT_NE(fault, actions.end());
    (*fault)->trigger();
    menu->close();
  });
  press();
  return !desk.window.session().question().faults.empty();
}

}  // namespace

void add_topology(Effects& all) {
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Topology, key}] = std::move(effect);
  };
  add("click on + or -", unfolds_on_click);
  add("PgDown", chooses_handle);
  add("PgUp", chooses_handle);
  add("Return", unfolds_chosen);
  add("Shift+Left", selects_node<-1>);
  add("Shift+Right", selects_node<1>);
  add("right click", tries_fault);
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
