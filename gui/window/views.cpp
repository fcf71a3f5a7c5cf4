#include "gui/window/views.h"

#include <array>

#include "gui/views/topology/topology_view.h"

namespace treering::gui::window {
namespace {

constexpr std::array kViews{
    ViewKind{"topology", QT_TRANSLATE_NOOP("views", "Topology"),
             [](const Shared& shared) -> QWidget* {
               return new views::topology::TopologyView(shared.session, shared.selection);
             }},
};

}  // namespace

std::span<const ViewKind> all_views() {
  return kViews;
}

}  // namespace treering::gui::window
