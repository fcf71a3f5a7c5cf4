#include "report/machine/host_facts_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/table.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"

namespace treering::report::machine {
namespace {

using core::Align;
using core::HostState;

/// A log may have thousands; JSON has all.
constexpr std::size_t kMostFacts = 40;

std::string more_text(std::size_t rows) {
  return rows > kMostFacts ? fmt::format("and {} more; JSON has all\n", rows - kMostFacts) : "";
}

std::string or_none(std::string_view text) {
  return text.empty() ? "-" : std::string(text);
}

std::string pcie_text(const core::PcieRate& rate) {
  if (rate.speed.empty() && rate.width == 0) return "-";
  const std::string speed = rate.speed.substr(0, rate.speed.find(" PCIe"));
  return fmt::format("{}{}", speed, rate.width == 0 ? "" : fmt::format(" x{}", rate.width));
}

/// "0-1, 2-3": pairs of GPUs, each once.
std::string peer_pairs_text(const HostState& host, bool is_reached) {
  std::set<std::pair<int, int>> pairs;
  for (const core::PeerState& peer : host.peers) {
    if ((peer.access == core::PeerAccess::Ok) == is_reached)
      pairs.insert(std::minmax(peer.from, peer.to));
  }
  std::vector<std::string> names;
  for (const auto& [from, to] : pairs) names.push_back(fmt::format("{}-{}", from, to));
  if (names.empty()) return "none";
  const std::size_t count = names.size();
  names.resize(std::min(count, kMostFacts));
  return fmt::format("{}{}", fmt::join(names, ", "), count > kMostFacts ? ", ..." : "");
}

std::string peers_text(const HostState& host, std::size_t width) {
  return core::wrapped(fmt::format("yes: GPUs {}", peer_pairs_text(host, true)), width, 5) + "\n" +
         core::wrapped(fmt::format("no: GPUs {}", peer_pairs_text(host, false)), width, 4) + "\n";
}

std::string gpu_fabric_text(const core::GpuState& gpu) {
  if (!gpu.fabric_fault.empty()) return gpu.fabric_fault;
  if (!gpu.in_fabric) return "-";
  return *gpu.in_fabric ? or_none(gpu.fabric_clique) == "-" ? "registered" : gpu.fabric_clique
                        : "not registered";
}

std::string gpus_text(const HostState& host, std::size_t width) {
  FittedTable table({{{"GPU", Align::Right}},
                     {{"bus id", Align::Left}},
                     {{"model", Align::Left}},
                     {{"MIG", Align::Left}, 1},
                     {{"NVLink fabric", Align::Left}, 2}});
  for (const core::GpuState& gpu : host.gpus) {
    table.add_row({fmt::format("{}", gpu.gpu), or_none(gpu.bus_id), or_none(gpu.model),
                   !gpu.has_mig   ? "-"
                   : *gpu.has_mig ? "on"
                                  : "off",
                   gpu_fabric_text(gpu)});
  }
  return fitted_text(std::move(table), width);
}

std::string ports_text(const HostState& host, std::size_t width) {
  FittedTable table({{{"port", Align::Left}},
                     {{"state", Align::Left}},
                     {{"physical", Align::Left}},
                     {{"protocol", Align::Left}},
                     {{"Gbit/s", Align::Right}},
                     {{"of at most", Align::Right}, 1}});
  const auto gbit = [](const std::optional<std::int64_t>& mbps) {
    return mbps ? fmt::format("{:g}", static_cast<double>(*mbps) / 1000) : "-";
  };
  for (const core::AdapterPortState& port : host.ports) {
    table.add_row({fmt::format("{}:{}", port.device, port.port), or_none(port.state),
                   or_none(port.physical_state), or_none(port.link_layer), gbit(port.rate_mbps),
                   gbit(port.model_rate_mbps)});
  }
  return fitted_text(std::move(table), width);
}

std::string kind_text(core::PcieDevice kind) {
  switch (kind) {
    case core::PcieDevice::Gpu:
      return "GPU";
    case core::PcieDevice::Adapter:
      return "adapter";
    case core::PcieDevice::Other:
      return "switch";
    case core::PcieDevice::Unknown:
      break;
  }
  return "-";
}

std::string links_text(const HostState& host, std::size_t width) {
  FittedTable table({{{"device", Align::Left}},
                     {{"kind", Align::Left}},
                     {{"runs at", Align::Left}},
                     {{"can do", Align::Left}},
                     {{"port above", Align::Left}}});
  std::size_t rows = 0;
  for (const core::PcieLinkState& link : host.pcie_links) {
    if (rows++ >= kMostFacts) continue;
    table.add_row({link.bus_id, kind_text(link.kind), pcie_text(link.now), pcie_text(link.device),
                   pcie_text(link.port)});
  }
  return fitted_text(std::move(table), width) + more_text(rows);
}

/// Whether the line is about another Xid, which names this one as its cause: it is listed there.
bool is_in_line_of_other(const core::KernelEvent& event) {
  int code = 0;
  const char* const begin = event.text.data();
  const auto read = std::from_chars(begin, begin + event.text.size(), code);
  return event.kind == core::KernelEventKind::Xid && read.ec == std::errc() && code != event.code;
}

std::string events_text(const HostState& host, std::size_t width) {
  std::string text;
  std::size_t rows = 0;
  for (const core::KernelEvent& event : host.kernel_events) {
    if (is_in_line_of_other(event)) continue;
    if (rows++ >= kMostFacts) continue;
    const std::string_view what = event.kind == core::KernelEventKind::Xid         ? "Xid "
                                  : event.kind == core::KernelEventKind::SwitchXid ? "SXid "
                                                                                   : "";
    const std::string times = event.count > 1 ? fmt::format(" ({} lines)", event.count) : "";
    const std::string host_name = event.host.empty() ? "" : event.host + " ";
    text += core::wrapped(fmt::format("{}{}{}{}{}", host_name,
                                      event.bus_id.empty() ? "" : event.bus_id + ": ", what,
                                      event.text, times),
                          width, 2) +
            "\n";
  }
  return text + more_text(rows);
}

std::string errors_text(const HostState& host, std::size_t width) {
  FittedTable table({{{"GPU", Align::Right}},
                     {{"NVLink", Align::Right}},
                     {{"counter", Align::Left}},
                     {{"count", Align::Right}}});
  std::size_t rows = 0;
  for (const core::NvLinkErrors& one : host.nvlink_errors) {
    if (rows++ >= kMostFacts) continue;
    table.add_row({fmt::format("{}", one.gpu), fmt::format("{}", one.link), one.counter,
                   fmt::format("{}", one.count)});
  }
  return fitted_text(std::move(table), width) + more_text(rows);
}

std::string_view figure_title(core::PairFigure figure) {
  switch (figure) {
    case core::PairFigure::OneWay:
      return "From row to column through host memory (GB/s)";
    case core::PairFigure::OneWayDirect:
      return "From row to column with direct access (GB/s)";
    case core::PairFigure::BothWays:
      return "Both ways through host memory (GB/s)";
    case core::PairFigure::BothWaysDirect:
      return "Both ways with direct access (GB/s)";
    case core::PairFigure::Latency:
      return "Latency through host memory (us)";
    case core::PairFigure::LatencyDirect:
      return "Latency with direct access (us)";
  }
  return "";
}

std::string matrix_text(const HostState& host, core::PairFigure figure, std::size_t width) {
  std::set<int> gpus;
  std::map<std::pair<int, int>, double> values;
  for (const core::PairRate& rate : host.pair_rates) {
    if (rate.figure != figure) continue;
    gpus.insert({rate.from, rate.to});
    values[{rate.from, rate.to}] = rate.value;
  }
  std::vector<FittedColumn> columns{{{"GPU", Align::Right}}};
  for (const int gpu : gpus) columns.push_back({{fmt::format("{}", gpu), Align::Right}});
  FittedTable table(std::move(columns));
  for (const int from : gpus) {
    std::vector<std::string> row{fmt::format("{}", from)};
    for (const int to : gpus) {
      const auto value = values.find({from, to});
      row.push_back(value == values.end() ? "-" : fmt::format("{:.4g}", value->second));
    }
    table.add_row(std::move(row));
  }
  return fitted_text(std::move(table), width);
}

std::string acs_text(const HostState& host, std::size_t width) {
  const auto redirecting = std::ranges::count(host.acs, true, &core::AcsState::is_redirecting);
  return core::wrapped(fmt::format("bridges that redirect traffic between devices: {} of {}",
                                   redirecting, host.acs.size()),
                       width, 0) +
         "\n";
}

/// "worker-0 (8 processes)" of each.
std::string hosts_in_words(const std::vector<hw::formats::LoggedHost>& hosts) {
  constexpr std::size_t kMost = 16;
  std::vector<std::string> parts;
  for (const hw::formats::LoggedHost& host : hosts) {
    if (parts.size() == kMost) break;
    parts.push_back(fmt::format("{} ({} process{})", core::printable(host.name), host.processes,
                                host.processes == 1 ? "" : "es"));
  }
  if (hosts.size() > kMost) parts.push_back(fmt::format("{} more", hosts.size() - kMost));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Who ran and with what, of a log; empty for other texts.
std::string run_in_words(const app::HostFactsReport& report) {
  if (report.hosts.empty()) return "";
  const HostState& host = report.facts.host;
  std::string text = fmt::format(" Hosts in the log: {}.", hosts_in_words(report.hosts));
  if (host.nccl_version) text += fmt::format(" NCCL {}.", host.nccl_version->value);
  if (host.driver_version) text += fmt::format(" Driver: {}.", host.driver_version->value);
  return text;
}

}  // namespace

std::string host_facts_text(const app::HostFactsReport& report, bool is_quiet,
                            const Display& display) {
  const std::size_t width = display.text_width();
  const HostState& host = report.facts.host;
  std::string text;
  const auto add = [&](std::string_view title, bool has_any, const auto& part) {
    if (has_any) text += fmt::format("\n{}\n", bold(title, display.is_terminal)) + part();
  };
  if (!is_quiet) {
    text += bold(report.source, display.is_terminal) + "\n" +
            core::wrapped(fmt::format("Read: {}. {}, so nothing can be predicted from it; treering "
                                      "doctor says what is wrong.{}",
                                      fmt::join(report.facts.read, "; "),
                                      report.shows_part
                                          ? "Of the machine it shows only a part, which is not read"
                                          : "It does not show the machine",
                                      run_in_words(report)),
                          width, 0) +
            "\n";
  }
  add("GPUs", !host.gpus.empty(), [&] { return gpus_text(host, width); });
  add("Access to each other's memory", !host.peers.empty(),
      [&] { return peers_text(host, width); });
  add("Ports of RDMA adapters", !host.ports.empty(), [&] { return ports_text(host, width); });
  add("PCIe links", !host.pcie_links.empty(), [&] { return links_text(host, width); });
  add("Access control (ACS)", !host.acs.empty(), [&] { return acs_text(host, width); });
  add("Reports of the kernel", !host.kernel_events.empty(),
      [&] { return events_text(host, width); });
  add("NVLinks that counted errors", !host.nvlink_errors.empty(),
      [&] { return errors_text(host, width); });
  for (int i = 0; i <= static_cast<int>(core::PairFigure::LatencyDirect); ++i) {
    const auto figure = static_cast<core::PairFigure>(i);
    const bool has_any = std::ranges::any_of(
        host.pair_rates, [&](const core::PairRate& rate) { return rate.figure == figure; });
    add(figure_title(figure), has_any, [&] { return matrix_text(host, figure, width); });
  }
  return text;
}

}  // namespace treering::report::machine
