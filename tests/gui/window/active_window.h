// A window that has the keyboard, with two nodes of dgx-h100.
#pragma once

#include <QTest>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "gui/window/main_window.h"

namespace treering::gui::window {

inline void activate(MainWindow& window, std::vector<std::string> faults = {}) {
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  question.faults = std::move(faults);
  window.session().open(question);
}

}  // namespace treering::gui::window
