#include "tests/support/nccl_log_text.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "sim/nccl/system/system.h"

namespace treering::testing {
namespace {

using namespace sim::nccl;
using namespace sim::nccl::system;

std::uint64_t packed(const std::string& bus_id) {
  std::string digits;
  for (const char c : bus_id) {
    if (c != ':' && c != '.') digits += c;
  }
  return core::whole_number<std::uint64_t>(digits, 16).value_or(0);
}

std::string_view word_of(PathType type) {
  switch (type) {
    case PathType::Nvl:
      return "NVL";
    case PathType::C2c:
      return "C2C";
    case PathType::Pix:
      return "PCI";
    case PathType::Sys:
      return "SYS";
    case PathType::Net:
      return "NET";
    default:
      return "LOC";
  }
}

class Printer {
 public:
  Printer(const core::Topology& topology, const System& system, std::string prefix)
      : topology_(topology),
        system_(system),
        bus_ids_(hw::formats::nccl_xml::nccl_bus_ids(topology)),
        prefix_(std::move(prefix)) {}

  std::string print() && {
    line("=== System : maxBw 48.0 totalBw 370.8 ===");
    for (const NodeId cpu : system_.of(NodeType::Cpu)) node(cpu, kNoNode, "");
    line("==========================================");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += prefix_ + text + "\n"; }

  const core::Device& device(NodeId id) const { return topology_.device(system_.node(id).device); }

  std::string title(NodeId id) const {
    constexpr std::array<std::string_view, kNodeTypes> kWords{"GPU", "PCI", "NVS",
                                                              "CPU", "NIC", "NET"};
    const SystemNode& node = system_.node(id);
    return fmt::format("{}/{:x}-{:x}", kWords[static_cast<std::size_t>(node.type())], node.host,
                       number(id));
  }

  std::uint64_t number(NodeId id) const {
    const SystemNode& node = system_.node(id);
    if (node.type() == NodeType::Nvs) return 0;
    if (const auto* net = std::get_if<NetNode>(&node.info)) {
      return static_cast<std::uint64_t>(net->device);
    }
    if (const auto* cpu = std::get_if<core::Cpu>(&device(id).info)) {
      return static_cast<std::uint64_t>(cpu->numa_id);
    }
    return packed(bus_ids_[static_cast<std::size_t>(node.device)]);
  }

  /// NCCL's model numbers (src/graph/topo.h): of Intel's by what is between the sockets.
  std::string cpu_details(const CpuNode& cpu) const {
    const int arch = cpu.arch == CpuArch::Power ? 2 : cpu.arch == CpuArch::Arm ? 3 : 1;
    if (cpu.vendor == CpuVendor::Amd) return fmt::format("{}/2/-1", arch);
    if (cpu.vendor == CpuVendor::Zhaoxin) return fmt::format("{}/3/-1", arch);
    if (cpu.vendor != CpuVendor::Intel) return fmt::format("{}/-1/-1", arch);
    const float rate = cpu.inter_socket_bandwidth;
    return fmt::format("{}/1/{}", arch, rate < 8 ? 1 : rate < 16 ? 2 : rate < 30 ? 3 : 4);
  }

  std::string details(NodeId id) const {
    const SystemNode& node = system_.node(id);
    if (const auto* gpu = std::get_if<GpuNode>(&node.info)) return fmt::format(" ({})", gpu->rank);
    if (const auto* pci = std::get_if<PciNode>(&node.info)) {
      return fmt::format(" ({:x})", pci->device_id);
    }
    if (const auto* cpu = std::get_if<CpuNode>(&node.info)) {
      return fmt::format(" ({})", cpu_details(*cpu));
    }
    if (const auto* net = std::get_if<NetNode>(&node.info)) {
      return fmt::format(" ({}/{:x}/{}/{:f})", net->reduces ? 1 : 0, net->asic, net->port,
                         net->bandwidth);
    }
    return "";
  }

  void node(NodeId id, NodeId above, const std::string& before) {
    line(before + title(id) + details(id));
    const std::string blank(before.size(), ' ');
    for (const SystemLink& link : system_.node(id).links) {
      if (link.type == PathType::Pix && link.to == above) continue;
      const std::string start =
          fmt::format("{}+ {}[{:.1f}] - ", blank, word_of(link.type), link.bandwidth);
      if (link.type == PathType::Pix) {
        node(link.to, id, start);
      } else if (system_.node(link.to).type() == NodeType::Net) {
        line(start + title(link.to) + details(link.to));
      } else if (system_.node(id).type() != NodeType::Net) {
        line(start + title(link.to));
      }
    }
  }

  const core::Topology& topology_;
  const System& system_;
  std::vector<std::string> bus_ids_;
  std::string prefix_;
  std::string text_;
};

}  // namespace

std::string system_tree_text(const core::Topology& topology, const sim::job::JobSpec& job,
                             const std::string& prefix) {
  const System system = make_system(topology, job);
  return Printer(topology, system, prefix).print();
}

std::string nccl_log_text(const core::Topology& topology, const sim::job::JobSpec& job) {
  const auto bus_ids = hw::formats::nccl_xml::nccl_bus_ids(topology);
  const auto gpus = sim::nccl::system::local_ranks(topology, job);
  const int ranks = static_cast<int>(gpus.size()) * job.nodes;
  std::string text = "node0:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda13.0\n";
  for (const core::DeviceId id : topology.of_kind(core::DeviceKind::NicPort)) {
    text += fmt::format(
        "node0:1:1 [0] NCCL INFO ncclTopoPopulateNics : Filled {} in topo with "
        "pciPath=(null) keep=1 coll=(null)\n",
        topology.device(id).name);
  }
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const int index = std::get<core::Gpu>(topology.device(gpus[i]).info).index;
    text += fmt::format(
        "node0:{0}:{0} [{1}] NCCL INFO ncclCommInitRank comm 0x5 rank {1} nranks {2} cudaDev {1} "
        "nvmlDev {3} busId {4:x} commId 0x9 - Init START\n",
        i + 1, i, ranks, index, packed(bus_ids[static_cast<std::size_t>(gpus[i])]));
  }
  text += system_tree_text(topology, job, "node0:1:1 [0] NCCL INFO ");
  text += fmt::format(
      "node0:1:1 [0] NCCL INFO comm 0x5 rank 0 nRanks {} nNodes {} localRanks {} localRank 0 MNNVL "
      "0\n",
      ranks, job.nodes, gpus.size());
  return text;
}

}  // namespace treering::testing
