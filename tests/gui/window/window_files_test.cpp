#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace window_files_test {

TEST(WindowFiles, ALogWithoutMeasurementsIsOneSentence) {
  const QTemporaryDir folder;
  const QString name = folder.filePath(QStringLiteral("machine.txt"));
  QFile file(name);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n");
  file.close();
  MainWindow window;
  window.showView(QStringLiteral("check"));
  window.show();
  window.openLogs({name});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window.session().question().has_topology() && !window.session().isBusy(); },
      kPatience));
  const auto* const verdict = window.findChild<QLabel*>(QStringLiteral("verdict"));
  EXPECT_THAT(verdict->text().toStdString(), ::testing::HasSubstr("machine.txt"));
}

TEST(WindowFiles, AProfileIsOpenedAndUndone) {
  MainWindow window;
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  window.session().open(question);
  window.openFiles({QStringLiteral("profiles/published.json")});
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return window.session().question().time_model.profile.has_value(); }, kPatience));
  EXPECT_EQ(window.session().question().time_model.profile, "profiles/published.json");
  EXPECT_EQ(window.session().question().job.topology, "dgx-h100");
  window.session().history().undo();
  EXPECT_FALSE(window.session().question().time_model.profile);
}

}  // namespace window_files_test
}  // namespace treering::gui::window
