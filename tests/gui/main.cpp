#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <gmock/gmock.h>

#include "gui/paint/theme.h"
#include "gui/widgets/labels.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  testing::InitGoogleMock(&argc, argv);
  const QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("treering-tests"));
  QApplication::setOrganizationName(QStringLiteral("treering-tests"));
  // Settings of tests are not those of the user.
  const QTemporaryDir settings;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  treering::gui::widgets::show_texts_plain();
  treering::gui::paint::set_theme(treering::gui::paint::Shade::Light);
  return RUN_ALL_TESTS();
}
