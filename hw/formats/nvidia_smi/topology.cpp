#include "hw/formats/nvidia_smi/topology.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/result.h"
#include "core/units.h"
#include "hw/catalogue/links.h"
#include "hw/complete/complete.h"
#include "hw/formats/nvidia_smi/groups.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/pci_tree.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

// Decides where the NVLinks of a matrix of `nvidia-smi topo -m` lead: from GPU to GPU or to
// NVSwitches.

/// NVLinks from one GPU to another, both numbers of rows.
struct DirectLinks {
  std::size_t a = 0;
  std::size_t b = 0;
  int count = 0;
};

/// NVLinks from one GPU into a group of NVSwitches.
struct SwitchLinks {
  std::size_t gpu = 0;
  std::size_t group = 0;  // from 0
  int count = 0;
};

struct NvLinkPlan {
  std::vector<DirectLinks> direct;
  std::vector<SwitchLinks> switched;
  std::size_t groups = 0;
};

using core::bad_input;
using core::Result;
using Group = std::vector<std::size_t>;

// Three NVLink bridges of 4 links join two A100 PCIe or H100 PCIe (NVIDIA H100 PCIe product brief).
constexpr int kMostByBridge = 12;
// NVLinks of any GPU up to Blackwell (NVIDIA H100 whitepaper; GB200 NVL72 data sheet).
constexpr int kMostOfGpu = 18;

/// GPUs that NVLink joins, directly or through others; each group in order.
std::vector<Group> nvlink_groups(const Table& table) {
  std::vector<Group> groups;
  std::vector<bool> is_done(table.devices.size());
  for (std::size_t start = 0; start < table.devices.size(); ++start) {
    if (is_done[start] || !table.devices[start].is_gpu) continue;
    Group group{start};
    is_done[start] = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t other = 0; other < table.devices.size(); ++other) {
        if (is_done[other] || table.cell(group[i], other).nvlinks == 0) continue;
        is_done[other] = true;
        group.push_back(other);
      }
    }
    std::ranges::sort(group);
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

/// The facts of a row about one GPU.
struct RowLinks {
  int most = 0;
  int total = 0;
  bool reaches_all = true;
};

RowLinks links_of(const Table& table, std::size_t gpu, const Group& group) {
  RowLinks links;
  for (const std::size_t other : group) {
    const int count = table.cell(gpu, other).nvlinks;
    links.most = std::max(links.most, count);
    links.total += count;
    if (other != gpu && count == 0) links.reaches_all = false;
  }
  return links;
}

bool is_switched(const std::vector<RowLinks>& rows, const MachineModel& gpu) {
  const bool is_whole = std::ranges::all_of(rows, &RowLinks::reaches_all);
  return is_whole && std::ranges::any_of(rows, [&](const RowLinks& row) {
           return row.total > gpu.nvlinks || row.most > kMostByBridge;
         });
}

class Planner {
 public:
  Planner(const Table& table, const std::string& path) : table_(table), path_(path) {}

  Result<void> add(const Group& group, const MachineModel& gpu) {
    std::vector<RowLinks> rows;
    for (const std::size_t member : group) rows.push_back(links_of(table_, member, group));
    const bool is_direct = is_bridged_pair(group, rows) || !is_switched(rows, gpu);
    if (!table_.has_nvswitch && is_direct) return add_direct(group, rows);
    const auto odd = odd_cell(group, rows);
    if (!odd) {
      add_switched(group, rows);
      return {};
    }
    const bool fits =
        std::ranges::all_of(rows, [](const RowLinks& row) { return row.total <= kMostOfGpu; });
    return fits ? add_direct(group, rows) : core::fail(*odd);
  }
  NvLinkPlan plan() && { return std::move(plan_); }

