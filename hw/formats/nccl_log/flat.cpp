#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/formats/nccl_log/cpu.h"
#include "hw/formats/nccl_log/devices.h"
#include "hw/formats/nccl_log/machine.h"
#include "hw/formats/nccl_log/rates.h"
#include "hw/formats/nccl_log/words.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/topology.h"

namespace treering::hw::formats::nccl_log {
namespace {

using core::Severity;

constexpr std::string_view kNoTree = "a log without a system tree does not show them";

/// The CPUs of "ff,ffffffff" or "0-31,64" as a list; empty where it is neither.
std::string cpu_list(std::string_view affinity) {
  const auto words = nvidia_smi::smi_words(affinity);
  if (words.size() != 1) return "";
  // Behind the first, the words of a cpumap have 8 digits.
  const std::string_view last = affinity.substr(affinity.rfind(',') + 1);
  const bool is_map = affinity.find('-') == std::string_view::npos &&
                      (last.size() == 8 || affinity.find(',') == std::string_view::npos);
  if (!is_map) return nvidia_smi::parse_cpu_list(affinity) ? std::string(affinity) : "";
  return nvidia_smi::cpu_list_of_map(affinity);
}

/// Whether Docker, libvirt, Kubernetes or the kernel made an interface: no adapter of the machine.
/// NCCL itself takes docker* and lo only where it finds no other (2.28 src/misc/socket.cc,
/// ncclFindInterfaces). Docker's own bridges are br- and 12 hexadecimal digits.
bool is_made_by_software(std::string_view name) {
  constexpr std::array<std::string_view, 6> kStarts{"docker", "veth",   "virbr",
                                                    "cali",   "podman", "flannel"};
  constexpr std::string_view kBridge = "br-";
  constexpr std::size_t kDigits = 12;
  const bool is_bridge =
      name.starts_with(kBridge) && name.size() == kBridge.size() + kDigits &&
      name.find_first_not_of("0123456789abcdef", kBridge.size()) == std::string_view::npos;
  return name == "lo" || is_bridge ||
         std::ranges::any_of(kStarts, [name](auto start) { return name.starts_with(start); });
}

class FlatMaker {
 public:
  explicit FlatMaker(const Context& context) : context_(context) {}

  core::Result<Machine> make() {
    table_.source = "the ranks of an NCCL log";
    add_cpu();
    add_gpus();
    add_nics();
    nvidia_smi::fill_distances(table_);
    const std::string nvlinks = add_nvlinks();
    auto made = nvidia_smi::topology_of(table_, context_.path);
    if (!made) return core::fail(made.error());
    std::vector<core::Diagnostic> notes{
        {Severity::Warning, context_.path,
         fmt::format("{}: what is between GPUs, adapters and CPUs is assumed; {}; for the machine "
                     "as NCCL sees it {}",
                     why_without_tree(), nvlinks, what_to_do())}};
    notes.insert(notes.end(), notes_.begin(), notes_.end());
    notes.insert(notes.end(), made->notes.begin(), made->notes.end());
    return Machine{std::move(made->topology), std::move(notes), table_.nvlinks_unknown};
  }

 private:
  std::string why_without_tree() const {
    if (context_.cut_tree == nullptr) return "the log has no system tree";
    return fmt::format("the system tree is cut off at line {}, before its first GPU",
                       context_.cut_tree->last_line);
  }

  std::string what_to_do() const {
    return context_.cut_tree == nullptr
               ? "run with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV"
               : "give the whole log, up to the line of = below the tree";
  }

  /// The kind of CPU, which a tree without GPUs has.
  void add_cpu() {
    if (context_.cut_tree == nullptr) return;
    for (const TreeNode& node : context_.cut_tree->nodes) {
      if (node.type != NodeType::Cpu) continue;
      table_.cpu = nccl_log_cpu(node, 0);
      return;
    }
  }

  /// The adapter of device `number` and its rate, where the tree came so far.
  void complete_nic(std::size_t number, nvidia_smi::TableDevice& device) {
    if (context_.cut_tree == nullptr) return;
    for (const TreeNode& node : context_.cut_tree->nodes) {
      if (node.type != NodeType::Net || node.id != number) continue;
      device.mbps = net_mbps(node);
      const TreeNode& nic = context_.cut_tree->nodes[node.parent];
      const bool is_new = nic.type == NodeType::Nic && bus_ids_.insert(nic.id).second;
      if (is_new) device.bus_id = full_bus_id(nic.id);
      return;
    }
  }

