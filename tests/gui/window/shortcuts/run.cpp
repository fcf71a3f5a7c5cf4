// What keys do while a run is shown.
#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

/// The clock stands at a share of the run's end before, and is asked after.
template <class Found>
Effect moves_clock(double share, Found found) {
  return [share, found](Desk& desk, const Press& press) {
    desk.window.clock().seek(share * desk.window.clock().end());
    const double before = desk.now();
    press();
    return found(before, desk.now(), desk.window.clock().end());
  };
}

bool is_earlier(double before, double now, double /*end*/) {
  return now < before && now > 0;
}

bool is_later(double before, double now, double end) {
  return now > before && now < end;
}

bool plays(Desk& desk, const Press& press) {
  press();
  const bool has_begun = desk.window.clock().isPlaying();
  press();
  return has_begun && !desk.window.clock().isPlaying();
}

bool loops(Desk& desk, const Press& press) {
  const models::Span span{desk.window.clock().end() / 4, desk.window.clock().end() / 2};
  desk.window.selection().select({.span = span});
  press();
  const bool is_looped = desk.window.clock().loop() == span;
  press();
  return is_looped && !desk.window.clock().loop();
}

bool plays_until(Desk& desk, const Press& press) {
  const double until = desk.window.clock().end() / 2;
  desk.window.selection().select({.span = models::Span{until / 2, until}});
  press();
  if (!desk.window.clock().isPlaying()) return false;
  desk.window.clock().advance(60);  // the run takes 12 s
  return desk.now() == until && !desk.window.clock().isPlaying();
}

bool slows_where_dense(Desk& desk, const Press& press) {
  press();
  return desk.window.clock().isSlowing();
}

}  // namespace

void add_run(Effects& all) {
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Run, key}] = std::move(effect);
  };
  add("Home", moves_clock(0.5, [](double, double now, double) { return now == 0; }));
  add("End", moves_clock(0.5, [](double, double now, double end) { return now == end; }));
  add("[", moves_clock(0.5, is_earlier));
  add("]", moves_clock(0.2, is_later));
  add(",", moves_clock(0.5, is_earlier));
  add(".", moves_clock(0.5, is_later));
  add("Space", plays);
  add("L", loops);
  add("U", plays_until);
  add("T", slows_where_dense);
  add("<", [](Desk& desk, const Press& press) {
    const double before = desk.window.clock().speed();
    press();
    return desk.window.clock().speed() < before;
  });
  add(">", [](Desk& desk, const Press& press) {
    const double before = desk.window.clock().speed();
    press();
    return desk.window.clock().speed() > before;
  });
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
