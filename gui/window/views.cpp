#include "gui/window/views.h"

#include <array>

#include "gui/views/algorithm/algorithm_view.h"
#include "gui/views/charts/charts_view.h"
#include "gui/views/check/check_view.h"
#include "gui/views/recommendation/recommendation_view.h"
#include "gui/views/topology/topology_view.h"

namespace treering::gui::window {
namespace {

using models::Shows;

constexpr std::array kViews{
    ViewKind{"topology", QT_TRANSLATE_NOOP("views", "Topology"), false, Shows::Run,
             [](const Shared& shared) -> QWidget* {
               return new views::topology::TopologyView(
                   {shared.session, shared.selection, shared.clock});
             }},
    ViewKind{"algorithm", QT_TRANSLATE_NOOP("views", "Algorithm"), true, Shows::Run,
             [](const Shared& shared) -> QWidget* {
               return new views::algorithm::AlgorithmView(
                   {shared.session, shared.selection, shared.clock});
             }},
    ViewKind{"compare", QT_TRANSLATE_NOOP("views", "Compare"), true, Shows::Runs,
             [](const Shared& shared) -> QWidget* {
               return new views::algorithm::CompareView(
                   {shared.session, shared.selection, shared.clock});
             }},
    ViewKind{"charts", QT_TRANSLATE_NOOP("views", "Charts"), false, Shows::Times,
             [](const Shared& shared) -> QWidget* {
               return new views::charts::ChartsView(shared.session);
             }},
    ViewKind{"recommendation", QT_TRANSLATE_NOOP("views", "Recommendation"), false, Shows::Advice,
             [](const Shared& shared) -> QWidget* {
               return new views::recommendation::RecommendationView(shared.session);
             }},
    ViewKind{"check", QT_TRANSLATE_NOOP("views", "Check"), false, Shows::Check,
             [](const Shared& shared) -> QWidget* {
               return new views::check::CheckView(shared.session, shared.selection);
             }},
};

}  // namespace

std::span<const ViewKind> all_views() {
  return kViews;
}

}  // namespace treering::gui::window
