#include "hw/formats/joined.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/line_heads.h"
#include "core/text/pasted.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/edited_topology.h"
#include "core/topology/part.h"
#include "core/topology/topology.h"
#include "hw/catalogue/links.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/other_machine.h"
#include "hw/formats/prompts.h"

namespace treering::hw::formats {
namespace {

using core::HostState;

/// The machine's number of each GPU by its bus id. Bus ids that a reader made up are none.
std::map<std::string, int> numbers_by_bus_id(const core::Topology& node) {
  std::map<std::string, int> numbers;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    if (!gpu.pci || core::is_assumed(gpu, "pci/bus_id")) continue;
    numbers.emplace(gpu.pci->bus_id, std::get<core::Gpu>(gpu.info).index);
  }
  return numbers;
}

/// By which number the machine calls a GPU of the facts; its own where the machine has no bus ids.
std::map<int, int> renumbering(const HostState& facts, const std::map<std::string, int>& known) {
  std::map<int, int> numbers;
  for (const core::GpuState& gpu : facts.gpus) {
    const auto found = known.find(gpu.bus_id);
    if (found != known.end()) numbers.emplace(gpu.gpu, found->second);
  }
  return numbers;
}

void renumber(HostState& facts, const std::map<int, int>& numbers) {
  const auto change = [&](int& gpu) {
    if (const auto found = numbers.find(gpu); found != numbers.end()) gpu = found->second;
  };
  for (auto& one : facts.gpus) change(one.gpu);
  for (auto& one : facts.nvlinks) change(one.gpu);
  for (auto& one : facts.nvlink_errors) change(one.gpu);
  for (auto& one : facts.gpu_readings) change(one.gpu);
  for (auto& one : facts.peers) {
    change(one.from);
    change(one.to);
  }
  for (auto& one : facts.pair_rates) {
    change(one.from);
    change(one.to);
  }
}

void merge(core::GpuState from, core::GpuState& into) {
  if (into.model.empty()) into.model = std::move(from.model);
  if (into.bus_id.empty()) into.bus_id = std::move(from.bus_id);
  if (!into.has_mig) into.has_mig = from.has_mig;
  if (into.in_fabric || !from.in_fabric) return;
  into.in_fabric = from.in_fabric;
  into.fabric_clique = std::move(from.fabric_clique);
  into.fabric_fault = std::move(from.fabric_fault);
  into.origin = std::move(from.origin);
}

void merge(const core::PcieLinkState& from, core::PcieLinkState& into) {
  const auto complete = [](core::PcieRate& rate, const core::PcieRate& other) {
    if (rate.speed.empty()) rate.speed = other.speed;
    if (rate.width == 0) rate.width = other.width;
  };
  complete(into.device, from.device);
  complete(into.port, from.port);
  complete(into.now, from.now);
  if (into.kind == core::PcieDevice::Unknown) into.kind = from.kind;
}

void merge(const core::AdapterPortState& from, core::AdapterPortState& into) {
  if (into.state.empty()) into.state = from.state;
  if (into.physical_state.empty()) into.physical_state = from.physical_state;
  if (into.link_layer.empty()) into.link_layer = from.link_layer;
  if (!into.rate_mbps) into.rate_mbps = from.rate_mbps;
  if (!into.model_rate_mbps) into.model_rate_mbps = from.model_rate_mbps;
  into.is_virtual = into.is_virtual || from.is_virtual;
}

/// Adds each to the one of `into` with the same key, else to the end.
template <class T, class KeyOf>
void merge_all(std::vector<T> from, std::vector<T>& into, KeyOf key_of) {
  std::map<std::invoke_result_t<KeyOf, const T&>, std::size_t> known;
  for (std::size_t i = 0; i < into.size(); ++i) known.emplace(key_of(into[i]), i);
  for (T& one : from) {
    const auto [place, is_new] = known.emplace(key_of(one), into.size());
    if (is_new) {
      into.push_back(std::move(one));
    } else {
      merge(std::move(one), into[place->second]);
    }
  }
}

template <class T>
void append(std::vector<T> from, std::vector<T>& into) {
  std::ranges::move(from, std::back_inserter(into));
}

void add(HostState facts, HostState& host) {
  merge_all(std::move(facts.gpus), host.gpus, [](const auto& one) { return one.gpu; });
  merge_all(std::move(facts.pcie_links), host.pcie_links,
            [](const auto& one) { return one.bus_id; });
  merge_all(std::move(facts.ports), host.ports,
            [](const auto& one) { return std::pair(one.device, one.port); });
  if (host.peers.empty()) host.peers = std::move(facts.peers);
  append(std::move(facts.acs), host.acs);
  append(std::move(facts.nvlink_errors), host.nvlink_errors);
  append(std::move(facts.gpu_readings), host.gpu_readings);
  append(std::move(facts.pair_rates), host.pair_rates);
  append(std::move(facts.kernel_events), host.kernel_events);
  append(std::move(facts.warnings), host.warnings);
  if (!host.driver_version) host.driver_version = std::move(facts.driver_version);
}

/// The state of a port of the topology by its name; null where no text has it.
const core::AdapterPortState* state_of(const core::Device& port, const HostState& host) {
  const auto found = std::ranges::find_if(host.ports, [&](const core::AdapterPortState& state) {
    return port.name == state.device || port.name == fmt::format("{}:{}", state.device, state.port);
  });
  return found == host.ports.end() ? nullptr : &*found;
}

/// Ports have the rates that the texts show, and those that are down are left out: a matrix of
/// nvidia-smi lists adapters whatever their state, and NCCL uses none that is down.
void follow_ports(LoadedCluster& machine) {
  core::Topology& node = machine.cluster.node;
  node = core::with_devices(node, [&](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port == nullptr || !core::is_assumed(device, "speed_mbps")) return;
    const auto* const state = state_of(device, machine.host);
    if (state == nullptr || state->rate_mbps.value_or(0) <= 0) return;
    port->speed_mbps = *state->rate_mbps;
    std::erase(device.assumed, "speed_mbps");
  });
  std::set<core::DeviceId> kept;
  std::vector<std::string> down;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const auto* const state = state_of(node.device(id), machine.host);
    if (state == nullptr || !core::is_down(*state)) {
      kept.insert(id);
    } else {
      down.push_back(node.device(id).name);
    }
  }
  if (down.empty()) return;
  const std::string& where = machine.host.ports.front().origin.source;
  machine.notes.push_back(
      {core::Severity::Warning, where.substr(0, where.find(": ")),
       fmt::format("ports that are down are left out, as NCCL does not use them: {}",
                   fmt::join(down, ", "))});
  node = core::with_ports(node, kept);
}

