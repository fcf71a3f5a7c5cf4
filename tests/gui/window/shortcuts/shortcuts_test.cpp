// Every key of the sheet is pressed, and does what the sheet says. A key without a test fails.
#include <QAction>
#include <algorithm>

#include <gtest/gtest.h>

#include "gui/window/views.h"
#include "tests/gui/window/shortcuts/desk.h"

namespace treering::gui::window {
namespace shortcuts_test {

const Effects& effects() {
  static const Effects kAll = [] {
    Effects all;
    for (const auto add :
         {add_window, add_run, add_picture, add_topology, add_memory, add_timeline, add_chart}) {
      add(all);
    }
    return all;
  }();
  return kAll;
}

void expect_effects(Place place, const char* view) {
  const MainWindow whole;
  for (const Shortcut& shortcut : shortcuts_of(whole)) {
    if (shortcut.place != place) continue;
    for (const QString& name : shortcut.keys) {
      const std::string key = name.toStdString();
      SCOPED_TRACE(key + " in " + view + ": " + shortcut.does.toStdString());
      const auto effect = effects().find({place, key});
      ASSERT_NE(effect, effects().end()) << "no test presses it";
      const auto desk = desk_for(place, view);
      EXPECT_TRUE(effect->second(*desk, [&] { press(*desk, key); }));
    }
  }
}

TEST(Shortcuts, DoWhatTheSheetSays) {
  expect_effects(Place::Window, "check");
}

TEST(Shortcuts, OfRunsDoWhatTheSheetSays) {
  expect_effects(Place::Run, "algorithm");
  expect_effects(Place::Run, "compare");
}

TEST(Shortcuts, OfPicturesDoWhatTheSheetSays) {
  expect_effects(Place::Picture, "algorithm");
  expect_effects(Place::Picture, "topology");
}

TEST(Shortcuts, OfTopologiesDoWhatTheSheetSays) {
  expect_effects(Place::Topology, "topology");
}

TEST(Shortcuts, OfMemoriesDoWhatTheSheetSays) {
  expect_effects(Place::Memory, "algorithm");
}

TEST(Shortcuts, OfTimelinesDoWhatTheSheetSays) {
  expect_effects(Place::Timeline, "algorithm");
}

TEST(Shortcuts, OfChartsDoWhatTheSheetSays) {
  expect_effects(Place::Chart, "charts");
}

// The other way round: what is tested stands on the sheet, and on it once.
TEST(Shortcuts, AreAllOnTheSheet) {
  const MainWindow window;
  std::map<Key, int> on_sheet;
  for (const Shortcut& shortcut : shortcuts_of(window)) {
    for (const QString& key : shortcut.keys) ++on_sheet[{shortcut.place, key.toStdString()}];
  }
  for (const auto& [key, effect] : effects()) EXPECT_EQ(on_sheet[key], 1) << key.second;
}

// Views are made when they are first seen: whose keys are on the sheet from the start.
TEST(Shortcuts, TheSheetHasThoseOfAllActions) {
  MainWindow window;
  window.show();
  const QString at_start = shortcuts_text(window);
  for (const ViewKind& kind : all_views()) window.showView(QString::fromLatin1(kind.id));
  EXPECT_EQ(shortcuts_text(window), at_start);
  for (const QAction* const action : window.findChildren<QAction*>()) {
    if (action->shortcut().isEmpty()) continue;
    const auto all = shortcuts_of(window);
    EXPECT_TRUE(std::ranges::any_of(all, [&](const Shortcut& one) {
      return one.keys.contains(action->shortcut().toString(QKeySequence::PortableText));
    })) << action->text().toStdString();
  }
  // Arrows as they stand on keyboards.
  EXPECT_TRUE(at_start.contains(QString::fromUtf8("Shift+←  Shift+→")));
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
