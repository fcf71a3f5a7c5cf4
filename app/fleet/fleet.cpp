#include "app/fleet/fleet.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "core/text/quote.h"
#include "hw/fabric/analysis/fabric.h"

namespace treering::app::fleet {
namespace {

using tuner::fleet::Cables;
using tuner::fleet::Deviation;
using tuner::fleet::Host;
using tuner::fleet::Kind;

std::vector<std::string> shown_devices(const Host& usual, const std::vector<std::string>& devices) {
  std::vector<std::string> shown;
  for (const std::string& device : devices) {
    shown.push_back(tuner::fleet::shown_device(usual.machine.cluster.node, device));
  }
  return shown;
}

/// Whether the host itself reports what its cable shows.
bool is_said(const Deviation& cable, const std::vector<FleetFinding>& findings) {
  return std::ranges::any_of(findings, [&](const FleetFinding& finding) {
    const auto& hosts = finding.deviation.hosts;
    const bool is_of_all = std::ranges::all_of(cable.hosts, [&](std::size_t host) {
      return std::ranges::find(hosts, host) != hosts.end();
    });
    return is_of_all && std::ranges::any_of(finding.cables, [&](const auto& odd) {
             return odd.end.device == cable.devices.front();
           });
  });
}

/// The findings of one kind of hosts.
class Examiner {
 public:
  Examiner(const std::vector<Host>& hosts, const Cables* cables, FleetReport& report)
      : hosts_(hosts), cables_(cables), report_(report) {}

  void examine(std::size_t number) {
    const Kind& kind = report_.kinds[number];
    auto uneven = tuner::fleet::uneven_in(hosts_, kind);
    for (Deviation& one : uneven.deviations) add(number, std::move(one));
    for (auto& split : uneven.splits) {
      auto devices = shown_devices(hosts_[kind.usual], split.devices);
      report_.splits.push_back({std::move(split), number, std::move(devices)});
    }
    if (cables_ == nullptr) return;
    for (Deviation& one : tuner::fleet::uneven_cables(hosts_, kind, *cables_)) {
      if (!is_said(one, report_.findings)) add(number, std::move(one));
    }
  }

 private:
  void add(std::size_t number, Deviation deviation) {
    const Kind& kind = report_.kinds[number];
    FleetFinding finding{std::move(deviation), number, {}, {}, {}};
    finding.devices = shown_devices(hosts_[kind.usual], finding.deviation.devices);
    if (cables_ != nullptr) {
      finding.cables = tuner::fleet::cables_behind(hosts_, kind, finding.deviation, *cables_);
    }
    report_.findings.push_back(std::move(finding));
  }

