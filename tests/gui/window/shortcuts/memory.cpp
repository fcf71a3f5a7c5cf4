// What keys and the mouse do on the memory of a rank.
#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

/// The first byte of what is selected after it was that of a column.
template <class Found>
Effect moves_column(Found found) {
  return [found](Desk& desk, const Press& press) {
    desk.spot = desk.memory().pixelOf(2);
    shortcuts_test::press(desk, "click");
    desk.settle();  // Esc cancels the search for what carries the data
    if (desk.selected().data.empty()) return false;
    const std::uint64_t before = desk.selected().data.front().begin;
    press();
    return found(before, desk.selected().data);
  };
}

}  // namespace

void add_memory(Effects& all) {
  using app::simulation::Data;
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Memory, key}] = std::move(effect);
  };
  add("Left", moves_column([](std::uint64_t before, const Data& now) {
        return !now.empty() && now.front().begin < before;
      }));
  add("Right", moves_column([](std::uint64_t before, const Data& now) {
        return !now.empty() && now.front().begin > before;
      }));
  add("Esc", moves_column([](std::uint64_t, const Data& now) { return now.empty(); }));
  add("click", [](Desk& desk, const Press& press) {
    desk.spot = desk.memory().pixelOf(2);
    press();
    return desk.selected().data.size() == 1;
  });
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