 private:
  /// Two of more GPUs, the others without NVLinks to them: NVSwitches would leave none out, so
  /// that a bridge joins them, that of two H200 NVL with 18 NVLinks.
  bool is_bridged_pair(const Group& group, const std::vector<RowLinks>& rows) const {
    constexpr std::size_t kPair = 2;
    return group.size() == kPair &&
           std::ranges::count(table_.devices, true, &TableDevice::is_gpu) > std::ssize(group) &&
           std::ranges::all_of(rows, [](const RowLinks& row) { return row.total <= kMostOfGpu; });
  }

  /// The first cell that NVSwitch would not give.
  std::optional<core::Error> odd_cell(const Group& group, const std::vector<RowLinks>& rows) const {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Cell& cell = table_.cell(group[i], group[j]);
        const int expected = std::min(rows[i].most, rows[j].most);
        if (cell.nvlinks == expected) continue;
        const auto& a = table_.devices[group[i]];
        const auto& b = table_.devices[group[j]];
        return bad_input(smi_place(path_, a, b), text_of(cell),
                         fmt::format("expected NV{}, which both have to other GPUs: with so many "
                                     "NVLinks they run through NVSwitch",
                                     expected))
            .value();
      }
    }
    return {};
  }

  void add_switched(const Group& group, const std::vector<RowLinks>& rows) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      plan_.switched.push_back({group[i], plan_.groups, rows[i].most});
    }
    ++plan_.groups;
  }

  Result<void> add_direct(const Group& group, const std::vector<RowLinks>& rows) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      const TableDevice& device = table_.devices[group[i]];
      if (rows[i].total > kMostOfGpu) {
        return bad_input(smi_place(path_, device.line),
                         fmt::format("{} NVLinks of {}", rows[i].total, device.name),
                         fmt::format("expected at most {}, or NVLink between all GPUs of a group "
                                     "as through NVSwitch",
                                     kMostOfGpu));
      }
      for (std::size_t j = 0; j < i; ++j) {
        const int count = table_.cell(group[i], group[j]).nvlinks;
        if (count > 0) plan_.direct.push_back({group[j], group[i], count});
      }
    }
    return {};
  }

  const Table& table_;
  const std::string& path_;
  NvLinkPlan plan_;
};

/// GPUs that all reach each other are behind NVSwitches if direct links would need more NVLinks
/// than `gpu` has, or more than 12 between two, the most of most bridges; but not a pair among
/// others. A cell then has the NVLinks
/// of the GPU with fewer. Fails where neither way gives these cells.
Result<NvLinkPlan> plan_nvlinks(const Table& table, const MachineModel& gpu,
                                const std::string& path) {
  Planner planner(table, path);
  for (const Group& group : nvlink_groups(table)) {
    if (auto done = planner.add(group, gpu); !done) return core::fail(done.error());
  }
  return std::move(planner).plan();
}

using core::bad_input;
using core::Device;
using core::DeviceId;
using core::Diagnostic;
using core::LinkKind;
using core::Result;
using core::Severity;

// Two sockets have up to 12 NUMA nodes by firmware option, and devices that share nothing count
// one each.
constexpr std::size_t kMostNumaNodes = 64;

class Maker {
 public:
  Maker(const Table& table, const DeviceGroups& groups, const std::string& path)
      : table_(table),
        groups_(groups),
        path_(path),
        model_(gpu_of(table)),
        cpu_(assume_cpu(table, model_)),
        builder_(name(), description()),
        cpu_of_(table.devices.size(), core::kNoDevice),
        tree_(table, groups, model_, cpu_of_, builder_) {}

  Result<ReadTopology> make() {
    const auto plan = plan_nvlinks(table_, model_, path_);
    if (!plan) return core::fail(plan.error());
    if (auto done = add_cpus(); !done) return core::fail(done.error());
    for (std::size_t i = 0; i < table_.devices.size(); ++i) tree_.add_device(i);
    add_nvlinks(*plan);
    add_nvlinks_to_cpus();
    connect_cpus();
    auto topology = std::move(builder_).build();
    if (!topology) {
      core::Error error = topology.error();
      error.where = fmt::format("{}: {}", path_, error.where);
      return core::fail(std::move(error));
    }
    if (auto note = assumption_note()) notes_.insert(notes_.begin(), *std::move(note));
    return ReadTopology{*std::move(topology), std::move(notes_)};
  }