/// The slower of two links of PCIe.
core::PcieRate slower(const core::PcieRate& one, const core::PcieRate& other) {
  const auto generation = [](const core::PcieRate& rate) {
    const auto& all = catalogue::kPcieGenerations;
    return std::ranges::find(all, rate.speed, &catalogue::PcieGeneration::text) - all.begin();
  };
  core::PcieRate rate = one;
  if (rate.speed.empty() || (!other.speed.empty() && generation(other) < generation(one)))
    rate.speed = other.speed;
  if (rate.width == 0 || (other.width > 0 && other.width < one.width)) rate.width = other.width;
  return rate;
}

/// The link of a device as the texts show it: by the generation that the device and the port above
/// it can do, as an idle link goes down to 2.5 GT/s, and the lanes that it has now.
const core::PcieLinkState* link_of(const core::Device& device, const HostState& host) {
  const bool is_open = device.pci && !core::is_assumed(device, "pci/bus_id") &&
                       core::is_assumed(device, "pci/link_width");
  if (!is_open) return nullptr;
  const auto found =
      std::ranges::find(host.pcie_links, device.pci->bus_id, &core::PcieLinkState::bus_id);
  return found == host.pcie_links.end() || found->now.width == 0 ? nullptr : &*found;
}

/// Links of PCIe that were assumed have the rate that the texts show.
void follow_links(LoadedCluster& machine) {
  std::map<std::string, core::Origin> seen;  // by name of the device
  const core::Topology& node = machine.cluster.node;
  const auto edit_device = [&](core::Device& device) {
    const core::PcieLinkState* const link = link_of(device, machine.host);
    if (link == nullptr) return;
    const core::PcieRate can = slower(link->device, link->port);
    if (can.speed.empty()) return;
    device.pci->link_speed = can.speed;
    device.pci->link_width = link->now.width;
    std::erase(device.assumed, "pci/link_speed");
    std::erase(device.assumed, "pci/link_width");
    seen.emplace(device.name, link->origin);
  };
  const auto edit_link = [&](const std::vector<core::Device>& devices, core::Link& link) {
    if (link.kind != core::LinkKind::Pcie) return;
    const core::DeviceId below = node.parent_of(link.from) == link.to ? link.from : link.to;
    const core::Device& device = devices[static_cast<std::size_t>(below)];
    const auto known = seen.find(device.name);
    if (known == seen.end()) return;
    link.bandwidth = catalogue::pcie_rate(*device.pci).bandwidth;
    link.count = device.pci->link_width;
    link.origin = known->second;
  };
  machine.cluster.node = core::edited(node, edit_device, edit_link);
}

}  // namespace

