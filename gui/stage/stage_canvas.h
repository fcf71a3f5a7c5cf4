// A run on its ranks: the ways of its channels stand still, messages travel on them.
#pragma once

#include <QPixmap>
#include <memory>
#include <optional>
#include <set>

#include "gui/models/blocks.h"
#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/stage/layers.h"
#include "gui/stage/scene.h"
#include "gui/widgets/canvas.h"

namespace treering::gui::stage {

class StageCanvas final : public widgets::Canvas {
  Q_OBJECT

 public:
  StageCanvas(models::Selection& selection, models::Clock& clock, QWidget* parent = nullptr);

  /// Null: nothing to show; `why` says why. Of the run that is shown already, patterns that were
  /// chosen stay.
  void show(std::shared_ptr<const Scene> scene, const QString& why = {});
  const Scene* scene() const { return scene_.get(); }
  std::shared_ptr<const Scene> sharedScene() const { return scene_; }
  /// Where nothing is shown: why.
  const QString& why() const { return why_; }
  /// Of patterns.
  void setShown(std::set<std::size_t> patterns);
  const std::set<std::size_t>& shown() const { return shown_; }
  /// The critical path on its ways.
  void setPathShown(bool is_shown);
  /// Ways of the critical path that are not drawn, because no channel that takes them is shown.
  std::size_t hiddenPathWays() const;
  /// Where nodes are too small for their names: what brings them; else empty.
  QString hint() const;
  /// Null where they are not known, or not yet: a canvas that is not seen sleeps.
  const app::simulation::Buffers* buffers() const { return buffers_.get(); }
  /// As its rim shows it. \pre buffers() is not null
  const std::vector<models::Block>& blocksOf(int rank) const {
    return blocks_[static_cast<std::size_t>(rank)];
  }

 Q_SIGNALS:
  /// The memories are those of another moment.
  void momentChanged();

 protected:
  bool paintStill(QPainter& painter, Piece piece) override;
  void paintMoving(QPainter& painter) override;
  void paintOver(QPainter& painter) override;
  void clicked(QPointF at, Qt::KeyboardModifiers keys) override;
  void hovered(QPointF at, QPoint global) override;
  void showEvent(QShowEvent* event) override;

 private:
  void move();
  void remember();
  Look look() const;
  /// What goes on at the clock's moment. \pre scene() is not null
  const app::simulation::Moments::Now& now() const;
  std::vector<app::simulation::Doing> doing() const;
  std::optional<std::size_t> place_at(QPointF at) const;
  /// On their way now, of the channels that are shown.
  std::vector<app::simulation::Flight> flights() const;
  QString flight_words(QPointF at) const;
  void paint_hint(QPainter& painter) const;
  void paint_ranks(QPainter& painter, const std::vector<app::simulation::Doing>& deeds) const;

  models::Selection& selection_;
  models::Clock& clock_;
  std::shared_ptr<const Scene> scene_;
  Lanes lanes_;                                               // as far as they are painted
  mutable std::optional<app::simulation::Moments::Now> now_;  // of the scene's run; as last asked
  std::unique_ptr<app::simulation::Buffers> buffers_;
  bool has_memories_ = false;                       // of the scene
  std::vector<std::vector<models::Block>> blocks_;  // by rank
  std::set<std::size_t> shown_;
  std::vector<bool> channels_;  // of the patterns that are shown
  bool has_names_ = false;      // of nodes
  bool has_path_ = false;       // the critical one
  QPixmap names_;               // above all that moves; null: there are none
  QString why_;
};

}  // namespace treering::gui::stage
