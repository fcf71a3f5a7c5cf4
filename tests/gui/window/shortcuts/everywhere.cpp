// What keys do wherever the focus is.
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QTimer>

#include "gui/jobs/board.h"
#include "gui/window/views.h"
#include "tests/gui/window/shortcuts/desk.h"
#include "tests/support/temporary_folder.h"

namespace treering::gui::window {
namespace shortcuts_test {
namespace {

/// Gives the file to the dialog that opens next.
void choose_in_dialog(const QString& file) {
  QTimer::singleShot(0, qApp, [file] {
    auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
    QMetaObject::invokeMethod(dialog, "accept");
  });
}

models::Question with_nodes(Desk& desk, int nodes) {
  models::Question question = desk.window.session().question();
  question.job.nodes = nodes;
  return question;
}

bool opens(Desk& desk, const Press& press) {
  const support::TemporaryFolder folder;
  const QString file = QString::fromStdString(folder.path()) + QStringLiteral("/two.yaml");
  QFile out(file);
  EXPECT_TRUE(out.open(QIODevice::WriteOnly));
  out.write("node: dgx-h100\ncount: 2\n");
  out.close();
  choose_in_dialog(file);
  press();
  desk.settle();
  return desk.window.session().question().job.topology == file.toStdString();
}

bool saves(Desk& /*desk*/, const Press& press) {
  const support::TemporaryFolder folder;
  const QString file = QString::fromStdString(folder.path()) + QStringLiteral("/view.png");
  choose_in_dialog(file);
  press();
  return !QPixmap(file).isNull();
}

bool undoes(Desk& desk, const Press& press) {
  desk.window.session().ask(with_nodes(desk, 3), QStringLiteral("nodes"));
  press();
  return desk.window.session().question().job.nodes == 2;
}

bool redoes(Desk& desk, const Press& press) {
  desk.window.session().ask(with_nodes(desk, 3), QStringLiteral("nodes"));
  desk.window.session().history().undo();
  press();
  return desk.window.session().question().job.nodes == 3;
}

bool sets_variable(Desk& desk, const Press& press) {
  press();
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("NCCL_NTHREADS=256"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  return desk.window.session().question().job.variables.env ==
         std::vector<std::string>{"NCCL_NTHREADS=256"};
}

bool goes_back(Desk& desk, const Press& press) {
  desk.window.selection().select({.ranks = {1}});
  press();
  return desk.selected().is_empty();
}

bool goes_forward(Desk& desk, const Press& press) {
  desk.window.selection().select({.ranks = {1}});
  desk.window.selection().goBack();
  press();
  return desk.selected().ranks == std::vector{1};
}

bool is_offered_again(const Desk& desk) {
  return desk.window.findChild<QPushButton*>(QStringLiteral("again"))->isVisible();
}

bool cancels(Desk& desk, const Press& press) {
  desk.window.session().ask(with_nodes(desk, 3), QStringLiteral("nodes"));
  press();
  return !desk.window.session().isBusy() && is_offered_again(desk);
}

bool asks_again(Desk& desk, const Press& press) {
  if (!cancels(desk, [] { jobs::Board::instance().cancelAll(); })) return false;
  press();
  return desk.window.session().isBusy() && !is_offered_again(desk);
}

bool toggles_lessons(Desk& desk, const Press& press) {
  const auto* const lessons = desk.window.findChild<lessons::LessonsDock*>();
  const bool was_hidden = !lessons->isVisible();
  press();
  const bool was_shown = lessons->isVisible();
  press();
  return was_hidden && was_shown && !lessons->isVisible();
}

bool shows_sheet(Desk& desk, const Press& press) {
  press();
  const auto* const dialog = desk.window.findChild<QDialog*>();
  return dialog != nullptr && dialog->isVisible() &&
         !dialog->findChild<QTextBrowser*>()->toPlainText().isEmpty();
}

bool quits(Desk& desk, const Press& press) {
  press();
  return !desk.window.isVisible();
}

}  // namespace

void add_window(Effects& all) {
  const auto add = [&](const char* key, Effect effect) {
    all[{Place::Window, key}] = std::move(effect);
  };
  add("Ctrl+O", opens);
  add("Ctrl+S", saves);
  add("Ctrl+Q", quits);
  add("Ctrl+Z", undoes);
  for (const char* const key : {"Ctrl+Shift+Z", "Ctrl+Y"}) add(key, redoes);
  add("Ctrl+E", sets_variable);
  add("Alt+Left", goes_back);
  add("Alt+Right", goes_forward);
  add("Esc", cancels);
  add("F5", asks_again);
  add("F1", toggles_lessons);
  add("?", shows_sheet);
  for (std::size_t i = 0; i < all_views().size(); ++i) {
    const std::string key = "Ctrl+" + std::to_string(i + 1);
    add(key.c_str(), [i](Desk& desk, const Press& press) {
      desk.window.showView(QString::fromLatin1(all_views()[i == 0 ? 1 : 0].id));
      press();
      return desk.window.shownView() == QString::fromLatin1(all_views()[i].id);
    });
  }
}

}  // namespace shortcuts_test
}  // namespace treering::gui::window
