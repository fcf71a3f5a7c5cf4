// What keys and the mouse do on a chart.
#include <QAbstractScrollArea>

#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

/// Where the chart points after it pointed at its third value.
template <class Found>
Effect points(Found found) {
  return [found](Desk& desk, const Press& press) {
    for (int i = 0; i < 3; ++i) QTest::keyClick(desk.target, Qt::Key_Right);
    std::optional<double> at;
    QObject::connect(&desk.plot(), &widgets::PlotPanel::hovered, qApp,
                     [&](std::optional<double> x) { at = x; });
    press();
    QObject::disconnect(&desk.plot(), &widgets::PlotPanel::hovered, qApp, nullptr);
    return found(at);
  };
}

bool asks_about_size(Desk& desk, const Press& press) {
  QTest::keyClick(desk.target, Qt::Key_Right);
  press();
  return desk.window.session().question().bytes == 8;
}

}  // namespace

void add_chart(Effects& all) {
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Chart, key}] = std::move(effect);
  };
  // The first sizes are 8, 16, 32 and 64 bytes.
  add("Left", points([](std::optional<double> at) { return at == 16; }));
  add("Right", points([](std::optional<double> at) { return at == 64; }));
  add("Esc", points([](std::optional<double> at) { return !at; }));
  add("Return", asks_about_size);
  add("Space", asks_about_size);
  add("click", [](Desk& desk, const Press& press) {
    desk.target = qobject_cast<QAbstractScrollArea*>(desk.target)->viewport();
    desk.spot = desk.target->mapFrom(&desk.plot(), desk.plot().pixelOf(64));
    press();
    return desk.window.session().question().bytes == 64;
  });
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
