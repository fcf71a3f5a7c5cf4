// Where marks stand on a picture.
#include <algorithm>
#include <limits>
#include <optional>
#include <variant>

#include "core/topology/names.h"
#include "gui/paint/picture_layer.h"
#include "gui/views/topology/marks.h"

namespace treering::gui::views::topology {
namespace {

using core::DeviceId;
using core::kNoDevice;

/// Boxes by the devices that they stand for.
std::map<DeviceId, std::size_t> boxes_by_device(const report::drawing::Picture& picture) {
  std::map<DeviceId, std::size_t> boxes;
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const auto& box = picture.boxes[i];
    if (box.device != kNoDevice) boxes.emplace(box.device, i);
    for (const DeviceId id : box.alike) boxes.emplace(id, i);
  }
  return boxes;
}

/// kNoDevice: nothing is above it but the node.
DeviceId above(const core::Topology& node, DeviceId id) {
  const auto* const port = std::get_if<core::NicPort>(&node.device(id).info);
  if (port != nullptr) return port->nic;
  const DeviceId parent = node.parent_of(id);
  if (parent != kNoDevice) return parent;
  const DeviceId cpu = node.cpu_of(id);
  return cpu == id ? kNoDevice : cpu;
}

/// The ground that the devices stand on, or all of the picture.
QRectF area_of_node(const report::drawing::Picture& picture) {
  QRectF devices;
  for (const auto& box : picture.boxes) {
    if (box.device != kNoDevice) devices |= paint::rect_of(box.area);
  }
  QRectF ground;
  for (const auto& box : picture.boxes) {
    if (box.role != report::drawing::Role::Panel) continue;
    const QRectF area = paint::rect_of(box.area);
    const bool is_closer = ground.isEmpty() || ground.contains(area);
    if (is_closer && area.contains(devices)) ground = area;
  }
  return ground.isEmpty() ? QRectF(0, 0, picture.width, picture.height) : ground;
}

}  // namespace

std::vector<Mark> marks_on(const report::drawing::Picture& picture, const core::Topology& node,
                           const MarkedDevices& marked) {
  if (marked.empty()) return {};
  const auto boxes = boxes_by_device(picture);
  constexpr std::size_t kNode = std::numeric_limits<std::size_t>::max();
  std::map<std::size_t, models::Severity> worst;
  for (const auto& [device, severity] : marked) {
    DeviceId id = device;
    while (id != kNoDevice && !boxes.contains(id)) id = above(node, id);
    const auto [at, is_new] = worst.try_emplace(id == kNoDevice ? kNode : boxes.at(id), severity);
    if (!is_new) at->second = std::min(at->second, severity);
  }
  std::vector<Mark> marks;
  for (const auto& [box, severity] : worst) {
    const QRectF area =
        box == kNode ? area_of_node(picture) : paint::rect_of(picture.boxes[box].area);
    marks.push_back({area, severity});
  }
  return marks;
}

std::vector<Mark> marks_on_folded(const report::drawing::Picture& picture, const NodeFaults& faults,
                                  const std::map<std::string, models::Severity>& findings) {
  const auto worst = std::ranges::min_element(
      findings, {}, &std::map<std::string, models::Severity>::value_type::second);
  std::vector<Mark> marks;
  for (const auto& box : picture.boxes) {
    if (box.nodes == 0 || !box.handle || box.handle->is_unfolded) continue;
    const auto first = faults.lower_bound(box.first_of);
    const auto last = faults.lower_bound(box.first_of + box.nodes);
    if (first != last) {
      auto worst_here = models::Severity::Hint;
      for (auto one = first; one != last; ++one) {
        worst_here = std::min(worst_here, worst_of(one->second));
      }
      marks.push_back({paint::rect_of(box.area), worst_here, true});
    } else if (worst != findings.end()) {
      marks.push_back({paint::rect_of(box.area), worst->second});
    }
  }
  return marks;
}

MarkedDevices devices_of(const core::Topology& node,
                         const std::map<std::string, models::Severity>& names) {
  MarkedDevices marked;
  for (const auto& [name, severity] : names) {
    const DeviceId id = core::device_named(node, name).value_or(kNoDevice);
    const auto [at, is_new] = marked.try_emplace(id, severity);
    if (!is_new) at->second = std::min(at->second, severity);
  }
  return marked;
}

}  // namespace treering::gui::views::topology
