// Words of the charts in the language of the window.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace treering::gui::views::charts {

inline QString word(const char* text) {
  return QCoreApplication::translate("charts", text);
}

}  // namespace treering::gui::views::charts