bool may_be_joined(std::string_view text) {
  const std::string_view start = without_leading_space(text);
  return core::begins_as_page(start) || (!start.starts_with('<') && !start.starts_with('{'));
}

namespace {

// People quote what they read, not logs of whole runs.
constexpr std::size_t kMostQuoted = std::size_t{4} << 20U;

/// Whether its lines say themselves whose they are, or hold of any host.
bool is_of_any_host(const Format& format) {
  return format.name == "kernel-log" || format.name == "nvidia-smi-error";
}

/// The host whose prompt stands above the machine, else above the first text of facts; empty where
/// the text names fewer than two hosts.
std::string own_host(const Source& source, const std::vector<std::string>& hosts,
                     const LoadedCluster* machine) {
  if (hosts.size() < 2) return "";
  const auto shows_machine = [](const std::string& text) {
    const Format* const format = recognise(text);
    return format != nullptr && format->read != nullptr;
  };
  const auto has_facts = [](const std::string& text) {
    return std::ranges::any_of(formats(), [&](const Format& format) {
      return format.add_facts != nullptr && !is_of_any_host(format) && format.is_it(text);
    });
  };
  for (const std::string& host : hosts) {
    if (machine != nullptr && shows_machine(lines_of_host(source.text, host))) return host;
  }
  for (const std::string& host : hosts) {
    if (has_facts(lines_of_host(source.text, host))) return host;
  }
  return "";
}

/// What the texts below the prompts of other hosts show: "ibstat of 8 ports".
void note_other_hosts(const Source& source, const std::vector<std::string>& hosts,
                      const std::string& own, HostFacts& facts) {
  for (const std::string& host : hosts) {
    if (host == own) continue;
    const Source lines{source.path, lines_of_host(source.text, host)};
    HostFacts theirs;
    for (const Format& format : formats()) {
      const bool is_read = format.add_facts != nullptr && !is_of_any_host(format);
      if (is_read && format.is_it(lines.text)) format.add_facts(lines, theirs);
    }
    if (theirs.read.empty()) continue;
    facts.notes.push_back(
        {core::Severity::Warning, source.path,
         fmt::format("the text is of several hosts, by their prompts: {} counts; of {} {} left "
                     "out: {}; give each host in a file of its own",
                     core::in_quotes(own), core::in_quotes(host),
                     theirs.read.size() == 1 ? "is" : "are", fmt::join(theirs.read, ", "))});
  }
}

/// The digits of a GUID, which programs part by colons.
std::string digits_of(std::string_view guid) {
  std::string digits;
  if (guid.starts_with("0x")) guid.remove_prefix(2);
  std::ranges::copy_if(guid, std::back_inserter(digits), core::is_hex_digit);
  return core::lower_case(digits);
}

/// Leaves out the ports of a text where one has the name of a port before and is of another card:
/// they are of another host.
void leave_out_other_ports(const HostState& before, const Source& source, HostFacts& facts) {
  const auto is_other = [&](const core::AdapterPortState& port) {
    return std::ranges::any_of(before.ports, [&](const core::AdapterPortState& known) {
      return known.device == port.device && known.port == port.port && !known.card.empty() &&
             !port.card.empty() && digits_of(known.card) != digits_of(port.card);
    });
  };
  if (std::ranges::none_of(facts.host.ports, is_other)) return;
  facts.host.ports.clear();
  facts.notes.push_back(
      {core::Severity::Warning, source.path,
       fmt::format("{} is of another host than the ports above, by the GUIDs of adapters of one "
                   "name, and is left out; give each host in a file of its own",
                   fmt::join(facts.read, ", "))});
}

/// Adds the facts of one text, whose GPUs have the numbers that texts before gave their bus ids;
/// one of another machine is left out.
void add_text(HostFacts facts, const Source& source, const LoadedCluster* machine, HostFacts& all) {
  if (machine != nullptr) {
    if (const auto why = why_other_machine(facts.host, *machine)) {
      all.notes.push_back(
          {core::Severity::Warning, source.path,
           fmt::format("{} is of other GPUs than the machine's and is left out: {}; "
                       "give each machine in a file of its own",
                       fmt::join(facts.read, ", "), *why)});
      return;
    }
  }
  leave_out_other_ports(all.host, source, facts);
  // Texts of GPUs complete each other by bus id.
  std::map<std::string, int> known;
  for (const core::GpuState& gpu : all.host.gpus) {
    if (!gpu.bus_id.empty()) known.emplace(gpu.bus_id, gpu.gpu);
  }
  renumber(facts.host, renumbering(facts.host, known));
  add(std::move(facts.host), all.host);
  append(std::move(facts.notes), all.notes);
  append(std::move(facts.read), all.read);
}

/// `source` without the heads of its lines; empty where they have none. A kernel log needs its
/// times; in other texts they are those of a log around them.
Source without_heads(const Source& source) {
  Source bare{source.path, ""};
  if (source.text.size() <= kMostQuoted) bare.text = core::without_line_heads(source.text);
  if (bare.text == source.text) bare.text.clear();
  return bare;
}

/// A text as it is, and without the heads of its lines.
struct Readings {
  const Source& plain;
  const Source bare;
};

}  // namespace

