// The search in a picture of topology.
#include <QRegularExpression>
#include <algorithm>

#include "gui/views/topology/topology_canvas.h"

namespace treering::gui::views::topology {

bool TopologyCanvas::has_in_name(const report::drawing::Box& box, const QString& text) const {
  const auto has = [&](const std::string& name) {
    return QString::fromStdString(name).contains(text, Qt::CaseInsensitive);
  };
  if (has(box.tip)) return true;
  if (machines_.is_empty()) return false;
  const core::Topology& node = machines_.topology();
  const auto is_named_so = [&](core::DeviceId id) { return has(node.device(id).name); };
  if (box.device != core::kNoDevice && box.tip.empty() && is_named_so(box.device)) return true;
  return std::ranges::any_of(box.alike, is_named_so);
}

/// "2/gpu 3", as What if has it: how many devices; nothing where the text is none of that form.
std::optional<int> TopologyCanvas::find_on_node(const QString& text) {
  const auto named = machines_.named(text);
  if (!named) return {};
  const core::Topology& node = machines_.topology(named->node);
  for (const core::DeviceId id : named->devices) found_devices_.push_back(node.device(id).name);
  if (named->devices.empty()) return 0;
  if (machines_.is_cluster()) found_node_ = named->node;
  const bool is_drawn = &node == &machines_.topology();  // or one that is described alike
  for (std::size_t i = 0; is_drawn && i < picture_.boxes.size(); ++i) {
    const auto is_it = [&](core::DeviceId id) {
      return id == picture_.boxes[i].device ||
             std::ranges::find(picture_.boxes[i].alike, id) != picture_.boxes[i].alike.end();
    };
    if (std::ranges::any_of(named->devices, is_it)) found_.insert(i);
  }
  if (machines_.is_cluster()) {
    bring_into_view(area_of_node(named->node));
  } else if (!found_.empty()) {
    bring_into_view(paint::rect_of(picture_.boxes[*found_.begin()].area));
  }
  return static_cast<int>(found_devices_.size());
}

int TopologyCanvas::find(const QString& text) {
  found_.clear();
  found_node_.reset();
  found_devices_.clear();
  if (const auto count = find_on_node(text)) {
    renew();
    return *count;
  }
  for (std::size_t i = 0; !text.isEmpty() && i < picture_.boxes.size(); ++i) {
    if (has_in_name(picture_.boxes[i], text)) found_.insert(i);
  }
  static const QRegularExpression kNode(QStringLiteral("^\\s*node\\s*(\\d+)\\s*$"),
                                        QRegularExpression::CaseInsensitiveOption);
  const auto match = kNode.match(text);
  if (match.hasMatch() && machines_.is_cluster()) {
    const int node = match.captured(1).toInt();
    if (node < machines_.cluster().node_count) found_node_ = node;
  }
  if (found_node_) {
    found_.clear();
    bring_into_view(area_of_node(*found_node_));
  } else if (!found_.empty()) {
    bring_into_view(paint::rect_of(picture_.boxes[*found_.begin()].area));
  }
  renew();
  return found_node_ ? 1 : static_cast<int>(found_.size());
}

void TopologyCanvas::openFound() {
  if (found_node_ || !found_devices_.empty()) {
    models::Selected selected;
    selected.node = found_node_;
    if (!found_devices_.empty()) selected.devices = {found_devices_.front()};
    return selection_.select(selected);
  }
  if (found_.empty()) return;
  const auto& box = picture_.boxes[*found_.begin()];
  if (box.handle && !box.handle->is_unfolded) {
    chosen_ = *found_.begin();
    Q_EMIT foldWanted(box.handle->fold);
  } else {
    const paint::Hit first{&picture_, *found_.begin(), {}, box.node};
    select_at(&first, false);
  }
}

}  // namespace treering::gui::views::topology
