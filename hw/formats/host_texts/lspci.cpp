// Format "lspci": the GPUs and adapters, as lspci prints them; with -vvv also their PCIe links and
// the access control (ACS) of bridges (pciutils, ls-caps.c and ls-ecaps.c).
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

constexpr std::string_view kAcsControl = "ACSCtl:";

struct PciBlock {
  std::string bus_id;
  std::string_view kind;  // "3D controller"
  std::string_view name;  // "NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)"
  std::size_t line = 0;
  core::PcieRate can;
  core::PcieRate now;
  std::size_t now_line = 0;
  bool is_upstream_port = false;
  std::optional<std::string> secondary_bus;  // "0000:17", the first below a bridge
  std::string last_bus;                      // the last below it
  std::optional<bool> is_redirecting;
  std::size_t acs_line = 0;
};

bool has_words(std::string_view text, std::string_view words) {
  return core::find_part(text, words) != std::string_view::npos;
}

/// Lines that grep has left count as those of bridges.
bool is_bridge(const PciBlock& block) {
  return block.bus_id.empty() || block.kind == "PCI bridge";
}

/// An Elastic Fabric Adapter: 1d0f:efa0 to efa3 (pci-ids.ucw.cz), which older lists do not name.
bool is_efa(std::string_view name) {
  return name.starts_with("Amazon") &&
         (has_words(name, "Elastic Fabric Adapter") || has_words(name, "Device efa") ||
          has_words(name, "[1d0f:efa"));
}

core::PcieDevice kind_of_block(const PciBlock& block) {
  const bool is_display = block.kind == "3D controller" ||
                          block.kind == "VGA compatible controller" ||
                          block.kind == "Display controller";
  if (is_display && block.name.starts_with("NVIDIA")) return core::PcieDevice::Gpu;
  const bool is_network = block.kind == "Infiniband controller" ||
                          (block.kind == "Ethernet controller" &&
                           (has_words(block.name, "Mellanox") || is_efa(block.name)));
  return is_network ? core::PcieDevice::Adapter : core::PcieDevice::Other;
}

bool is_nvswitch(const PciBlock& block) {
  return block.kind == "Bridge" && block.name.starts_with("NVIDIA");
}

/// "H100 SXM5 80GB" of "NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)"; where
/// lspci does not know it, "NVIDIA Corporation Device 2330", by the id. Empty where both are
/// unknown.
std::string model_of_block(const PciBlock& block) {
  std::string_view rest = block.name;
  while (const auto bracket = behind(rest, "[")) {
    const std::string_view name = bracket->substr(0, std::min(bracket->find(']'), bracket->size()));
    if (!name.starts_with("10de:")) return fmt::format("NVIDIA {}", name);
    if (const auto* model = catalogue::gpu_with_id(fmt::format("0x{}", name.substr(5))))
      return fmt::format("NVIDIA {}", model->name);
    rest = *bracket;
  }
  const std::string_view id = behind(block.name, "Device ").value_or("").substr(0, 4);
  const auto* model = catalogue::gpu_with_id(fmt::format("0x{}", id));
  return model == nullptr ? "" : fmt::format("NVIDIA {}", model->name);
}

/// The block that a line begins: "17:00.0 3D controller: NVIDIA ...", with -nn "17:00.0 3D
/// controller [0302]: NVIDIA ...".
std::optional<PciBlock> block_in(std::string_view line, std::size_t number) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank < 7) return {};
  const std::size_t colon = line.find(": ", blank);
  if (colon == std::string_view::npos) return {};
  PciBlock block{.bus_id = bus_id_of(line.substr(0, blank)),
                 .kind = core::trimmed(line.substr(blank, colon - blank)),
                 .name = core::trimmed(line.substr(colon + 2)),
                 .line = number};
  if (block.kind.ends_with(']'))
    block.kind = core::trimmed(block.kind.substr(0, block.kind.rfind('[')));
  if (block.bus_id.empty() || line.substr(0, blank).find('.') == std::string_view::npos) return {};
  return block;
}