 private:
  /// GPUs that are of no model of their own, in words.
  std::string name_of_most(std::ptrdiff_t gpus) const {
    if (is_known()) return fmt::format("{} x {}", gpus, model_.name);
    // What a text names is its model, whatever it has to be counted as.
    if (is_named()) return fmt::format("{} x {}", gpus, table_.gpu_model);
    return fmt::format("{} x unknown GPU, counted as {}", gpus, model_.name);
  }

  std::string name() const {
    auto gpus = std::ranges::count(table_.devices, true, &TableDevice::is_gpu);
    std::map<std::string_view, int> others;
    for (const TableDevice& device : table_.devices) {
      if (!device.model.empty()) ++others[device.model];
    }
    for (const auto& [model, count] : others) gpus -= count;
    std::string text = name_of_most(gpus);
    for (const auto& [model, count] : others) text += fmt::format(" and {} x {}", count, model);
    return text;
  }

  std::string description() const {
    std::vector<std::string> assumed;
    if (!is_known()) assumed.push_back(fmt::format("GPUs are {}", model_.name));
    if (!table_.cpu) assumed.push_back(fmt::format("the CPU is {}", name_of_cpu(cpu_, model_)));
    return fmt::format("Read from {}.{}{}{}", table_.source,
                       assumed.empty() ? "" : " Assumed: ", fmt::join(assumed, ", "),
                       assumed.empty() ? "" : ".");
  }

  bool is_known() const { return table_.is_model_certain && is_gpu_known(table_); }
  bool is_named() const { return table_.is_model_certain && !table_.gpu_model.empty(); }

  /// Of the first port whose rate no text names. \pre there is one
  std::int64_t assumed_mbps() const {
    const auto port = std::ranges::find_if(
        table_.devices, [](const TableDevice& device) { return !device.is_gpu && !device.rate(); });
    return port->usual_mbps > 0 ? port->usual_mbps : model_.nic_mbps;
  }

  /// "GPUs are taken for H100 (compute capability 9.0), the CPU for an Intel Xeon".
  std::string taken() const {
    const bool has_nics = std::ranges::any_of(
        table_.devices, [](const TableDevice& device) { return !device.is_gpu && !device.rate(); });
    std::vector<std::string> parts;
    if (!is_known()) {
      parts.push_back(fmt::format("GPUs are taken for {} (compute capability {}.{})", model_.name,
                                  model_.compute_capability / 10, model_.compute_capability % 10));
    }
    const auto add = [&](std::string_view one, bool is_one, const std::string& what) {
      const std::string_view verb = !parts.empty() ? "" : is_one ? "is taken " : "are taken ";
      parts.push_back(fmt::format("{} {}for {}", one, verb, what));
    };
    if (!table_.cpu) add("the CPU", true, std::string(name_of_cpu(cpu_, model_)));
    if (has_nics) add("NIC ports", false, fmt::format("{} Gbit/s", assumed_mbps() / 1000));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  std::optional<Diagnostic> assumption_note() const {
    const std::string what = taken();
    if (what.empty()) return {};
    return Diagnostic{is_known() ? Severity::Note : Severity::Warning, path_,
                      fmt::format("{}: {}; where that is wrong, write JSON with treering convert, "
                                  "correct it, and give that file",
                                  is_known()   ? "the text names no models but the GPUs'"
                                  : is_named() ? "the text names GPUs of an unknown model"
                                  : table_.cpu ? "the text does not name the GPUs"
                                               : "the text names no models",
                                  what)};
  }

  // --- CPUs

  std::string cpumap_of_group(std::size_t group) const {
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      if (groups_.numa_node[i] != group) continue;
      if (const auto cpus = parse_cpu_list(table_.devices[i].cpu_affinity)) return cpumap_of(*cpus);
    }
    return "";
  }

