// What a menu about a device or link offers where faults of it are tried.
#pragma once

#include <QMenu>
#include <QString>

#include "gui/models/session.h"

namespace treering::gui::views::topology {

struct FaultMenu {
  models::Session& session;
  QMenu& menu;
};

/// Adds "restore NAME", and for each fault of it whether it is tried. \param what empty: the node
void add_restores(const FaultMenu& to, int node, const QString& what);

}  // namespace treering::gui::views::topology
