#include "gui/window/display.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>
#include <cstdio>
#include <cstdlib>

namespace treering::gui::window {
namespace {

/// Lines that Qt said while it looked for a display. Its handler of messages is a plain function.
struct Heard {
  QStringList all;
  QStringList of_displays;  // of the parts of Qt that open them
};
Heard& heard() {
  static Heard lines;
  return lines;
}

void hear(QtMsgType type, const QMessageLogContext& where, const QString& text) {
  if (type != QtFatalMsg) {
    heard().all << text;
    if (QByteArrayView(where.category).startsWith("qt.qpa")) heard().of_displays << text;
    return;
  }
  const std::string reason = heard().of_displays.value(0).trimmed().toStdString();
  const core::Error error = no_display(reason);
  std::fprintf(stderr, "treering-gui: %s\n", error.message().c_str());
  // Qt would abort next.
  std::_Exit(static_cast<int>(error.category));
}

}  // namespace

core::Error no_display(const std::string& reason) {
  const bool is_named =
      !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
  std::string found = "neither DISPLAY nor WAYLAND_DISPLAY is set";
  if (is_named) found = "cannot be opened" + (reason.empty() ? "" : " (" + reason + ")");
  return core::environment_error("the display", found, {},
                                 "--screenshot FILE.png draws a picture without one")
      .value();
}

void expect_display() {
  qInstallMessageHandler(hear);
}

void display_is_open() {
  qInstallMessageHandler(nullptr);
  for (const QString& line : heard().all) std::fprintf(stderr, "%s\n", qPrintable(line));
  heard() = {};
}

}  // namespace treering::gui::window
