// The devices of a system tree in an NCCL debug log: what their lines say, what the rest of the log
// adds, and what is assumed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/nccl_log/adapters.h"
#include "hw/formats/nccl_log/machine.h"
#include "hw/formats/nccl_log/rates.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

/// What `tree` and the log show of the GPUs' generation; refers to `context`.
GpuHints hints_of(const Tree& tree, const Context& context);

/// The rate of a NET of the tree in Mbit/s.
std::int64_t net_mbps(const TreeNode& node);

class Devices {
 public:
  /// `context` is kept as a reference.
  explicit Devices(const Context& context) : context_(context) {}

  /// The compute capability of the model that the log names; nothing where it names none.
  std::optional<int> capability_by_name() const;

  /// Gives GPUs NVML's numbers where the log has them, else the order of bus ids. Call it first.
  void number_gpus(const Tree& tree);

  core::Device cpu(const TreeNode& node);
  /// A switch, GPU or NIC; a virtual one (`is_virtual`) is not on the PCI bus.
  core::Device pci(const TreeNode& node, int compute_capability, bool is_virtual);
  core::Device port(const TreeNode& node, core::DeviceId nic);
  /// Of a tree without NETs. \param pci_gb_per_s of its adapter, which stands for its rate
  core::Device port_without_net(const Port& reported, int index, core::DeviceId nic,
                                double pci_gb_per_s);

  struct Nics {
    const Tree& tree;
    const std::vector<std::size_t>& nodes;
    std::size_t ports;
  };
  /// The NIC of `port`, the `number`th of all: by bus id, or by order where there are as many.
  static std::optional<std::size_t> nic_of_port(const Port& port, std::size_t number,
                                                const Nics& nics);

  /// From 0, in order of appearance.
  int host_index(std::uint64_t host);

  std::vector<core::Diagnostic> take_notes(std::size_t line) const;

 private:
  bool can_do_gpu_direct() const;
  core::Device net_device(std::string name, core::NicPort port, const Port* reported);
  const Port* known_port(const std::string& name) const;

  const Context& context_;
  std::map<std::uint64_t, int> hosts_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> gpu_index_;  // by host and bus id
  bool has_assumed_index_ = false;
  bool has_assumed_rate_ = false;
  std::map<std::string, int> taken_names_;
};

}  // namespace treering::hw::formats::nccl_log