  void add_gpus() {
    const auto& gpus = context_.host->gpus;
    std::set<int> taken;
    const bool has_numbers = std::ranges::all_of(gpus, [&](const LoggedGpu& gpu) {
      return gpu.nvml_index && *gpu.nvml_index >= 0 && taken.insert(*gpu.nvml_index).second;
    });
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      nvidia_smi::TableDevice device;
      device.is_gpu = true;
      device.index = has_numbers ? *gpus[i].nvml_index : static_cast<int>(i);
      device.name = fmt::format("GPU{}", device.index);
      device.label = device.name;
      device.line = gpus[i].line;
      device.cpu_affinity = cpu_list(gpus[i].affinity);
      if (gpus[i].bus_id) device.bus_id = full_bus_id(*gpus[i].bus_id);
      if (table_.gpu_model.empty()) table_.gpu_model = gpus[i].model;
      table_.devices.push_back(std::move(device));
    }
    add_unseen_gpus();
    settle_affinities();
  }

  /// Ranks whose lines the log does not have.
  void add_unseen_gpus() {
    const std::size_t seen = table_.devices.size();
    const auto wanted = static_cast<std::size_t>(std::max(context_.gpus_of_node, 0));
    int next = 0;
    const auto is_taken = [&](int index) {
      return std::ranges::find(table_.devices, index, &nvidia_smi::TableDevice::index) !=
             table_.devices.end();
    };
    while (table_.devices.size() < wanted) {
      while (is_taken(next)) ++next;
      nvidia_smi::TableDevice device;
      device.is_gpu = true;
      device.index = next;
      device.name = fmt::format("GPU{}", next);
      device.label = device.name;
      table_.devices.push_back(std::move(device));
    }
    if (wanted <= seen) return;
    std::ranges::sort(table_.devices, {}, &nvidia_smi::TableDevice::index);
    notes_.push_back(
        {Severity::Warning, nccl_log_place(context_.path, context_.host->gpus[0].line),
         fmt::format("the log shows {} of the {} GPUs of a node: the others are assumed equal",
                     seen, wanted)});
  }

  /// The affinity of the nearest GPU by bus id that has one: devices of a socket have numbers in a
  /// row, on Grace even PCI domains of their own. Without bus ids that of the GPU before.
  std::string affinity_near(std::size_t lost) const {
    const nvidia_smi::TableDevice* best = nullptr;
    std::uint64_t least = 0;
    const auto own = packed_bus_id_of_path(table_.devices[lost].bus_id);
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      const nvidia_smi::TableDevice& gpu = table_.devices[i];
      if (gpu.cpu_affinity.empty()) continue;
      const auto other = packed_bus_id_of_path(gpu.bus_id);
      const bool is_known = own && other;
      const std::uint64_t apart = i < lost ? lost - i : table_.devices.size() + i - lost;
      const std::uint64_t far = is_known ? std::max(*own, *other) - std::min(*own, *other) : apart;
      if (best != nullptr && far >= least) continue;
      best = &gpu;
      least = far;
    }
    return best == nullptr ? "" : best->cpu_affinity;
  }

  /// Where the GPUs that have an affinity have the same one, nothing says which of the others have
  /// it. It stays for all, as the cores show the kind of CPU.
  void note_lone_affinity() {
    const std::string* lone = nullptr;
    std::size_t with = 0;
    for (const nvidia_smi::TableDevice& gpu : table_.devices) {
      if (gpu.cpu_affinity.empty()) continue;
      if (lone != nullptr && gpu.cpu_affinity != *lone) return;
      lone = &gpu.cpu_affinity;
      ++with;
    }
    if (lone == nullptr || with == table_.devices.size()) return;
    notes_.push_back({Severity::Note, context_.path,
                      fmt::format("the log shows the CPUs near {} of the {} GPUs, {}: which are "
                                  "near the others is unknown, and the same are assumed",
                                  with, table_.devices.size(), *lone)});
  }

