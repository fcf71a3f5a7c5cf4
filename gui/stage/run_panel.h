// A run as views show it: its panel with the canvas, and the legend of the tints.
#pragma once

#include <QLabel>
#include <QListWidget>
#include <QWidget>
#include <memory>

#include "gui/jobs/asker.h"
#include "gui/models/session.h"
#include "gui/stage/stage_canvas.h"

namespace treering::gui::stage {

// What the tints of ranks and of the bars of a timeline mean, in a line, or in two where that has
// no room; what does not fit then is left out.

class DeedsLegend final : public QWidget {
 public:
  explicit DeedsLegend(QWidget* parent = nullptr);

  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  /// It stands first, where it is shown.
  void setPathShown(bool is_shown);
  /// So many pixels and words of it are seen.
  int breadthOfSeen() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void tell();

  bool has_path_ = false;  // the critical one
};

// One run: what it takes, its canvas, and which of its channels are shown.

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
  /// The picture of the run. Views that follow the moments of its scene show it, too.
  models::Inquiry& picture() { return picture_; }
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
  void show_picture();
  QString why_no_picture() const;
  void tell_state();
  Wanted wanted() const;
  void lay_out();
  void show_scene(std::shared_ptr<const Scene> scene);
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
  /// A scene of the run; null where that has no timeline.
  using Picture = models::InquiryFor<std::shared_ptr<const Scene>>;
  Picture picture_;
  Picture::Answer pictured_;  // that is shown
  jobs::Asker<std::shared_ptr<const Scene>> layout_asker_;
  Layout layout_ = Layout::Unfolded;
  Wanted laid_out_;        // as the scene stands, or the next one will
  bool has_path_ = false;  // the critical one is shown
  bool is_listing_ = false;
};

}  // namespace treering::gui::stage