/// "Speed 32GT/s, Width x16" and "Speed 8GT/s (downgraded), Width x4 (downgraded)".
core::PcieRate rate_in(std::string_view text) {
  core::PcieRate rate;
  if (const auto speed = behind(text, "Speed ")) {
    if (const auto gt = leading_decimal(*speed); gt && *gt > 0 && *gt < 1000) {
      rate.speed = fmt::format("{:.1f} GT/s PCIe", *gt);
    }
  }
  if (const auto width = behind(text, "Width x")) {
    rate.width = std::clamp(leading_number(*width).value_or(0), 0, 32);
  }
  return rate;
}

/// The bits that hw/world/pci_config.cpp reads from the register itself.
bool redirects(std::string_view control) {
  return has_words(control, "ReqRedir+") || has_words(control, "CmpltRedir+");
}

void take_lspci_line(std::string_view line, std::size_t number, PciBlock& block) {
  line = core::trimmed(line);
  if (line.starts_with("LnkCap:")) block.can = rate_in(line);
  if (line.starts_with("LnkSta:")) {
    block.now = rate_in(line);
    block.now_line = number;
  }
  if (has_words(line, "Express (v") && has_words(line, "Upstream Port"))
    block.is_upstream_port = true;
  if (line.starts_with(kAcsControl)) {
    block.is_redirecting = redirects(line);
    block.acs_line = number;
  }
  if (const auto bus = behind(line, "secondary="); bus && line.starts_with("Bus: ")) {
    // Buses are numbered within the domain of the bridge.
    const std::string domain = block.bus_id.substr(0, block.bus_id.find(':') + 1);
    block.secondary_bus = domain + std::string(bus->substr(0, 2));
    block.last_bus = domain + std::string(behind(line, "subordinate=").value_or(*bus).substr(0, 2));
  }
}

std::vector<PciBlock> blocks_in(std::string_view text) {
  std::vector<PciBlock> blocks;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    // The text may end within "x16".
    if (!lines.has_end() && line.ends_with("Width x1")) break;
    const bool is_bare = blocks.empty() || blocks.back().bus_id.empty();
    if (auto block = block_in(core::trimmed(line), lines.number())) {
      blocks.push_back(*std::move(block));
      continue;
    }
    // Of "lspci -vvv | grep ACSCtl", as NCCL's user guide advises.
    if (is_bare && core::trimmed(line).starts_with(kAcsControl)) blocks.emplace_back();
    if (!blocks.empty()) take_lspci_line(line, lines.number(), blocks.back());
  }
  return blocks;
}

std::string bus_of(const std::string& bus_id) {
  return bus_id.substr(0, bus_id.rfind(':'));
}

/// The links of GPUs, adapters, NVSwitches and of switches' ports towards the CPU.
void add_links(const std::vector<PciBlock>& blocks, const std::string& path,
               core::HostState& host) {
  std::map<std::string, const PciBlock*> above;  // by bus
  for (const PciBlock& block : blocks) {
    if (block.secondary_bus) above.try_emplace(*block.secondary_bus, &block);
  }
  for (const PciBlock& block : blocks) {
    const core::PcieDevice kind = kind_of_block(block);
    if (kind == core::PcieDevice::Other && !block.is_upstream_port) continue;
    if (block.now.width == 0) continue;
    core::PcieLinkState link{.bus_id = block.bus_id, .device = block.can};
    if (const auto port = above.find(bus_of(block.bus_id)); port != above.end()) {
      link.port = port->second->can;
    }
    link.now = block.now;
    link.origin = origin_at(path, block.now_line);
    link.kind = kind;
    host.pcie_links.push_back(std::move(link));
  }
}