  const std::vector<Host>& hosts_;
  const Cables* cables_ = nullptr;
  FleetReport& report_;
};

core::Result<void> add_costs(const std::vector<Host>& hosts, const FleetRequest& request,
                             FleetReport& report) {
  const auto options = setup::time_model_options(request.time_model);
  if (!options) return core::fail(options.error());
  report.profile = options->profile.name;
  tuner::fleet::FleetLosses losses(options->profile, options->network);
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    FleetFinding& finding = report.findings[i];
    request.work.say({"costing", "findings", i, report.findings.size()});
    if (auto wanted = work::check_wanted(request.work); !wanted) return wanted;
    finding.cost.losses = losses.of(hosts, report.kinds[finding.kind], finding.deviation);
  }
  std::ranges::stable_sort(report.findings, {}, [](const FleetFinding& one) {
    return std::tuple(-one.cost.factor(), one.deviation.weight, one.deviation.hosts.front());
  });
  return {};
}

/// The guesses behind the losses: those about each kind of host that has a finding with a loss.
void add_guesses(const std::vector<Host>& hosts, FleetReport& report) {
  std::set<std::size_t> kinds;
  for (const FleetFinding& finding : report.findings) {
    if (!finding.cost.losses.empty()) kinds.insert(finding.kind);
  }
  std::set<std::string> known;
  for (const std::size_t kind : kinds) {
    const auto& usual = hosts[report.kinds[kind].usual].machine;
    setup::Setup machine;
    machine.cluster = usual.cluster;
    machine.cluster.node_count = 2;
    machine.host = usual.host;
    for (setup::Guess& guess : setup::guesses_of(machine)) {
      if (known.insert(guess.text).second) report.guesses.push_back(std::move(guess));
    }
  }
}

/// Of hosts in the folder the findings name cables; of others, and of switches, the fabric does.
std::vector<std::string> cabling_of(const hw::fabric::FabricGraph& graph, const std::string& file) {
  using hw::fabric::analysis::FindingKind;
  constexpr std::array kOfSwitches{FindingKind::FewerUplinks, FindingKind::SlowUplink,
                                   FindingKind::UnevenSpread, FindingKind::CrossedRail,
                                   FindingKind::SwappedRail,  FindingKind::MissingLeaf};
  std::vector<std::string> texts;
  for (const auto& finding : hw::fabric::analysis::fabric_of(graph, file).findings) {
    if (std::ranges::find(kOfSwitches, finding.kind) != kOfSwitches.end()) {
      texts.push_back(finding.text);
    }
  }
  return texts;
}

void add_fabric(const Sources& sources, const Cables& cables, FleetReport& report) {
  report.fabric_file = sources.fabric_file;
  report.cabling = cabling_of(sources.fabric->graph, sources.fabric_file);
  for (const Host& host : sources.hosts) {
    if (!cables.of(host.name).empty()) ++report.hosts_in_fabric;
  }
  std::vector<tuner::fleet::OddCable> odd;
  for (const FleetFinding& finding : report.findings) {
    odd.insert(odd.end(), finding.cables.begin(), finding.cables.end());
  }
  report.shared = tuner::fleet::shared_switches(sources.hosts, odd, cables);
}

/// Hints say nothing of a host.
void add_complaints(const std::vector<LoggedHost>& logs, FleetReport& report) {
  for (const LoggedHost& log : logs) {
    bool has_any = false;
    for (auto& finding : tuner::doctor::diagnose_run(log.host).findings) {
      if (finding.symptom.severity == tuner::doctor::Severity::Hint) continue;
      has_any = true;
      const auto same = std::ranges::find_if(report.complaints, [&](const FleetComplaint& one) {
        return one.finding.symptom.what == finding.symptom.what;
      });
      if (same == report.complaints.end()) {
        report.complaints.push_back({{log.name}, std::move(finding)});
      } else {
        same->hosts.push_back(log.name);
      }
    }
    const bool is_compared = std::ranges::find(report.hosts, log.name) != report.hosts.end();
    if (!has_any && !is_compared)
      report.left_out.push_back({log.name, log.why_no_machine.complaint()});
  }
}

}  // namespace

bool is_uneven(const FleetReport& report) {
  return !report.findings.empty() || !report.splits.empty() || !report.cabling.empty() ||
         !report.complaints.empty() || (report.pairs && !report.pairs->slow.empty());
}

std::vector<std::size_t> odd_hosts(const FleetReport& report) {
  std::set<std::size_t> hosts;
  for (const FleetFinding& finding : report.findings) {
    hosts.insert(finding.deviation.hosts.begin(), finding.deviation.hosts.end());
  }
  return {hosts.begin(), hosts.end()};
}

core::Result<FleetReport> answer(const FleetRequest& request) {
  auto sources = sources_in(request.folder);
  if (!sources) return core::fail(sources.error());
  const std::vector<Host>& hosts = sources->hosts;
  FleetReport report;
  report.folder = core::printable(request.folder);
  for (const Host& host : hosts) report.hosts.push_back(host.name);
  for (Kind& kind : tuner::fleet::kinds_of(hosts)) {
    report.kinds.push_back(tuner::fleet::with_sound_usual(hosts, std::move(kind)));
  }
  std::optional<Cables> cables;
  if (sources->fabric) cables.emplace(sources->fabric->graph);
  Examiner examiner(hosts, cables ? &*cables : nullptr, report);
  for (std::size_t i = 0; i < report.kinds.size(); ++i) examiner.examine(i);
  if (const auto done = add_costs(hosts, request, report); !done) return core::fail(done.error());
  add_guesses(hosts, report);
  if (cables) add_fabric(*sources, *cables, report);
  report.pairs = tuner::fleet::check_pairs(sources->pairs, hosts, cables ? &*cables : nullptr);
  report.pair_files = std::move(sources->pair_files);
  report.left_out = std::move(sources->left_out);
  add_complaints(sources->logs, report);
  return report;
}

}  // namespace treering::app::fleet
