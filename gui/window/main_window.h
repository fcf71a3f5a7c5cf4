// The window: inputs at the left, views as tabs, messages below.
#pragma once

#include <QLabel>
#include <QMainWindow>
#include <QTabWidget>

#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::window {

class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);

  models::Session& session() { return session_; }
  models::Clock& clock() { return clock_; }
  /// By the id of the view; whether there is one.
  bool showView(const QString& id);
  /// Opens a topology, or an answer for `check`; files are told by what is in them.
  void openSource(const QString& name);
  /// As it was left the last time. What stands on the command line goes before.
  void restore();
  QString shownView() const;
  QWidget& shownPage() { return *tabs_->currentWidget(); }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void add_views();
  void add_menus();
  void add_file_menu();
  void add_view_menu();
  void fill_recent();
  void save_picture();
  void save_animation();
  void make_view(int tab);
  void choose_file();
  void tell_problems();

  models::Session session_;
  models::Selection selection_;
  models::Clock clock_;
  QTabWidget* tabs_;
  QLabel* problem_;
  QLabel* busy_;
  QMenu* recent_ = nullptr;
};

}  // namespace treering::gui::window
