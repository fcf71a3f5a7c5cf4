#include "bench/parity/machine.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace treering::parity {
namespace {

/// Attributes of a CPU as NCCL detects them (src/graph/xml.cc, ncclTopoGetXmlFromCpu). All are
/// given, because NCCL asks the processor it runs on for those that are not.
std::string_view cpu_attributes(CpuKind kind) {
  static constexpr std::array<std::string_view, kCpuKinds> kTexts{
      R"(arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="85")",
      R"(arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143")",
      R"(arch="x86_64" vendor="AuthenticAMD" familyid="143" modelid="49")",
      R"(arch="arm64" vendor="" familyid="0" modelid="0")",
      R"(arch="ppc64" vendor="" familyid="0" modelid="0")",
      R"(arch="x86_64" vendor="  Shanghai  " familyid="7" modelid="91")",
  };
  return kTexts[static_cast<std::size_t>(kind)];
}

std::string_view pcie_speed(int generation) {
  static constexpr std::array<std::string_view, 4> kTexts{"8.0 GT/s PCIe", "16.0 GT/s PCIe",
                                                          "32.0 GT/s PCIe", "64.0 GT/s PCIe"};
  return kTexts[static_cast<std::size_t>(generation - 3)];
}

/// Bus numbers by role, so that no two devices share one.
std::string switch_bus(std::size_t place) {
  return fmt::format("0000:{:02x}:00.0", 0x01 + place);
}
std::string gpu_bus(std::size_t gpu) {
  return fmt::format("0000:{:02x}:00.0", 0x80 + gpu);
}
std::string nic_bus(std::size_t nic, int function) {
  return fmt::format("0000:{:02x}:00.{}", 0xc0 + nic, function);
}

/// NVLinks of the 8 GPUs of a DGX-1 with V100 (NVIDIA DGX-1 With Tesla V100 System Architecture,
/// WP-08437-002): a row's digits are the links to GPU 0 to 7.
constexpr std::array<std::string_view, 8> kHybridCube{
    "01122000", "10210200", "12020010", "21200001", "20000112", "02001021", "00101202", "00012120"};

int uneven_links(const Machine& machine, int a, int b) {
  // Any fixed rule with no symmetry will do.
  const int mix = (a * b + 3 * (a + b) + machine.nvlinks) % 5;
  return mix < 2 ? 0 : mix - 1;
}

class Writer {
 public:
  explicit Writer(const Machine& machine) : machine_(machine) {}

  std::string text() {
    line(0, R"(<system version="1">)");
    for (std::size_t place = 0; place < machine_.places.size(); ++place) {
      if (machine_.places[place].parent < 0) write_cpu(place);
    }
    line(0, "</system>");
    return text_;
  }

 private:
  void line(int depth, const std::string& content) {
    text_ += std::string(static_cast<std::size_t>(depth) * 2, ' ') + content + "\n";
  }

  void write_cpu(std::size_t place) {
    line(1, fmt::format(R"(<cpu numaid="{}" affinity="00000000,0000000f" {}>)", cpus_++,
                        cpu_attributes(machine_.cpu)));
    write_inside(place, 2);
    line(1, "</cpu>");
  }

  void write_inside(std::size_t place, int depth) {
    for (std::size_t below = 0; below < machine_.places.size(); ++below) {
      if (machine_.places[below].parent == static_cast<int>(place)) write_switch(below, depth);
    }
    for (const int gpu : machine_.gpu_order) {
      const GpuSpec& spec = machine_.gpus[static_cast<std::size_t>(gpu)];
      if (spec.place == static_cast<int>(place)) write_gpu(gpu, depth);
    }
    for (std::size_t nic = 0; nic < machine_.nics.size(); ++nic) {
      if (machine_.nics[nic].place == static_cast<int>(place)) write_nic(nic, depth);
    }
  }

  std::string pci(const std::string& bus, std::string_view identity, int width) const {
    return fmt::format(R"(<pci busid="{}" {} subsystem_vendor="0x0000" subsystem_device="0x0000" )"
                       R"(link_speed="{}" link_width="{}">)",
                       bus, identity, pcie_speed(machine_.pcie_gen), width);
  }

