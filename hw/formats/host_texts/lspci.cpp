// Format "lspci": the PCIe links and the access control (ACS) of bridges, as lspci -vvv prints them
// (pciutils, ls-caps.c and ls-ecaps.c).
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

constexpr std::string_view kAcsControl = "ACSCtl:";

struct PciBlock {
  std::string bus_id;
  std::string_view what;  // "3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)"
  std::size_t line = 0;
  core::PcieRate can;
  core::PcieRate now;
  std::size_t now_line = 0;
  bool is_upstream_port = false;
  std::optional<std::string> secondary_bus;  // "0000:17", of a bridge
  std::optional<bool> is_redirecting;
  std::size_t acs_line = 0;
};

bool has_words(std::string_view text, std::string_view words) {
  return core::find_part(text, words) != std::string_view::npos;
}

/// Lines that grep has left count as those of bridges.
bool is_bridge(const PciBlock& block) {
  return block.bus_id.empty() || block.what.starts_with("PCI bridge");
}

core::PcieDevice kind_of_block(const PciBlock& block) {
  const std::string_view what = block.what;
  const bool is_nvidia_gpu = what.starts_with("3D controller: NVIDIA") ||
                             what.starts_with("VGA compatible controller: NVIDIA") ||
                             what.starts_with("Display controller: NVIDIA");
  if (is_nvidia_gpu) return core::PcieDevice::Gpu;
  const bool is_network =
      what.starts_with("Infiniband controller: ") ||
      (what.starts_with("Ethernet controller: ") && has_words(what, "Mellanox"));
  return is_network ? core::PcieDevice::Adapter : core::PcieDevice::Other;
}

/// The block that a line begins: "17:00.0 3D controller: NVIDIA ...".
std::optional<PciBlock> block_in(std::string_view line, std::size_t number) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank < 7 ||
      line.find(": ", blank) == std::string_view::npos)
    return {};
  PciBlock block{.bus_id = bus_id_of(line.substr(0, blank)),
                 .what = core::trimmed(line.substr(blank)),
                 .line = number};
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
    block.secondary_bus =
        block.bus_id.substr(0, block.bus_id.find(':') + 1) + std::string(bus->substr(0, 2));
  }
}

std::vector<PciBlock> blocks_in(std::string_view text) {
  std::vector<PciBlock> blocks;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    const bool is_bare = blocks.empty() || blocks.back().bus_id.empty();
    if (auto block = block_in(line, lines.number())) {
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

}  // namespace
}  // namespace host_texts

bool is_lspci(std::string_view text) {
  if (host_texts::has_words(text, host_texts::kAcsControl)) return true;
  return host_texts::has_words(text, "LnkSta:") && any_line(text, [](std::string_view line) {
           return host_texts::block_in(line, 1).has_value();
         });
}

void add_lspci(const Source& source, HostFacts& facts) {
  const auto blocks = host_texts::blocks_in(source.text);
  host_texts::add_links(blocks, source.path, facts.host);
  std::size_t bridges = 0;
  for (const host_texts::PciBlock& block : blocks) {
    if (!host_texts::is_bridge(block) || !block.is_redirecting) continue;
    ++bridges;
    facts.host.acs.push_back(
        {block.bus_id, *block.is_redirecting, host_texts::origin_at(source.path, block.acs_line)});
  }
  facts.read.push_back(fmt::format("lspci of {}, with the links of {} and the ACS control of {}",
                                   core::counted(blocks.size(), "device"),
                                   facts.host.pcie_links.size(), core::counted(bridges, "bridge")));
}

}  // namespace treering::hw::formats
