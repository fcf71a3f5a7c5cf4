// The application that widgets need. Tests see no display, under CTest or by hand.
#pragma once

#include <QApplication>

namespace treering::testing {

inline QApplication& application() {
  static int words = 1;
  static char name[] = "treering_gui_tests";
  static char* arguments[] = {name, nullptr};
  static QApplication* const one = [] {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return new QApplication(words, arguments);
  }();
  return *one;
}

}  // namespace treering::testing
