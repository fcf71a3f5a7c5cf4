#include "report/findings/fleet_words.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "hw/fabric/analysis/hosts.h"
#include "report/findings/words.h"

namespace treering::report::findings {

using app::fleet::FleetFinding;
using app::fleet::FleetReport;
using app::fleet::FleetSplit;
using tuner::fleet::Deviation;
using tuner::fleet::PairCause;
using tuner::fleet::PairEnd;

std::string hosts_text(const FleetReport& report, const std::vector<std::size_t>& hosts) {
  std::vector<std::string> names;
  for (const std::size_t host : hosts) names.push_back(report.hosts[host]);
  return hw::fabric::analysis::short_host_list(std::move(names));
}

namespace {

std::string devices_text(const std::vector<std::string>& devices) {
  constexpr std::size_t kMostNames = 8;
  if (devices.size() <= kMostNames) return fmt::format("{}", fmt::join(devices, ", "));
  return fmt::format("{}, ... {} ({} in all)", devices.front(), devices.back(), devices.size());
}

/// "15 hosts have".
std::string most_have(const Deviation& deviation) {
  return core::counted(deviation.usual_hosts, "host") +
         (deviation.usual_hosts == 1 ? " has" : " have");
}

/// "GPU 3 is", "GPU 3, GPU 4 are".
std::string are(const std::string& devices, const FleetFinding& finding) {
  return devices + (finding.devices.size() == 1 ? " is" : " are");
}

/// What is said of the devices, without the host.
std::string what_text(const FleetFinding& finding) {
  const Deviation& one = finding.deviation;
  const std::string devices = devices_text(finding.devices);
  const std::string most = most_have(one);
  if (one.topic.ends_with("_missing") && one.value == "missing") {
    return fmt::format("{} missing, where {} {}", are(devices, finding), most,
                       finding.devices.size() == 1 ? "it" : "them");
  }
  if (one.topic.ends_with("_missing") && one.value == "there") {
    return fmt::format("{} there, which {} not", are(devices, finding), most);
  }
  if (one.topic == "cable_missing") {
    return fmt::format("{}: the fabric shows no cable, where {} one of {}", devices, most,
                       one.usual);
  }
  if (one.topic == "port_state" || one.topic == "numa_node") {
    return fmt::format("{} {}, where {} {} {}", are(devices, finding), one.value, most,
                       finding.devices.size() == 1 ? "it" : "them", one.usual);
  }
  const std::string lead = devices.empty() ? "" : devices + ": ";
  const std::string name =
      one.name.empty() ? "" : one.name + (one.topic == "pcie_state" ? " " : ": ");
  return fmt::format("{}{}{}, where {} {}", lead, name, one.value, most, one.usual);
}

/// "rank 5 (node05)".
std::string end_text(const FleetReport& report, const PairEnd& end) {
  if (!end.host) return fmt::format("rank {}", end.rank);
  return fmt::format("rank {} ({})", end.rank, report.hosts[*end.host]);
}

/// ": its adapter mlx5_0, or its cable at leaf1 port 5"; of several adapters without their names.
std::string link_text(const PairCause& cause) {
  if (cause.cables.empty()) return ": its adapter, or the cable or leaf switch behind it";
  std::vector<std::string> cables;
  for (const auto& cable : cause.cables) {
    cables.push_back(fmt::format("{} at {} port {}",
                                 cable.device.empty() ? "an adapter" : cable.device,
                                 cable.switch_name, cable.port));
  }
  return fmt::format(": its adapter, or the cable of {}", fmt::join(cables, ", "));
}

std::string cause_of_pairs(const FleetReport& report, const PairCause& cause) {
  using What = PairCause::What;
  switch (cause.what) {
    case What::Host:
      return "slow are those with " + end_text(report, *cause.end) + link_text(cause);
    case What::Sends:
      return "slow are those that " + end_text(report, *cause.end) + " sends" + link_text(cause);
    case What::Receives:
      return "slow are those that " + end_text(report, *cause.end) + " receives" + link_text(cause);
    case What::Leaf:
      if (cause.leaves.size() == 1) {
        return fmt::format("slow are those between hosts of {} and all others: its uplinks",
                           cause.leaves.front());
      }
      return fmt::format("slow are those between hosts of {}: the uplinks of one of them",
                         fmt::join(cause.leaves, " and "));
    case What::None:
      break;
  }
  return "the other slow pairs have no host or leaf switch in common";
}

}  // namespace

std::string deviation_text(const FleetReport& report, const FleetFinding& finding) {
  return fmt::format("{}: {}", hosts_text(report, finding.deviation.hosts), what_text(finding));
}

std::string split_text(const FleetReport& report, const FleetSplit& split) {
  std::vector<std::string> values;
  for (const auto& [value, hosts] : split.split.values) {
    values.push_back(fmt::format("{} on {}", value, hosts_text(report, hosts)));
  }
  const std::string devices = devices_text(split.devices);
  return fmt::format("{}{}{}{}{}", devices, devices.empty() ? "" : ": ", split.split.name,
                     split.split.name.empty() ? "" : ": ", fmt::join(values, ", "));
}

std::vector<std::string> cost_texts(const FleetFinding& finding) {
  auto texts = loss_texts(finding.cost);
  if (!texts.empty()) return texts;
  if (finding.deviation.topic == "gpu_missing" && finding.deviation.value == "missing") {
    return {"a job that takes all GPUs of the other hosts cannot run here"};
  }
  return {"no model knows what it costs"};
}

std::string cable_text(const FleetReport& report, const tuner::fleet::OddCable& cable,
                       bool names_host) {
  const auto& end = cable.end;
  const std::string lead =
      fmt::format("{}{}", names_host ? report.hosts[cable.host] + " " : "", end.device);
  if (end.port == 0) {
    return fmt::format("{}: none in the fabric's text; it should lead to {}", lead,
                       end.switch_name);
  }
  return fmt::format("{}: to {} port {}, {}", lead, end.switch_name, end.port, end.rate);
}

std::string shared_text(const FleetReport& report, const tuner::fleet::SharedSwitch& shared) {
  return fmt::format("cables of {} at {} deviate: {} of the {} there",
                     hosts_text(report, shared.hosts), shared.name, shared.hosts.size(),
                     core::counted(shared.of, "host"));
}

std::vector<std::string> pair_texts(const FleetReport& report) {
  std::vector<std::string> texts;
  if (!report.pairs) return texts;
  const auto& pairs = *report.pairs;
  texts.push_back(fmt::format("{} of {} of {} take at least {:.0f} % longer than usual, {}",
                              pairs.slow.size(), core::counted(pairs.pairs, "message"),
                              core::format_size(pairs.bytes), 100 * (tuner::fleet::kSlowPair - 1),
                              core::format_duration(core::Duration::from_us(pairs.usual_us))));
  for (const PairCause& cause : pairs.causes) texts.push_back(cause_of_pairs(report, cause));
  const bool has_single =
      !pairs.causes.empty() && pairs.causes.back().what == PairCause::What::None;
  constexpr std::size_t kMostPairs = 8;
  if (has_single && pairs.causes.size() == 1 && pairs.slow.size() <= kMostPairs) {
    texts.back() = "no host or leaf switch has them all:";
    std::vector<std::string> single;
    for (const auto& pair : pairs.slow) {
      single.push_back(end_text(report, pair.from) + " to " + end_text(report, pair.to));
    }
    texts.back() += fmt::format(" {}", fmt::join(single, ", "));
  }
  return texts;
}

}  // namespace treering::report::findings