  /// Affinities show NUMA nodes unless each rank is bound to cores of its own. One that was lost is
  /// that of a GPU near by.
  void settle_affinities() {
    note_lone_affinity();
    std::set<std::string> different;
    for (const nvidia_smi::TableDevice& gpu : table_.devices) different.insert(gpu.cpu_affinity);
    constexpr std::size_t kMostSockets = 2;
    const bool is_bound =
        different.size() > kMostSockets && different.size() == table_.devices.size();
    std::vector<std::string> settled;
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      const std::string& reported = table_.devices[i].cpu_affinity;
      settled.push_back(is_bound ? "" : reported.empty() ? affinity_near(i) : reported);
    }
    for (std::size_t i = 0; i < settled.size(); ++i) table_.devices[i].cpu_affinity = settled[i];
  }

  /// They stay among the ports, as NCCL uses them.
  void note_made_by_software(const std::vector<Port>& sockets) {
    const auto is_made = [](const Port& port) { return is_made_by_software(port.name); };
    const auto first = std::ranges::find_if(sockets, is_made);
    if (first == sockets.end()) return;
    const auto made = std::ranges::count_if(sockets, is_made);
    notes_.push_back(
        {Severity::Note, nccl_log_place(context_.path, first->line),
         fmt::format("{} of the {} that NCCL found, {}{}, {} made by software and no {} of the "
                     "machine: NCCL uses {} all the same, and so {} here",
                     made, core::counted(sockets.size(), "interface"), core::printable(first->name),
                     made == 1 ? "" : " for one", made == 1 ? "is" : "are",
                     made == 1 ? "adapter" : "adapters", made == 1 ? "it" : "them",
                     made == 1 ? "it counts" : "they count")});
  }

  /// Without a tree nothing says which CPU an adapter is near: they are shared out in order.
  void add_nics() {
    if (context_.adapters == nullptr) return;
    const auto& ports = context_.adapters->in_use();
    const bool is_socket = &ports == &context_.adapters->sockets;
    std::vector<std::string> affinities;
    for (const nvidia_smi::TableDevice& gpu : table_.devices) {
      const bool is_new = std::ranges::find(affinities, gpu.cpu_affinity) == affinities.end();
      if (is_new) affinities.push_back(gpu.cpu_affinity);
    }
    if (is_socket) note_made_by_software(ports);
    std::set<std::string> names;
    for (std::size_t i = 0; i < ports.size() && !affinities.empty(); ++i) {
      nvidia_smi::TableDevice device;
      device.name = fmt::format("NIC{}", i);
      device.label = names.insert(ports[i].name).second ? ports[i].name : device.name;
      device.line = ports[i].line;
      device.mbps = ports[i].mbps;
      // No line of a log has the rate of a socket: NCCL's own default stands for it.
      if (is_socket) device.usual_mbps = catalogue::kNcclDefaultMbps;
      device.cpu_affinity = affinities[i * affinities.size() / ports.size()];
      const auto direct = context_.adapters->gpu_direct(i, &ports[i]);
      device.gpu_direct_rdma = direct.is_used && !is_socket;
      device.is_gpu_direct_assumed = direct.is_assumed && !is_socket;
      if (ports[i].bus_id && bus_ids_.insert(*ports[i].bus_id).second) {
        device.bus_id = full_bus_id(*ports[i].bus_id);
      }
      complete_nic(i, device);
      table_.devices.push_back(std::move(device));
    }
  }

  /// By the GPUs' name: says so in words.
  std::string add_nvlinks() {
    const nvidia_smi::MachineModel model = nvidia_smi::gpu_of_name(table_.gpu_model);
    if (catalogue::joining_of(table_.gpu_model) == catalogue::GpuJoining::NvSwitch) {
      return join(model.nvlinks);
    }
    table_.nvlinks_unknown = kNoTree;
    return "NVLinks, if any, are left out";
  }

  std::string join(int links) {
    const auto how =
        nvidia_smi::infer_nvlinks(table_, std::vector<int>(table_.devices.size(), links));
    return how ? *how : how.error().found;
  }

  const Context& context_;
  nvidia_smi::Table table_;
  std::set<std::uint64_t> bus_ids_;
  std::vector<core::Diagnostic> notes_;
};

}  // namespace

bool has_known_model(const Host& host) {
  return std::ranges::any_of(host.gpus, [](const LoggedGpu& gpu) {
    nvidia_smi::Table table;
    table.gpu_model = gpu.model;
    return nvidia_smi::is_gpu_known(table);
  });
}

core::Result<Machine> machine_of_ranks(const Context& context) {
  const std::size_t gpus = context.host->gpus.size();
  if (gpus == 0 || gpus > core::kMaxGpus) {
    return core::bad_input(context.path, fmt::format("{} GPUs in one node", gpus),
                           fmt::format("expected 1..{}", core::kMaxGpus));
  }
  return FlatMaker(context).make();
}

}  // namespace treering::hw::formats::nccl_log
