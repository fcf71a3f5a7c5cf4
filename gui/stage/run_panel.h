// One run: what it takes, its canvas, and which of its channels are shown.
#pragma once

#include <QLabel>
#include <QListWidget>
#include <QWidget>
#include <utility>

#include "gui/jobs/asker.h"
#include "gui/models/session.h"
#include "gui/stage/stage_canvas.h"

namespace treering::gui::stage {

class RunPanel final : public QWidget {
  Q_OBJECT

 public:
  struct Shared {
    models::Session& session;
    models::Selection& selection;
    models::Clock& clock;
  };
  RunPanel(const Shared& shared, models::Side side, QWidget* parent = nullptr);

  models::Side side() const { return side_; }
  const Scene* scene() const { return canvas_->scene(); }
  StageCanvas& canvas() { return *canvas_; }
  void setLayoutOfRanks(Layout layout);
  void setPathShown(bool is_shown);

 Q_SIGNALS:
  void sceneChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* head();
  void show_head();
  QString path_text() const;
  void tell_end();
  void take_run();
  QString why_no_run() const;
  void tell_state();
  Wanted wanted() const;
  void ask_for_scene(const models::Answer<app::SimulateReport>& run);
  void take_scene(const std::shared_ptr<const Scene>& scene);
  void list_patterns();
  void fit_patterns();
  void show_checked();

  models::Session& session_;
  models::Side side_;
  models::Clock& clock_;
  QLabel* title_;
  QLabel* about_;
  StageCanvas* canvas_;
  QListWidget* patterns_;
  jobs::Asker<std::shared_ptr<const Scene>> scene_asker_;
  Layout layout_ = Layout::Unfolded;
  bool has_path_ = false;                                           // the critical one is shown
  std::pair<models::Answer<app::SimulateReport>, Wanted> made_of_;  // the scene, or the next one
  models::Answer<app::SimulateReport> shown_run_;                   // of the scene that is shown
  bool is_listing_ = false;
};

}  // namespace treering::gui::stage