  Result<void> add_cpus() {
    const std::set<std::size_t> groups(groups_.numa_node.begin(), groups_.numa_node.end());
    if (groups.size() > kMostNumaNodes) {
      return bad_input(path_, fmt::format("{} groups of devices that are SYS apart", groups.size()),
                       fmt::format("expected at most {} NUMA nodes", kMostNumaNodes));
    }
    std::set<int> taken;
    for (const std::size_t group : groups)
      taken.insert(numa_id_of(table_, groups_, group).value_or(-1));
    int next = 0;
    for (const std::size_t group : groups) {
      if (group == groups_.nowhere) {
        note_nowhere(group);
        add_cpu(group, -1, true);
        continue;
      }
      const auto stated = numa_id_of(table_, groups_, group);
      int id = stated.value_or(-1);
      // One NUMA node without number is what the kernel itself calls -1.
      const bool needs_id = !stated && groups.size() > 1;
      if (needs_id) {
        while (!taken.insert(next).second) ++next;
        id = next;
      }
      add_cpu(group, id, needs_id || (!stated && !table_.says_no_numa));
    }
    if (auto note = note_on_apart(table_, groups_, path_)) notes_.push_back(*std::move(note));
    return {};
  }

  void note_nowhere(std::size_t group) {
    const auto first = std::ranges::find(groups_.numa_node, group) - groups_.numa_node.begin();
    const TableDevice& device = table_.devices[static_cast<std::size_t>(first)];
    notes_.push_back(
        {Severity::Note, smi_place(path_, device.line),
         fmt::format("{} is SYS apart from all GPUs, and the text counts {} only: its place is "
                     "unknown, as in virtual machines, and NCCL takes it for SYS apart",
                     device.name, core::counted(table_.numa_nodes, "NUMA node"))});
  }