/// In the order of their addresses, in which the driver numbers them.
void add_gpus(const std::vector<PciBlock>& blocks, const std::string& path, core::HostState& host) {
  for (const PciBlock& block : blocks) {
    if (kind_of_block(block) != core::PcieDevice::Gpu) continue;
    core::GpuState gpu{.gpu = static_cast<int>(host.gpus.size()), .model = model_of_block(block)};
    if (gpu.gpu >= core::kMaxGpus) return;
    gpu.origin = origin_at(path, block.line);
    gpu.bus_id = block.bus_id;
    host.gpus.push_back(std::move(gpu));
  }
}

/// The buses of GPUs and adapters.
std::set<std::string> buses_of_ends(const std::vector<PciBlock>& blocks) {
  std::set<std::string> buses;
  for (const PciBlock& block : blocks) {
    if (kind_of_block(block) != core::PcieDevice::Other) buses.insert(bus_of(block.bus_id));
  }
  return buses;
}

/// Whether a GPU or an adapter is below the bridge; true where the text does not say what is.
bool may_lead_to_traffic(const PciBlock& bridge, const std::set<std::string>& ends) {
  if (!bridge.secondary_bus || ends.empty()) return true;
  const auto first = ends.lower_bound(*bridge.secondary_bus);
  return first != ends.end() && *first <= bridge.last_bus;
}

void add_acs(const std::vector<PciBlock>& blocks, const std::string& path, core::HostState& host) {
  const std::set<std::string> ends = buses_of_ends(blocks);
  for (const PciBlock& block : blocks) {
    if (!is_bridge(block) || !block.is_redirecting || !may_lead_to_traffic(block, ends)) continue;
    host.acs.push_back({block.bus_id, *block.is_redirecting, origin_at(path, block.acs_line)});
  }
}

/// "lspci of 201 devices: 8 GPUs, 8 adapters, 4 NVSwitches; the links of 3, the ACS control of 9
/// bridges above GPUs and adapters".
std::string what_was_read(const std::vector<PciBlock>& blocks, const core::HostState& host) {
  const auto kinds = [&](core::PcieDevice kind) {
    return static_cast<std::size_t>(std::ranges::count(blocks, kind, kind_of_block));
  };
  std::string text = fmt::format("lspci of {}: {}, {}", core::counted(blocks.size(), "device"),
                                 core::counted(kinds(core::PcieDevice::Gpu), "GPU"),
                                 core::counted(kinds(core::PcieDevice::Adapter), "RDMA adapter"));
  if (const auto switches = std::ranges::count_if(blocks, is_nvswitch); switches > 0)
    text += fmt::format(", {}", core::counted(static_cast<std::size_t>(switches), "NVSwitch"));
  if (!host.pcie_links.empty()) text += fmt::format("; the links of {}", host.pcie_links.size());
  if (!host.acs.empty())
    text += fmt::format("; the ACS control of {}", core::counted(host.acs.size(), "bridge"));
  return text;
}

}  // namespace
}  // namespace host_texts

bool is_lspci(std::string_view text) {
  if (host_texts::has_words(text, host_texts::kAcsControl)) return true;
  const bool has_links = host_texts::has_words(text, "LnkSta:");
  if (!has_links && !host_texts::has_words(text, "NVIDIA")) return false;
  return any_line(text, [&](std::string_view line) {
    const auto block = host_texts::block_in(core::trimmed(line), 1);
    return block && (has_links || host_texts::kind_of_block(*block) == core::PcieDevice::Gpu);
  });
}

void add_lspci(const Source& source, HostFacts& facts) {
  const auto blocks = host_texts::blocks_in(source.text);
  host_texts::add_gpus(blocks, source.path, facts.host);
  host_texts::add_links(blocks, source.path, facts.host);
  host_texts::add_acs(blocks, source.path, facts.host);
  facts.read.push_back(host_texts::what_was_read(blocks, facts.host));
}

}  // namespace treering::hw::formats
