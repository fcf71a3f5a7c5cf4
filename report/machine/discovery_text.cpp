#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/names.h"
#include "core/units.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/machine/machine_text.h"
#include "report/remarks.h"

namespace treering::report::machine {

namespace {

using core::Figure;
using core::HostState;

std::string plain(const std::optional<Figure<std::string>>& figure) {
  return figure ? figure->value : "";
}

std::string joined(std::vector<std::string> parts) {
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string titled(const char* title, const std::string& text) {
  return text.empty() ? "" : fmt::format("{} {}", title, text);
}

std::string machine_text(const HostState& host) {
  return joined({plain(host.machine), titled("Linux", plain(host.kernel)),
                 titled("driver", plain(host.driver_version)),
                 titled("virtual machine:", plain(host.hypervisor)),
                 titled("container:", plain(host.container))});
}

std::string network_text(const HostState& host) {
  const auto down = std::ranges::count_if(host.ports, core::is_down);
  const auto parts = std::ranges::count_if(host.ports, &core::AdapterPortState::is_virtual);
  std::string kind;
  if (host.network) {
    const bool is_sockets = host.network->value == core::LinkKind::Ethernet;
    kind = is_sockets ? "sockets over Ethernet" : std::string(core::title_of(host.network->value));
  }
  return joined({kind, host.ports.empty() ? "" : core::counted(host.ports.size(), "RDMA port"),
                 down == 0 ? "" : fmt::format("{} not active", down),
                 parts == 0 ? "" : fmt::format("{} of virtual functions", parts)});
}

std::string gpu_direct_text(const HostState& host) {
  const auto text = [](const char* what, const std::optional<Figure<bool>>& has, const char* yes,
                       const char* no) {
    return fmt::format("{} {}", what, !has ? "unknown" : has->value ? yes : no);
  };
  return text("nvidia_peermem", host.has_peermem, "is loaded", "is not loaded") +
         text(", dma-buf", host.has_dmabuf, "is there", "is not there");
}

std::string iommu_text(const HostState& host) {
  if (!host.iommu) return "unknown";
  switch (host.iommu->value) {
    case core::IommuMode::Off:
      return "off";
    case core::IommuMode::PassThrough:
      return "lets devices through";
    case core::IommuMode::Translating:
      return "translates what devices read and write";
  }
  return "";
}

std::string acs_text(const HostState& host) {
  if (host.acs.empty()) return "unknown";
  const auto redirecting = std::ranges::count_if(host.acs, &core::AcsState::is_redirecting);
  return fmt::format("{} of {} send transfers between devices up to the CPU", redirecting,
                     core::counted(host.acs.size(), "PCIe bridge"));
}

std::string bytes_text(const std::optional<Figure<std::uint64_t>>& bytes) {
  if (!bytes) return "unknown";
  return bytes->value == core::kUnlimited ? "unlimited" : core::format_size(bytes->value);
}

std::string packages_text(const HostState& host) {
  std::vector<std::string> parts;
  for (const core::CpuPackage& package : host.packages) {
    parts.push_back(fmt::format("{} has NUMA {} {}", package.number,
                                package.numa_nodes.size() == 1 ? "node" : "nodes",
                                fmt::join(package.numa_nodes, " ")));
  }
  return joined(parts);
}

std::string plugins_text(const HostState& host) {
  std::vector<std::string> parts;
  for (const core::NcclPlugin& plugin : host.plugins) {
    parts.push_back(fmt::format(
        "{} {} ({}{}{})", plugin.kind, plugin.origin.source, plugin.provider,
        plugin.provider.empty() ? "" : "; ",
        plugin.is_found ? "loaded by NCCL" : "not where NCCL looks by these variables"));
  }
  return joined(parts);
}

std::string variables_text(const HostState& host) {
  std::vector<std::string> parts;
  for (const core::NcclVariable& variable : host.variables) {
    parts.push_back(
        fmt::format("{}={} ({})", variable.name, variable.value, variable.origin.source));
  }
  return joined(parts);
}

}  // namespace

std::string host_text(const HostState& host, std::size_t width) {
  if (host == HostState()) return "";
  std::string balancing;
  if (host.numa_balancing) balancing = host.numa_balancing->value ? "on" : "off";
  const std::vector<std::pair<const char*, std::string>> lines{
      {"machine", machine_text(host)},
      {"CPU packages", packages_text(host)},
      {"network", network_text(host)},
      {"GPUDirect RDMA", gpu_direct_text(host)},
      {"IOMMU", iommu_text(host)},
      {"ACS", acs_text(host)},
      {"/dev/shm", bytes_text(host.shm_bytes)},
      {"locked memory", bytes_text(host.memlock_bytes)},
      {"NUMA balancing", balancing},
      {"plugins", plugins_text(host)},
      {"variables", variables_text(host)},
  };
  std::string text;
  for (const auto& [name, what] : lines) {
    if (!what.empty()) text += dashed(fmt::format("{}: {}", name, what), width);
  }
  return text;
}

std::string idle_ports_text(const HostState& host) {
  std::map<std::string, int> count_of;  // ports by device
  for (const core::AdapterPortState& port : host.ports) ++count_of[port.device];
  std::map<std::string, std::vector<std::string>> by_state;
  for (const core::AdapterPortState& port : host.ports) {
    if (!core::is_down(port)) continue;
    by_state[port.state].push_back(count_of[port.device] == 1
                                       ? port.device
                                       : fmt::format("port {} of {}", port.port, port.device));
  }
  std::vector<std::string> parts;
  for (const auto& [state, names] : by_state) {
    parts.push_back(fmt::format("{} ({})", fmt::join(names, ", "), state));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string discovery_text(const app::DiscoveredMachine& machine, bool is_quiet,
                           const Display& display) {
  const hw::discover::Discovery& discovery = machine.discovery;
  app::MachineReport report;
  report.setup.cluster.node = discovery.topology;
  report.paths = machine.paths;
  report.rails = machine.rails;
  std::string text = machine_text(report, {.is_quiet = is_quiet, .display = display});
  if (is_quiet) return text;
  const std::size_t width = display.text_width();
  text += fmt::format("\n{}\n", bold("Settings", display.is_terminal)) +
          host_text(discovery.host, width);
  if (discovery.notes.empty()) return text;
  text += fmt::format("\n{}\n", bold("Unknown or assumed", display.is_terminal));
  for (const core::Diagnostic& note : discovery.notes) {
    text += dashed(note.message(), width);
  }
  return text;
}

}  // namespace treering::report::machine
