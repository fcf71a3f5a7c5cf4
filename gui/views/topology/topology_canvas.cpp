#include "gui/views/topology/topology_canvas.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gui/paint/theme.h"

namespace treering::gui::views::topology {
namespace {

constexpr double kTolerance = 4;  // pixels beside a line that count as on it
constexpr double kMark = 6;       // radius of a finding's sign, in the picture or pixels
constexpr double kAround = 60;    // of the picture, around what was found

}  // namespace

TopologyCanvas::TopologyCanvas(models::Selection& selection, QWidget* parent)
    : Canvas(parent), selection_(selection) {
  setAccessibleName(tr("Topology"));
  connect(&selection_, &models::Selection::changed, this, &Canvas::renew);
}

void TopologyCanvas::show(report::drawing::Picture picture, const core::Topology* node) {
  picture_ = std::move(picture);
  node_ = node;
  found_.clear();
  loads_.clear();
  setAccessibleDescription(QString::fromStdString(picture_.description));
  setPlane({0, 0, picture_.width, picture_.height});
}

void TopologyCanvas::setMarks(std::map<std::string, models::Severity> marks) {
  marks_ = std::move(marks);
  renew();
}

int TopologyCanvas::find(const QString& text) {
  found_.clear();
  for (std::size_t i = 0; !text.isEmpty() && i < picture_.boxes.size(); ++i) {
    const QString tip = QString::fromStdString(picture_.boxes[i].tip);
    if (tip.contains(text, Qt::CaseInsensitive)) found_.insert(i);
  }
  if (!found_.empty()) {
    const QRectF first = paint::rect_of(picture_.boxes[*found_.begin()].area);
    if (!seen().contains(first)) fit(first.adjusted(-kAround, -kAround, kAround, kAround));
  }
  renew();
  return static_cast<int>(found_.size());
}

void TopologyCanvas::setLoads(std::vector<std::optional<double>> loads) {
  loads_ = std::move(loads);
  renew();
}

QString TopologyCanvas::endName(core::DeviceId id) const {
  if (node_ == nullptr || id == core::kNoDevice) return {};
  const core::Device& device = node_->device(id);
  const bool is_switch = device.kind() == core::DeviceKind::NvSwitch;
  return is_switch ? QStringLiteral("NVSwitch") : QString::fromStdString(device.name);
}

std::optional<core::DeviceId> TopologyCanvas::device_named(const std::string& name) const {
  if (node_ == nullptr) return {};
  const auto& devices = node_->devices();
  const auto found = std::ranges::find(devices, name, &core::Device::name);
  if (found == devices.end()) return {};
  return static_cast<core::DeviceId>(found - devices.begin());
}

std::optional<app::setup::Route> TopologyCanvas::route() const {
  const auto& names = selection_.now().devices;
  if (names.size() != 2) return {};
  const auto from = device_named(names[0]);
  const auto to = device_named(names[1]);
  return from && to ? app::setup::route_between(*node_, *from, *to) : std::nullopt;
}

paint::Emphasis TopologyCanvas::emphasis() const {
  paint::Emphasis emphasis;
  emphasis.boxes = found_;
  emphasis.loads = loads_;
  for (const std::string& name : selection_.now().devices) {
    if (const auto device = device_named(name)) emphasis.devices.insert(*device);
  }
  if (const auto way = route()) {
    emphasis.devices.insert(way->devices.begin(), way->devices.end());
    emphasis.has_others_faded = true;
  }
  return emphasis;
}

void TopologyCanvas::paintStill(QPainter& painter) {
  paint::paint(painter, picture_, {seen(), scale()}, emphasis());
  if (node_ == nullptr || marks_.empty()) return;
  for (const auto& box : picture_.boxes) {
    if (box.device == core::kNoDevice) continue;
    const auto mark = marks_.find(node_->device(box.device).name);
    if (mark != marks_.end()) paint_mark(painter, paint::rect_of(box.area), mark->second);
  }
}

/// A sign in the box's upper right corner; the shape says how severe it is, as the colour does.
void TopologyCanvas::paint_mark(QPainter& painter, const QRectF& box,
                                models::Severity severity) const {
  const double radius = std::max(kMark, kMark / scale() / 2);
  const QRectF disc(box.right() - radius, box.top() - radius, 2 * radius, 2 * radius);
  const bool is_fault = severity == models::Severity::Fault;
  const bool is_hint = severity == models::Severity::Hint;
  const paint::Theme& theme = paint::theme();
  painter.setPen(QPen(theme.paper(), radius / 4));
  painter.setBrush(is_fault ? theme.bad() : is_hint ? theme.accent() : theme.warning());
  painter.drawEllipse(disc);
  painter.setPen(theme.paper());
  painter.setFont(paint::picture_font(1.6 * radius, true));
  const QString sign = is_fault  ? QStringLiteral("×")
                       : is_hint ? QStringLiteral("i")
                                 : QStringLiteral("!");
  painter.drawText(disc, Qt::AlignCenter, sign);
}

void TopologyCanvas::clicked(QPointF at, Qt::KeyboardModifiers keys) {
  models::Selected selected = selection_.now();
  const auto hit = paint::hit(picture_, at, kTolerance / scale());
  const core::DeviceId device =
      hit && hit->box ? picture_.boxes[*hit->box].device : core::kNoDevice;
  if (!keys.testFlag(Qt::ShiftModifier)) selected.devices.clear();
  if (device != core::kNoDevice && node_ != nullptr) {
    if (selected.devices.size() >= 2) selected.devices.erase(selected.devices.begin());
    selected.devices.push_back(node_->device(device).name);
  }
  selection_.select(selected);
}

void TopologyCanvas::hovered(QPointF at, QPoint global) {
  const auto hit = paint::hit(picture_, at, kTolerance / scale());
  std::string tip;
  if (hit && hit->box) tip = picture_.boxes[*hit->box].tip;
  if (hit && hit->line) {
    tip = picture_.lines[*hit->line].tip;
    const auto load = loads_.empty() ? std::nullopt : loads_[*hit->line];
    if (load) tip += fmt::format("; {:.0f} % busy", 100 * *load);
  }
  if (tip.empty()) return QToolTip::hideText();
  QToolTip::showText(global, QString::fromStdString(tip), this);
}

/// The part of a fault that names what is there: "mlx5_0", "GPU 0-NVSwitch"; empty: nothing that a
/// fault could name.
QString TopologyCanvas::named_at(QPointF at) const {
  const auto hit = paint::hit(picture_, at, kTolerance / scale());
  if (!hit || node_ == nullptr) return {};
  if (hit->box) return endName(picture_.boxes[*hit->box].device);
  const auto& line = picture_.lines[*hit->line];
  if (line.from == core::kNoDevice || line.to == core::kNoDevice) return {};
  return QStringLiteral("%1-%2").arg(endName(line.from), endName(line.to));
}

void TopologyCanvas::contextMenuEvent(QContextMenuEvent* event) {
  const QString what = named_at(toPlane(event->pos()));
  if (what.isEmpty()) return;
  QMenu menu(this);
  menu.addSection(tr("What if, on node 0"));
  const auto add = [&](const QString& text, const char* state) {
    menu.addAction(text, this, [this, what, state] {
      Q_EMIT faultWanted(QStringLiteral("0/%1=%2").arg(what, QLatin1StringView(state)));
    });
  };
  add(tr("%1 at 90 % of its rate").arg(what), "0.9");
  add(tr("%1 at half its rate").arg(what), "0.5");
  add(tr("%1 at a tenth of its rate").arg(what), "0.1");
  add(tr("%1 down").arg(what), "down");
  Q_EMIT menuWanted(&menu, 0, what);
  menu.exec(event->globalPos());
}

}  // namespace treering::gui::views::topology
