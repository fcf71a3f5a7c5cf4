// What keys and the mouse do on a picture: of ranks, or of devices.
#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

/// Of something that is selected by a click: two ranks, or two devices.
QPoint spot_of(Desk& desk, int number) {
  if (const auto* const stage = qobject_cast<const stage::StageCanvas*>(&desk.canvas())) {
    return stage->toPixel(stage->scene()->arrangement.places[static_cast<std::size_t>(number)])
        .toPoint();
  }
  const TopologyCanvas& topology = desk.topology();
  const std::string name = "GPU " + std::to_string(number);
  for (const auto& box : topology.picture().boxes) {
    if (box.tip.starts_with(name + ":")) {
      return topology.toPixel(paint::rect_of(box.area).center()).toPoint();
    }
  }
  return {};
}

/// How much of the plane is seen, before and after.
template <class Found>
Effect moves_picture(Found found) {
  return [found](Desk& desk, const Press& press) {
    desk.spot = spot_of(desk, 0);
    const QRectF before = desk.canvas().seen();
    press();
    return found(before, desk.canvas().seen());
  };
}

bool is_near(const QRectF& before, const QRectF& now) {
  return now.width() < before.width();
}

bool fits(Desk& desk, const Press& press) {
  desk.canvas().zoom(4, {10, 10});
  press();
  return desk.canvas().seen().contains(desk.canvas().plane());
}

bool magnifies_there(Desk& desk, const Press& press) {
  desk.spot = spot_of(desk, 1);
  const QPointF before = desk.canvas().toPlane(desk.spot);
  const double scale = desk.canvas().scale();
  press();
  const QPointF far = desk.canvas().toPlane(desk.spot) - before;
  return desk.canvas().scale() > scale && far.manhattanLength() < 1e-6;
}

std::size_t count(const models::Selected& selected) {
  return selected.ranks.size() + selected.devices.size();
}

bool selects(Desk& desk, const Press& press) {
  desk.spot = spot_of(desk, 0);
  press();
  return count(desk.selected()) == 1;
}

bool selects_second(Desk& desk, const Press& press) {
  desk.spot = spot_of(desk, 0);
  shortcuts_test::press(desk, "click");
  desk.spot = spot_of(desk, 1);
  press();
  return count(desk.selected()) == 2;
}

}  // namespace

void add_picture(Effects& all) {
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Picture, key}] = std::move(effect);
  };
  add("+", moves_picture(is_near));
  add("-", moves_picture([](const QRectF& before, const QRectF& now) {
        return now.width() > before.width();
      }));
  add("0", fits);
  add("Left", moves_picture([](const QRectF& a, const QRectF& b) { return b.x() < a.x(); }));
  add("Right", moves_picture([](const QRectF& a, const QRectF& b) { return b.x() > a.x(); }));
  add("Up", moves_picture([](const QRectF& a, const QRectF& b) { return b.y() < a.y(); }));
  add("Down", moves_picture([](const QRectF& a, const QRectF& b) { return b.y() > a.y(); }));
  add("drag", moves_picture([](const QRectF& a, const QRectF& b) { return b.x() < a.x(); }));
  add("wheel", magnifies_there);
  add("double click", moves_picture(is_near));
  add("click", selects);
  add("Shift+click", selects_second);
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
