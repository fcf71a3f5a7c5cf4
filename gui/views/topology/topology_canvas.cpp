#include "gui/views/topology/topology_canvas.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/paint/picture_layer.h"
#include "gui/views/topology/marks.h"
#include "gui/views/topology/selected.h"

namespace treering::gui::views::topology {
namespace {

using report::drawing::kNoNode;

constexpr double kAround = 60;  // of the picture, around what was found

}  // namespace

TopologyCanvas::TopologyCanvas(models::Selection& selection, QWidget* parent)
    : Canvas(parent), selection_(selection) {
  setAccessibleName(tr("Topology"));
  connect(&selection_, &models::Selection::changed, this, &Canvas::renew);
}

void TopologyCanvas::replace(report::drawing::Picture picture, const Machines& machines) {
  whole_ = std::move(picture);
  stretch_ = stretch();
  picture_ = paint::stretched(whole_, stretch_);
  machines_ = machines;
  found_.clear();
  found_node_.reset();
  loads_.clear();
  chosen_.reset();
  setAccessibleDescription(QString::fromStdString(picture_.description));
}

/// How much higher the picture is to be, so that it fills the view.
double TopologyCanvas::stretch() const {
  constexpr double kMost = 2.5;
  if (whole_.width <= 0 || whole_.height <= 0 || width() <= 0) return 1;
  return std::clamp(whole_.width * height() / (whole_.height * width()), 1.0, kMost);
}

void TopologyCanvas::resizeEvent(QResizeEvent* event) {
  constexpr double kSeen = 0.02;
  if (std::abs(stretch() - stretch_) > kSeen) {
    const QRectF before = plane();
    const QPointF middle = seen().center();
    const double factor = stretch() / stretch_;
    stretch_ = stretch();
    picture_ = paint::stretched(whole_, stretch_);
    const bool is_stretched = picture_.cells.empty();
    const QRectF now(0, 0, picture_.width, picture_.height);
    if (is_stretched && now != before) {
      changePlane(now, middle, {middle.x(), middle.y() * factor});
    }
  }
  Canvas::resizeEvent(event);
}

void TopologyCanvas::show(report::drawing::Picture picture, const Machines& machines) {
  replace(std::move(picture), machines);
  forget();
  setPlane({0, 0, picture_.width, picture_.height});
}

void TopologyCanvas::change(report::drawing::Picture picture, const Machines& machines) {
  // The box that was chosen last stays where it is, as far as it is there again.
  const auto chosen = chosen_;
  const auto fold = chosen ? picture_.boxes[*chosen].handle : std::nullopt;
  const QPointF before =
      chosen ? paint::rect_of(picture_.boxes[*chosen].area).topLeft() : QPointF();
  replace(std::move(picture), machines);
  QPointF now = before;
  for (std::size_t i = 0; fold && i < picture_.boxes.size(); ++i) {
    const auto& box = picture_.boxes[i];
    if (!box.handle || box.handle->fold != fold->fold) continue;
    chosen_ = i;
    now = paint::rect_of(box.area).topLeft();
    break;
  }
  changePlane({0, 0, picture_.width, picture_.height}, before, now);
}

void TopologyCanvas::setMarks(std::map<std::string, models::Severity> marks) {
  marks_ = std::move(marks);
  renew();
}

void TopologyCanvas::setFaults(NodeFaults faults) {
  faults_ = std::move(faults);
  renew();
}

void TopologyCanvas::setWay(std::optional<app::setup::NodeRoute> way) {
  way_ = std::move(way);
  renew();
}

void TopologyCanvas::setLoads(std::vector<std::optional<double>> loads) {
  loads_ = std::move(loads);
  renew();
}

void TopologyCanvas::bring_into_view(const QRectF& area) {
  if (area.isEmpty() || seen().contains(area)) return;
  fit(area.adjusted(-kAround, -kAround, kAround, kAround));
}

QRectF TopologyCanvas::area_of_node(int node) const {
  const auto box = std::ranges::find(picture_.boxes, node, &report::drawing::Box::node);
  return box != picture_.boxes.end() ? paint::rect_of(box->area) : paint::cell_of(picture_, node);
}

/// Both nodes; of the one in full the devices, and what joins the nodes.
void TopologyCanvas::emphasise_way(paint::Emphasis& emphasis) const {
  const models::Selected& now = selection_.now();
  if (!now.node) return;
  const auto add = [&](const models::OnNode& end, const app::setup::NodeSide* side) {
    std::set<core::DeviceId>& devices = emphasis.devices_in[end.node];
    if (const auto own = machines_.device_named(end.device, end.node)) devices.insert(*own);
    if (side == nullptr) return;
    for (const auto& step : side->steps) devices.insert(step.begin(), step.end());
  };
  const std::string device = now.devices.empty() ? std::string() : now.devices.front();
  add(*now.before, way_ ? &way_->out : nullptr);
  add({*now.node, device}, way_ ? &way_->in : nullptr);
  emphasis.nodes.insert({now.before->node, *now.node});
  emphasis.devices = emphasis.devices_in[machines_.node().value_or(*now.node)];
  if (!way_) return;
  emphasis.has_others_faded = true;
  const bool crosses_spine = way_->leaves && way_->leaves->first != way_->leaves->second;
  for (const int node : {now.before->node, *now.node}) {
    emphasis.boxes.merge(switches_above(picture_, area_of_node(node), crosses_spine));
  }
  emphasis.lines = lines_at(picture_, emphasis.boxes, crosses_spine);
}

paint::Emphasis TopologyCanvas::emphasis() const {
  paint::Emphasis emphasis;
  emphasis.boxes = found_;
  if (chosen_ && hasFocus()) emphasis.boxes.insert(*chosen_);
  emphasis.loads = loads_;
  if (found_node_) emphasis.nodes.insert(*found_node_);
  if (const auto node = machines_.node()) emphasis.nodes.insert(*node);
  if (selection_.now().before) {
    emphasise_way(emphasis);
    return emphasis;
  }
  for (const std::string& name : selection_.now().devices) {
    if (const auto device = machines_.device_named(name)) emphasis.devices.insert(*device);
  }
  if (const auto way = route_of(machines_, selection_.now().devices)) {
    for (const auto& step : way->steps) emphasis.devices.insert(step.begin(), step.end());
    emphasis.has_others_faded = true;
  }
  return emphasis;
}

bool TopologyCanvas::paintStill(QPainter& painter, Piece /*piece*/) {
  paint::paint(painter, picture_, view(), emphasis());
  if (!machines_.is_empty()) paint_marks(painter);
  return true;
}

/// Of a node in a cell.
void TopologyCanvas::paint_inside_marks(QPainter& painter, int node) const {
  const report::drawing::Picture* const inside = picture_.inside_of(node);
  if (inside == nullptr) return;
  const QRectF cell = paint::cell_of(picture_, node);
  const auto place = paint::inside_of({cell.x(), cell.y(), cell.width(), cell.height()}, *inside);
  painter.save();
  painter.translate(place.corner);
  painter.scale(place.scale, place.scale);
  paint_faults(painter, *inside, node, scale() * place.scale);
  painter.restore();
}

/// \param node kNoNode: the machine stands for all nodes, and has the faults that are tried on each
void TopologyCanvas::paint_faults(QPainter& painter, const report::drawing::Picture& picture,
                                  int node, double scale) const {
  const core::Topology& machine = machines_.topology(node);
  MarkedDevices marked;
  if (const auto own = faults_.find(node); own != faults_.end()) {
    // What it lacks has no box.
    const bool is_unlike = std::ranges::any_of(own->second, &NodeFault::is_described);
    if (is_unlike) marked[core::kNoDevice] = models::Severity::Fault;
  }
  for (std::size_t i = 0; i < machine.devices().size(); ++i) {
    const auto id = static_cast<core::DeviceId>(i);
    const std::string end = machines_.end_name(id, node).toStdString();
    const auto is_about = [&](const NodeFault& fault) {
      return !fault.is_described &&
             (fault.is_about(machine.device(id).name) || fault.is_about(end));
    };
    for (const auto& [faulty, faults] : faults_) {
      if (node != kNoNode && faulty != node) continue;
      for (const NodeFault& fault : faults) {
        if (!is_about(fault)) continue;
        const auto [at, is_new] = marked.try_emplace(id, fault.severity());
        if (!is_new) at->second = std::min(at->second, fault.severity());
      }
    }
  }
  for (Mark mark : marks_on(picture, machine, marked)) {
    mark.is_tried = true;
    paint_mark(painter, mark, scale);
  }
}

void TopologyCanvas::paint_marks(QPainter& painter) const {
  for (const auto& [node, faults] : faults_) {
    const QRectF cell = paint::cell_of(picture_, node);
    if (cell.isEmpty() || !seen().intersects(cell)) continue;
    paint_cell_mark(painter, {cell, worst_of(faults), true}, scale());
    if (paint::has_insides(view())) paint_inside_marks(painter, node);
  }
  for (const auto& box : picture_.boxes) {
    const auto faults = box.node == kNoNode ? faults_.end() : faults_.find(box.node);
    if (faults == faults_.end()) continue;
    paint_mark(painter, {paint::rect_of(box.area), worst_of(faults->second), true}, scale());
  }
  for (const Mark& mark : marks_on_folded(picture_, faults_, marks_)) {
    paint_mark(painter, mark, scale());
  }
  const core::Topology& node = machines_.topology();
  for (const Mark& mark : marks_on(picture_, node, devices_of(node, marks_))) {
    paint_mark(painter, mark, scale());
  }
  if (faults_.empty()) return;
  const int shown = machines_.is_cluster() ? machines_.node().value_or(kNoNode) : 0;
  paint_faults(painter, picture_, shown, scale());
}

}  // namespace treering::gui::views::topology
