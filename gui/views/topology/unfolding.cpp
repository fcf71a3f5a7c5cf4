#include "gui/views/topology/unfolding.h"

#include <QObject>
#include <utility>

namespace treering::gui::views::topology {

Unfolding::Unfolding(QObject& owner, Step step,
                     std::function<void(const report::drawing::Unfolded&)> take)
    : owner_(&owner), step_(std::move(step)), take_(std::move(take)) {
  setText(step_.after.size() > step_.before.size() ? QObject::tr("unfold") : QObject::tr("fold"));
}

void Unfolding::undo() {
  if (owner_) take_(step_.before);
}

void Unfolding::redo() {
  if (owner_) take_(step_.after);
}

}  // namespace treering::gui::views::topology
