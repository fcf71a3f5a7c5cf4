// The machines that a picture of topology shows, and which of them is drawn in full.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/topology/cluster.h"
#include "report/drawing/picture.h"

namespace treering::gui::views::topology {

class Machines {
 public:
  Machines() = default;
  /// \param cluster null for none: a fabric, or nothing. It stays while a picture of it is shown
  Machines(std::shared_ptr<const core::Cluster> cluster, std::optional<int> node)
      : cluster_(std::move(cluster)), node_(node) {}

  bool is_empty() const { return cluster_ == nullptr; }
  bool is_cluster() const { return cluster_ != nullptr && cluster_->node_count > 1; }
  const core::Cluster& cluster() const { return *cluster_; }
  /// The one in full; nothing where it stands for all.
  std::optional<int> node() const { return node_; }
  /// Of a node of its picture; kNoNode: of the one in full. \pre not empty
  const core::Topology& topology(int node = report::drawing::kNoNode) const;
  std::optional<core::DeviceId> device_named(const std::string& name,
                                             int node = report::drawing::kNoNode) const;
  /// What a text such as "2/gpu 3" names of a node: the device of that name, else those that have
  /// it in their names. Nothing where it names no node that there is.
  struct Named {
    int node = 0;
    std::vector<core::DeviceId> devices;
  };
  std::optional<Named> named(const QString& text) const;

  /// "GPU 0", "NVSwitch": as runs name the ends of links; empty for no device.
  QString end_name(core::DeviceId device, int node = report::drawing::kNoNode) const;
  /// The part of a fault that names a box or a link: "mlx5_0", "NVSwitch 1", "GPU 0-NVSwitch";
  /// empty: nothing that a fault could name.
  QString fault_name(const report::drawing::Box& box, int node) const;
  QString fault_name(const report::drawing::Line& line, int node) const;

 private:
  std::shared_ptr<const core::Cluster> cluster_;
  std::optional<int> node_;
};

}  // namespace treering::gui::views::topology
