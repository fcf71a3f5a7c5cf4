#include "gui/window/about.h"

#include <QMessageBox>

#include <fmt/format.h>

#include "app/version.h"

namespace treering::gui::window {

std::string version_text() {
  return fmt::format("treering-gui {}", app::version());
}

/// Its text can be selected: a report of a fault begins with the version.
void show_about(QWidget& window) {
  auto* const box = new QMessageBox(&window);
  box->setObjectName(QStringLiteral("about treering"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(QMessageBox::tr("About treering"));
  box->setIconPixmap(window.windowIcon().pixmap(64));
  box->setTextFormat(Qt::PlainText);
  box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box->setText(QString::fromStdString(version_text()));
  box->setInformativeText(
      QMessageBox::tr("Which collective algorithm a GPU cluster should use, and why.\n\nQt %1")
          .arg(QString::fromLatin1(qVersion())));
  box->open();
}

}  // namespace treering::gui::window