HostFacts facts_in(const Source& source, const LoadedCluster* machine) {
  HostFacts all;
  if (!may_be_joined(source.text)) return all;
  const auto hosts = source.text.size() <= kMostQuoted ? hosts_of_prompts(source.text)
                                                       : std::vector<std::string>();
  const std::string own = own_host(source, hosts, machine);
  const Source own_lines{source.path, own.empty() ? "" : lines_of_host(source.text, own)};
  const Readings whole{source, without_heads(source)};
  const Readings of_host{own_lines, without_heads(own_lines)};
  for (const Format& format : formats()) {
    if (format.add_facts == nullptr) continue;
    const Readings& texts = own.empty() || is_of_any_host(format) ? whole : of_host;
    const bool is_plain = format.is_it(texts.plain.text);
    if (!is_plain && (texts.bare.text.empty() || !format.is_it(texts.bare.text))) continue;
    HostFacts facts;
    format.add_facts(is_plain ? texts.plain : texts.bare, facts);
    add_text(std::move(facts), source, machine, all);
  }
  if (!own.empty()) note_other_hosts(source, hosts, own, all);
  return all;
}

void join(HostFacts facts, LoadedCluster& machine) {
  const auto numbers = numbers_by_bus_id(machine.cluster.node);
  renumber(facts.host, renumbering(facts.host, numbers));
  // A text of more GPUs is of another machine, or names GPUs that the machine's source leaves out:
  // by number alone they are not told apart.
  const int gpus = machine.cluster.node.gpu_count();
  const auto is_other = [gpus](const core::GpuState& gpu) { return gpu.gpu >= gpus; };
  if (numbers.empty() && std::ranges::any_of(facts.host.gpus, is_other)) facts.host.gpus.clear();
  const bool has_ports = !facts.host.ports.empty();
  add(std::move(facts.host), machine.host);
  append(std::move(facts.notes), machine.notes);
  if (machine.cluster.node_count == 1) follow_links(machine);
  // The ports of a run are those that NCCL used.
  if (has_ports && machine.host.transports.empty() && machine.cluster.node_count == 1) {
    follow_ports(machine);
  }
}

void join(HostFacts facts, LoadedRun& run) {
  add(std::move(facts.host), run.host);
  append(std::move(facts.notes), run.notes);
  append(std::move(facts.read), run.read);
}

}  // namespace treering::hw::formats
