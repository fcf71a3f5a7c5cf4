// Signs on a picture of topology: what findings and faults are about.
#pragma once

#include <QPainter>
#include <map>
#include <string>
#include <vector>

#include "gui/models/session.h"
#include "gui/views/topology/node_faults.h"
#include "report/drawing/picture.h"

namespace treering::gui::views::topology {

/// A sign in the upper right corner of an area; its shape says how severe it is, as its colour
/// does.
struct Mark {
  QRectF area;
  models::Severity severity = models::Severity::Hint;
  bool is_tried = false;  // a fault of the question: the area has a frame as well
};

/// What is to be marked, by device of a node; kNoDevice: the node itself.
using MarkedDevices = std::map<core::DeviceId, models::Severity>;

/// Where the marks of a node stand: at the box of the device or of those that it is drawn with,
/// else of the nearest device above it that is drawn, else of the node. None is lost; of several at
/// one place the worst is kept.
std::vector<Mark> marks_on(const report::drawing::Picture& picture, const core::Topology& node,
                           const MarkedDevices& marked);

/// At boxes that stand for several nodes, folded: a fault that is tried on one of them, or the
/// worst of the findings, which the nodes share.
std::vector<Mark> marks_on_folded(const report::drawing::Picture& picture, const NodeFaults& faults,
                                  const std::map<std::string, models::Severity>& findings);

/// \param names of devices; those that the node lacks mark the node
MarkedDevices devices_of(const core::Topology& node,
                         const std::map<std::string, models::Severity>& names);

/// \param scale pixels of the screen for one of the picture
void paint_mark(QPainter& painter, const Mark& mark, double scale);

/// The area is a cell, which is filled: signs on thousands of them would not be seen.
void paint_cell_mark(QPainter& painter, const Mark& mark, double scale);

}  // namespace treering::gui::views::topology
