// What keys and the mouse do on a timeline.
#include <cmath>

#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

QPoint spot_in_row(Desk& desk, int rank) {
  desk.rows().foldAll(true);
  const timeline::RowsView& rows = desk.rows();
  const timeline::RowsArea area = rows.area();
  const double y = area.y_of(rows.rows().find({timeline::RowKind::Rank, rank}).value());
  return QPointF(rows.namesWidth() + rows.view().x(desk.window.clock().end() / 3),
                 y + area.row_height / 2)
      .toPoint();
}

/// The times that are seen, before and after.
template <class Found>
Effect moves_times(Found found) {
  return [found](Desk& desk, const Press& press) {
    desk.spot = spot_in_row(desk, 0);
    const double end = desk.window.clock().end();
    desk.rows().setSpan({end / 4, end / 2});
    const timeline::TimeView before = desk.rows().view();
    press();
    return found(before, desk.rows().view());
  };
}

template <class Found>
Effect moves_rows(Found found) {
  return [found](Desk& desk, const Press& press) {
    desk.spot = spot_in_row(desk, 0);
    desk.rows().foldAll(false);
    constexpr double kScrolled = 120;
    desk.rows().setScroll(kScrolled);
    if (desk.rows().scroll() != kScrolled) return false;
    press();
    return found(desk.rows().scroll() - kScrolled);
  };
}

bool fits_selection(Desk& desk, const Press& press) {
  const double end = desk.window.clock().end();
  desk.window.selection().select({.span = models::Span{end / 4, end / 2}});
  press();
  return desk.length() < end / 3;
}

bool pins(Desk& desk, const Press& press) {
  desk.rows().find(QStringLiteral("1"));
  press();
  const bool is_pinned = desk.rows().rows().pinned().size() == 1;
  press();
  return is_pinned && desk.rows().rows().pinned().empty();
}

bool folds(Desk& desk, const Press& press) {
  desk.rows().find(QStringLiteral("1"));
  const bool was_folded = desk.rows().rows().is_folded(1);
  press();
  return desk.rows().rows().is_folded(1) != was_folded;
}

bool selects_rank(Desk& desk, const Press& press) {
  desk.spot = spot_in_row(desk, 1);
  press();
  return desk.selected().ranks == std::vector{1};
}

bool measures_span(Desk& desk, const Press& press) {
  desk.spot = spot_in_row(desk, 0);
  press();
  return desk.selected().span && !desk.rows().sums().isEmpty();
}

bool forgets_span(Desk& desk, const Press& press) {
  if (!measures_span(desk, [&] { shortcuts_test::press(desk, "drag"); })) return false;
  press();
  return !desk.selected().span && desk.rows().sums().isEmpty();
}

bool seeks_there(Desk& desk, const Press& press) {
  desk.spot = spot_in_row(desk, 0);
  press();
  return std::abs(desk.now() - desk.window.clock().end() / 3) <
         2 * desk.rows().view().us_per_pixel();
}

}  // namespace

void add_timeline(Effects& all) {
  using timeline::TimeView;
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Timeline, key}] = std::move(effect);
  };
  const auto is_shorter = [](const TimeView& a, const TimeView& b) {
    return b.to_us - b.from_us < a.to_us - a.from_us;
  };
  const auto is_before = [](const TimeView& a, const TimeView& b) { return b.from_us < a.from_us; };
  const auto is_after = [](const TimeView& a, const TimeView& b) { return b.from_us > a.from_us; };
  add("W", moves_times(is_shorter));
  add("S",
      moves_times([is_shorter](const TimeView& a, const TimeView& b) { return is_shorter(b, a); }));
  add("Ctrl+wheel", moves_times(is_shorter));
  add("A", moves_times(is_before));
  add("Left", moves_times(is_before));
  add("D", moves_times(is_after));
  add("Right", moves_times(is_after));
  add("Shift+wheel", moves_times(is_before));
  add("F", fits_selection);
  add("0", moves_times([](const TimeView&, const TimeView& now) { return now.from_us == 0; }));
  add("P", pins);
  for (const char* const key : {"Up", "PgUp", "wheel"}) {
    add(key, moves_rows([](double moved) { return moved < 0; }));
  }
  for (const char* const key : {"Down", "PgDown"}) {
    add(key, moves_rows([](double moved) { return moved > 0; }));
  }
  add("Return", folds);
  add("click", selects_rank);
  add("drag", measures_span);
  add("Esc", forgets_span);
  add("double click", seeks_there);
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
