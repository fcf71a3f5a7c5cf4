// A step of unfolding parts of the picture, or folding them, which is undone as others are.
#pragma once

#include <QPointer>
#include <QUndoCommand>
#include <functional>

#include "report/drawing/fold.h"

namespace treering::gui::views::topology {

class Unfolding final : public QUndoCommand {
 public:
  struct Step {
    report::drawing::Unfolded before;
    report::drawing::Unfolded after;
  };

  /// \param take is called as long as `owner` lives
  Unfolding(QObject& owner, Step step, std::function<void(const report::drawing::Unfolded&)> take);

  void undo() override;
  void redo() override;

 private:
  QPointer<QObject> owner_;
  Step step_;
  std::function<void(const report::drawing::Unfolded&)> take_;
};

}  // namespace treering::gui::views::topology
