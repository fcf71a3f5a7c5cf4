// The application that widgets need. Tests see no display, under CTest or by hand.
#pragma once

#include <QApplication>
#include <array>
#include <string>

namespace treering::testing {

inline QApplication& application() {
  static int words = 1;
  static std::string name = "treering_gui_tests";
  static std::array<char*, 2> arguments{name.data(), nullptr};
  static QApplication* const one = [] {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return new QApplication(words, arguments.data());
  }();
  return *one;
}

}  // namespace treering::testing
