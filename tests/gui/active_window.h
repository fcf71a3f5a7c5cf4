#pragma once

#include <QTest>
#include <QWidget>

#include <gtest/gtest.h>

#include "tests/gui/patience.h"

namespace treering::gui {

/// Gives a window that is shown the keys, also under Xvfb, which has no window manager.
inline void make_active(QWidget& window) {
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window, kPatience));
}

}  // namespace treering::gui
