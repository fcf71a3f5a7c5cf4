#include "hw/formats/nccl_log/machine.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/units.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/complete/complete.h"
#include "hw/formats/nccl_log/devices.h"
#include "hw/formats/nccl_log/rates.h"
#include "hw/formats/nccl_log/tree.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

using core::Device;
using core::DeviceId;
using core::Diagnostic;
using core::Link;
using core::LinkKind;
using core::Origin;
using core::Severity;

// NCCL's figure for connections that are not wires (src/graph/topo.h, LOC_BW).
constexpr double kLocal = 5000;

Origin from_log(std::string what) {
  return {Origin::Kind::File, std::move(what)};
}

class MachineMaker {
 public:
  MachineMaker(const Tree& tree, const Context& context)
      : tree_(tree), context_(context), builder_(name(tree)), devices_(context) {}

  core::Result<Machine> make() {
    choose_generation();
    devices_.number_gpus(tree_);
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) add_node(i);
    add_missing_ports();
    for (const TreeLink& link : tree_.links) add_link(link);
    join_sockets();
    auto topology = std::move(builder_).build();
    if (!topology) {
      core::Error error = topology.error();
      error.where = fmt::format("{}: {}", nccl_log_place(context_.path, tree_.line), error.where);
      return core::fail(std::move(error));
    }
    add_notes();
    return Machine{*std::move(topology), std::move(notes_)};
  }

 private:
  static std::string name(const Tree& tree) {
    return fmt::format("{} of an NCCL log", core::counted(tree.count(NodeType::Gpu), "GPU"));
  }

  void note(Severity severity, std::size_t line, std::string text) {
    notes_.push_back({severity, nccl_log_place(context_.path, line), std::move(text)});
  }

  void choose_generation() {
    generation_ = gpu_generation_of(hints_of(tree_, context_));
    const auto by_name = devices_.capability_by_name();
    if (by_name) generation_.compute_capability = *by_name;
    generation_.is_certain = generation_.is_certain || by_name.has_value();
    if (!generation_.is_certain) follow_words();
  }

  /// Words around a log may be about another machine: they count for GPUs of the generation that
  /// the NVLinks show, and without NVLinks for cards.
  void follow_words() {
    const catalogue::NamedGpu said = catalogue::gpu_named(context_.gpu_said);
    if (said.model == nullptr) return;
    const bool has_nvlinks =
        std::ranges::any_of(tree_.links, [](const TreeLink& link) { return link.kind == "NVL"; });
    const bool is_card = std::ranges::any_of(said.models(), [](const auto* model) {
      return model->form == catalogue::GpuModel::Form::Card;
    });
    const int capability = said.model->compute_capability;
    if (has_nvlinks ? capability != generation_.compute_capability : !is_card) return;
    generation_.compute_capability = capability;
    generation_.is_certain = true;
    note(Severity::Note, tree_.line,
         fmt::format("the GPUs are {}, as words beside the log name them",
                     core::in_quotes(context_.gpu_said)));
  }

  // --- the tree

  void add_node(std::size_t i) {
    const TreeNode& node = tree_.nodes[i];
    const auto key = std::tuple(node.type, node.host, node.id);
    const auto known = ids_.find(key);
    // Trees of several ranks, fused, may have a switch or NIC twice.
    if (known != ids_.end()) {
      id_of_.push_back(known->second);
      return;
    }
    DeviceId id = core::kNoDevice;
    switch (node.type) {
      case NodeType::Cpu:
        id = builder_.add(devices_.cpu(node));
        cpus_[devices_.host_index(node.host)].push_back(id);
        break;
      case NodeType::Net:
        id = add_net(node);
        break;
      case NodeType::NvSwitch:
        id = nvswitch();
        break;
      default:
        id = add_pci(node);
    }
    id_of_.push_back(id);
    ids_.emplace(key, id);
  }

  DeviceId add_pci(const TreeNode& node) {
    if (node.type == NodeType::Nic)
      nics_.push_back(static_cast<std::size_t>(&node - tree_.nodes.data()));
    const bool is_virtual = node.type == NodeType::Nic && node.gb_per_s >= kLocal;
    const DeviceId parent = id_of_[node.parent];
    Device device = devices_.pci(node, generation_.compute_capability, is_virtual);
    if (!generation_.is_certain && node.type == NodeType::Gpu) {
      device.assumed.emplace_back("compute_capability");
    }
    const catalogue::LinkRate rate =
        is_virtual ? catalogue::local_rate() : catalogue::pcie_rate(*device.pci);
    const int lanes = is_virtual ? 1 : catalogue::pcie_lanes(*device.pci);
    const bool is_known = is_virtual || pci_rate_of(node.gb_per_s).has_value();
    if (!is_known) {
      note(Severity::Warning, node.line,
           fmt::format("PCI[{:.1f}] is not a PCI Express rate: taken as 8 GT/s and 16 lanes",
                       node.gb_per_s));
    }
    const Origin origin =
        node.is_assumed ? Origin{Origin::Kind::Assumed, "as other GPUs of the tree have it"}
        : is_virtual || !is_known
            ? rate.origin
            : from_log(fmt::format("PCI[{:.1f}] of the log is taken for {} lanes of {}; less line "
                                   "encoding",
                                   node.gb_per_s, lanes, device.pci->link_speed));
    const DeviceId id = builder_.add(std::move(device));
    builder_.connect_both_ways({LinkKind::Pcie, id, parent, lanes, rate.bandwidth, {}, origin});
    return id;
  }

  DeviceId add_net(const TreeNode& node) {
    const DeviceId above = id_of_[node.parent];
    const bool is_below_nic =
        builder_.devices()[static_cast<std::size_t>(above)].kind() == core::DeviceKind::Nic;
    const DeviceId nic = is_below_nic || nics_.empty() ? above : id_of_[nics_.back()];
    ++nets_;
    return builder_.add(devices_.port(node, nic));
  }

  /// NCCL leaves the ports out in a job of one node; the log may name them elsewhere.
  void add_missing_ports() {
    if (nets_ > 0 || context_.adapters == nullptr) return;
    const auto& ports = context_.adapters->ib;
    std::set<std::size_t> used;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const auto nic = devices_.nic_of_port(ports[i], i, {tree_, nics_, ports.size()});
      if (!nic) continue;
      used.insert(*nic);
      const double pci = tree_.nodes[*nic].gb_per_s;
      builder_.add(devices_.port_without_net(ports[i], static_cast<int>(i), id_of_[*nic], pci));
      ++nets_;
    }
    if (!used.empty()) {
      note(Severity::Note, tree_.line,
           "NCCL left the network out of its tree, as it does in jobs of one node: the ports come "
           "from other lines of the log");
    }
  }

  // --- links beside the tree

  DeviceId nvswitch() {
    if (nvswitch_ == core::kNoDevice) {
      nvswitch_ = builder_.add({.name = "NVSwitch", .info = core::NvSwitch{}});
    }
    return nvswitch_;
  }

  DeviceId target(const TreeLink& link) {
    if (link.to_type == NodeType::NvSwitch) return nvswitch();
    const auto found = ids_.find(std::tuple(link.to_type, link.to_host, link.to_id));
    return found == ids_.end() ? core::kNoDevice : found->second;
  }

  void add_link(const TreeLink& link) {
    const NodeType from = tree_.nodes[link.from].type;
    // From CPUs the same links are printed again, and sockets are joined below.
    if (link.kind == "SYS" || (from == NodeType::Cpu && link.kind != "LOC")) return;
    const DeviceId to = target(link);
    if (to == core::kNoDevice) {
      note(Severity::Warning, link.line, "a link to a device that is not in the tree");
      return;
    }
    if (link.kind == "NVL" && from == NodeType::Gpu) return add_nvlink(link, to);
    if (link.kind == "C2C" && from == NodeType::Gpu) {
      const auto rate = core::Bandwidth::from_gb_per_s(link.gb_per_s);
      builder_.connect_both_ways({LinkKind::C2C,
                                  id_of_[link.from],
                                  to,
                                  1,
                                  rate,
                                  {},
                                  from_log(fmt::format("C2C[{:.1f}] of the log", link.gb_per_s))});
    } else if (link.kind == "LOC" && from == NodeType::Pci && link.to_type == NodeType::Pci) {
      const catalogue::LinkRate rate = catalogue::local_rate();
      builder_.connect(
          {LinkKind::PciPeer, id_of_[link.from], to, 1, rate.bandwidth, {}, rate.origin});
    }
  }

  void add_nvlink(const TreeLink& link, DeviceId to) {
    const catalogue::LinkRate rate = catalogue::nvlink_rate(generation_.compute_capability);
    const double one =
        generation_.gb_per_s > 0 ? generation_.gb_per_s : rate.bandwidth.in_gb_per_s();
    const double number =
        std::clamp(std::round(link.gb_per_s / one), 1.0, static_cast<double>(core::kMaxLinkCount));
    const int count = static_cast<int>(number);
    Link made{LinkKind::NvLink,
              id_of_[link.from],
              to,
              count,
              rate.bandwidth * count,
              {},
              link.is_assumed
                  ? Origin{Origin::Kind::Assumed, "as other GPUs of the tree have them"}
                  : from_log(fmt::format(
                        "NVL[{:.1f}] of the log is {} x {:.3g} GB/s, as NCCL counts a link; "
                        "{}",
                        link.gb_per_s, count, one, rate.origin.source))};
    if (link.to_type == NodeType::Gpu) {
      builder_.connect(std::move(made));
    } else {
      builder_.connect_both_ways(made);
    }
  }

  void join_sockets() {
    const auto device = [this](DeviceId id) -> const Device& { return builder_.device(id); };
    for (const auto& [host, cpus] : cpus_) {
      for (Link& link : complete::links_between_sockets(cpus, device)) {
        builder_.connect(std::move(link));
      }
    }
  }

  // --- what a reader should know

  void add_notes() {
    if (!tree_.is_whole) {
      note(Severity::Warning, tree_.has_start ? tree_.last_line : tree_.line,
           fmt::format("the system tree {} here: the machine lacks the rest{}",
                       tree_.has_start ? "is cut off" : "has lost its lines above",
                       but_for_completed(tree_)));
    }
    const int capability = generation_.compute_capability;
    if (!generation_.is_certain) {
      note(Severity::Warning, tree_.line,
           fmt::format("the log names no GPU model: compute capability {}.{} is assumed, {}",
                       capability / 10, capability % 10,
                       generation_.gb_per_s > 0 ? "one that has NVLinks of these bandwidths"
                                                : "by the generation of PCIe"));
    }
    if (nets_ == 0) {
      note(Severity::Note, tree_.line,
           "the log names no network ports that fit the tree: jobs of several nodes cannot be "
           "predicted");
    }
    for (Diagnostic& diagnostic : devices_.take_notes(tree_.line)) {
      notes_.push_back(std::move(diagnostic));
    }
  }

  const Tree& tree_;
  const Context& context_;
  core::TopologyBuilder builder_;
  Devices devices_;
  GpuGeneration generation_;
  std::vector<DeviceId> id_of_;  // by node of the tree
  std::map<std::tuple<NodeType, std::uint64_t, std::uint64_t>, DeviceId> ids_;
  std::map<int, std::vector<DeviceId>> cpus_;  // by host
  std::vector<std::size_t> nics_;              // nodes of the tree
  int nets_ = 0;
  DeviceId nvswitch_ = core::kNoDevice;
  std::vector<Diagnostic> notes_;
};

}  // namespace

core::Result<Machine> machine_of_tree(const Tree& tree, const Context& context) {
  return MachineMaker(tree, context).make();
}

std::string nccl_log_place(const std::string& path, std::size_t line) {
  return fmt::format("{}: line {}", path, line);
}

}  // namespace treering::hw::formats::nccl_log