  /// GPUs of one NUMA node with other CPUs: a paste that lost a part of a list.
  void note_other_cpus(std::size_t group) {
    const TableDevice* first = nullptr;
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      const TableDevice& device = table_.devices[i];
      if (groups_.numa_node[i] != group || device.cpu_affinity.empty()) continue;
      if (first == nullptr) first = &device;
      if (device.cpu_affinity == first->cpu_affinity) continue;
      notes_.push_back({Severity::Warning, smi_place(path_, device.line),
                        fmt::format("{} has the CPUs {}, and {} of the same NUMA node {}: those "
                                    "of {} are taken",
                                    device.name, device.cpu_affinity, first->name,
                                    first->cpu_affinity, first->name)});
      return;
    }
  }

  void add_cpu(std::size_t group, int numa_id, bool is_assumed_id) {
    note_other_cpus(group);
    core::Cpu info = cpu_;
    info.numa_id = numa_id;
    info.affinity = cpumap_of_group(group);
    Device device{.name = fmt::format("CPU {}", cpus_.size()), .info = std::move(info)};
    if (group == groups_.nowhere) {
      device.name = "unknown place";
      core::mark_unknown_place(device);
    }
    if (is_assumed_id) device.assumed.emplace_back("numa_id");
    if (table_.cpu) {
      device.assumed.insert(device.assumed.end(), table_.cpu->assumed.begin(),
                            table_.cpu->assumed.end());
      device.extra.insert(device.extra.end(), table_.cpu->extra.begin(), table_.cpu->extra.end());
    } else {
      device.assumed.emplace_back("arch");
      for (const char* field : {"vendor", "family", "model"}) {
        if (!cpu_.vendor.empty()) device.assumed.emplace_back(field);
      }
    }
    const DeviceId id = builder_.add(std::move(device));
    cpus_.push_back(id);
    for (std::size_t i = 0; i < groups_.numa_node.size(); ++i) {
      if (groups_.numa_node[i] == group) cpu_of_[i] = id;
    }
  }

  void connect_cpus() {
    const auto device = [this](DeviceId id) -> const Device& { return builder_.device(id); };
    for (core::Link& link : complete::links_between_sockets(cpus_, device)) {
      builder_.connect(std::move(link));
    }
  }

  // --- NVLink

  void add_nvlinks(const NvLinkPlan& plan) {
    std::vector<DeviceId> nvswitches;
    for (std::size_t group = 0; group < plan.groups; ++group) {
      Device device{.name = fmt::format("NVSwitch {}", group), .info = core::NvSwitch{}};
      nvswitches.push_back(builder_.add(std::move(device)));
    }
    for (const SwitchLinks& links : plan.switched) {
      connect_nvlinks(tree_.device_of(links.gpu), nvswitches[links.group],
                      {links.count, slower_rate({links.gpu})},
                      "NVSwitch, one in place of all, as no GPU has links for a mesh of so many; ");
    }
    for (const DirectLinks& links : plan.direct) {
      connect_nvlinks(tree_.device_of(links.a), tree_.device_of(links.b),
                      {links.count, slower_rate({links.a, links.b})}, "");
    }
  }

  /// On POWER9 the NVLinks that go to no GPU go to the CPU (IBM Power System AC922 redbook,
  /// REDP-5494).
  void add_nvlinks_to_cpus() {
    if (cpu_.arch != "ppc64") return;
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      int rest = table_.devices[i].is_gpu ? model_.nvlinks : 0;
      for (std::size_t j = 0; j < table_.devices.size(); ++j) rest -= table_.cell(i, j).nvlinks;
      if (rest <= 0) continue;
      connect_nvlinks(tree_.device_of(i), cpu_of_[i], {rest, slower_rate({i})},
                      "the NVLinks that no other GPU has; ");
    }
  }

  /// GB/s of one NVLink of these GPUs where a text has less than the model; 0 otherwise. Drivers
  /// print the rate of the wire, which is a little more than it carries.
  double slower_rate(std::initializer_list<std::size_t> gpus) const {
    const double usual = catalogue::nvlink_rate(model_.compute_capability).bandwidth.in_gb_per_s();
    double slowest = usual;
    for (const std::size_t gpu : gpus) {
      const double reported = table_.devices[gpu].nvlink_gb_per_s;
      if (reported > 0) slowest = std::min(slowest, reported);
    }
    return is_gpu_known(table_) && slowest < usual ? slowest : 0;
  }

  struct Bundle {
    int count = 0;
    double known_gb_per_s = 0;  // of one; 0 for what the model has
  };

  void connect_nvlinks(DeviceId from, DeviceId to, const Bundle& bundle, std::string_view why) {
    catalogue::LinkRate rate = catalogue::nvlink_rate(model_.compute_capability);
    if (bundle.known_gb_per_s > 0) {
      rate.bandwidth = core::Bandwidth::from_gb_per_s(bundle.known_gb_per_s);
      rate.origin.source =
          fmt::format("{} GB/s by nvidia-smi nvlink --status", bundle.known_gb_per_s);
    }
    builder_.connect_both_ways(
        {LinkKind::NvLink,
         from,
         to,
         bundle.count,
         rate.bandwidth * bundle.count,
         {},
         assumed_origin(fmt::format("{}{}{}; {}", why, is_known() ? "" : "GPUs taken for ",
                                    model_.name, rate.origin.source))});
  }

  const Table& table_;
  const DeviceGroups& groups_;
  const std::string& path_;
  MachineModel model_;
  core::Cpu cpu_;
  core::TopologyBuilder builder_;
  std::vector<Diagnostic> notes_;
  std::vector<DeviceId> cpus_;
  std::vector<DeviceId> cpu_of_;  // by row
  PciTree tree_;
};

}  // namespace

Result<ReadTopology> topology_of(const Table& table, const std::string& path) {
  const auto groups = group_smi_devices(table, path);
  if (!groups) return core::fail(groups.error());
  auto made = Maker(table, *groups, path).make();
  if (made) made->notes.insert(made->notes.end(), table.notes.begin(), table.notes.end());
  return made;
}

}  // namespace treering::hw::formats::nvidia_smi
