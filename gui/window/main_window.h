// The window: inputs at the left, views as tabs, messages below.
#pragma once

#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QTabWidget>
#include <string>
#include <vector>

#include "gui/animation/export.h"
#include "gui/lessons/lessons_dock.h"
#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/widgets/labels.h"
#include "gui/window/curtain.h"
#include "gui/window/file_opener.h"
#include "gui/window/progress.h"

namespace treering::gui::window {

class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);
  /// Hides itself first: views tell the session, which ends before they do, when they are hidden.
  ~MainWindow() override;

  models::Session& session() { return session_; }
  models::Selection& selection() { return selection_; }
  models::Clock& clock() { return clock_; }
  /// By the id of the view; whether there is one.
  bool showView(const QString& id);
  /// A topology: a name or a file. Among the recent ones once it is there.
  void openSource(const QString& name);
  void openQuestion(const models::Question& question);
  /// Times are by this file over the built-in profile; empty: by that alone.
  void openProfile(const QString& file);
  /// The question of an answer of treering; the status line says what of it is not here.
  void openAnswer(const QString& file, const app::files::Asked& asked);
  /// Topologies, profiles, answers of treering, or logs of nccl-tests, which `check` compares with
  /// the machines.
  void openFiles(const QStringList& files) { opener_.open(files); }
  void checkLogs(const QStringList& files);
  /// Logs, with the machine that they show where none is open.
  void openLogs(const QStringList& files) { opener_.openLogs(files); }
  /// Shows the lessons, and plays one from a step on where there is one of that id.
  bool showLesson(const QString& id, int step = 1);
  /// As it was left the last time. What stands on the command line goes before.
  void restore();
  /// Why the view that is shown is not to be saved, a sentence: not all that it shows is of the
  /// question. Empty where it may be.
  QString whyUnsaved() const;
  /// The view that is shown, with what it is of; whether it could be written.
  bool savePicture(const QString& file);
  /// Of the view that is shown, over the time of the run: FILE.html, or a folder of pictures.
  void saveAnimation(const QString& name);
  /// The view that is shown, over the time of the run.
  animation::Film film();
  QString shownView() const;
  QWidget& shownPage() { return *tabs_->currentWidget(); }

 protected:
  /// Keys of the widget that has the focus are no shortcuts. What is painted is a frame.
  bool event(QEvent* event) override;
  /// Files that are dropped on inputs are no text.
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void add_views();
  void add_menus();
  void add_file_menu();
  void add_view_menu();
  void add_shades(QMenu& menu);
  void fill_recent();
  void remember_opened();
  void save_picture();
  void save_animation();
  void follow_saving();
  void look_at_saving();
  void make_view(int tab);
  void focus_view();
  void choose_file();
  void tell_problems();
  void connect_opener();
  void take_nodes_of_logs();
  void add_lessons();
  void place_lessons();
  void show_lessons();
  void toggle_lessons();
  void name_question();
  QString source_of_view() const;
  void add_work();
  QString cancelled_text() const;
  void set_layout(bool is_unfolded);

  models::Session session_;
  models::Selection selection_;
  models::Clock clock_;
  Curtains curtains_{session_};
  FileOpener opener_;
  lessons::LessonsDock* lessons_ = nullptr;
  QString opened_;             // the machine that the user has opened, until it is there
  models::Question sized_by_;  // with logs of as many nodes as were taken
  models::Question last_;      // that the views have heard of
  QTabWidget* tabs_;
  widgets::ProblemLabel* problem_;
  QPushButton* again_;
  WorkBar* work_;
  QMenu* recent_ = nullptr;
  QList<QAction*> savings_;  // while nothing is in their way
};

}  // namespace treering::gui::window