  void write_switch(std::size_t place, int depth) {
    line(depth, pci(switch_bus(place), R"(class="0x060400" vendor="0x1000" device="0xc030")", 16));
    write_inside(place, depth + 1);
    line(depth, "</pci>");
  }

  void write_gpu(int gpu, int depth) {
    const GpuSpec& spec = machine_.gpus[static_cast<std::size_t>(gpu)];
    line(depth, pci(gpu_bus(static_cast<std::size_t>(gpu)),
                    R"(class="0x030200" vendor="0x10de" device="0x2330")", 16));
    line(depth + 1, fmt::format(R"(<gpu dev="{}" sm="{}" gdr="{}">)", gpu,
                                machine_.compute_capability, spec.direct_rdma ? 1 : 0));
    write_nvlinks(gpu, depth + 2);
    if (spec.c2c) line(depth + 2, R"(<c2c bw="44712" count="5"/>)");
    line(depth + 1, "</gpu>");
    line(depth, "</pci>");
  }

  void write_nvlink(const std::string& target, int count, std::string_view target_class,
                    int depth) {
    line(depth, fmt::format(R"(<nvlink target="{}" count="{}" tclass="{}"/>)", target, count,
                            target_class));
  }

  void write_nvlinks(int gpu, int depth) {
    if (machine_.fabric == Fabric::NvSwitch) {
      write_nvlink("0000:f0:00.0", machine_.nvlinks, "0x068000", depth);
    }
    for (int peer = 0; peer < static_cast<int>(machine_.gpus.size()); ++peer) {
      const int count = nvlinks_between(machine_, gpu, peer);
      if (count > 0) {
        write_nvlink(gpu_bus(static_cast<std::size_t>(peer)), count, "0x030200", depth);
      }
    }
    const int to_cpu = machine_.gpus[static_cast<std::size_t>(gpu)].nvlinks_to_cpu;
    if (to_cpu > 0) write_nvlink("0004:00:00.0", to_cpu, "0x068001", depth);
  }

  void write_nic(std::size_t nic, int depth) {
    const NicSpec& spec = machine_.nics[nic];
    const int functions = spec.has_functions ? spec.ports : 1;
    for (int function = 0; function < functions; ++function) {
      line(depth, pci(nic_bus(nic, function), R"(class="0x020700" vendor="0x15b3" device="0x101b")",
                      spec.pcie_width));
      line(depth + 1, "<nic>");
      const int first = spec.has_functions ? function + 1 : 1;
      const int last = spec.has_functions ? function + 1 : spec.ports;
      for (int port = first; port <= last; ++port) write_net(nic, port, depth + 2);
      line(depth + 1, "</nic>");
      line(depth, "</pci>");
    }
  }

  void write_net(std::size_t nic, int port, int depth) {
    const NicSpec& spec = machine_.nics[nic];
    line(depth,
         fmt::format(R"(<net name="mlx5_{}" dev="{}" latency="0.000000" speed="{}" )"
                     R"(port="{}" guid="0x{:x}" maxconn="131072" gdr="{}"/>)",
                     nets_, nets_, spec.speed_mbps, port, 0x1000 + nic, spec.direct_rdma ? 1 : 0));
    ++nets_;
  }

  const Machine& machine_;
  std::string text_;
  int cpus_ = 0;
  int nets_ = 0;
};

}  // namespace

int nvlinks_between(const Machine& machine, int a, int b) {
  if (a == b) return 0;
  const int gpus = static_cast<int>(machine.gpus.size());
  switch (machine.fabric) {
    case Fabric::None:
    case Fabric::NvSwitch:
      return 0;
    case Fabric::Mesh:
      return machine.nvlinks;
    case Fabric::Pairs:
      return a / 2 == b / 2 ? machine.nvlinks : 0;
    case Fabric::Ring:
      return (a + 1) % gpus == b || (b + 1) % gpus == a ? machine.nvlinks : 0;
    case Fabric::Uneven:
      return uneven_links(machine, a, b);
    case Fabric::HybridCube: {
      if (a >= 8 || b >= 8) return 0;
      const char digit = kHybridCube[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
      return (digit - '0') * machine.nvlinks;
    }
  }
  return 0;
}

std::string to_nccl_xml(const Machine& machine) {
  return Writer(machine).text();
}

}  // namespace treering::parity
