// NCCL's own complaints: warnings of a run, and a search that finds nothing.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/search/graph_search.h"
#include "tuner/doctor/causes.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/store_barrier.h"
#include "tuner/doctor/timeouts.h"
#include "tuner/doctor/told_trouble.h"

namespace treering::tuner::doctor {
namespace {

/// A cause with all complaints that come from it.
struct NamedCause {
  Explained cause;
  std::vector<const core::RunWarning*> warnings;  // in the order of time
};

/// What NCCL's complaints come from, the earliest first, and those that nobody explains.
struct NamedCauses {
  std::vector<NamedCause> causes;
  std::vector<const core::RunWarning*> others;
};

/// Whether it repeats an Xid that check_kernel_events() reports.
bool repeats_xid(const core::RunWarning& warning, const core::HostState& host) {
  if (!core::has_word(warning.text, "Xid")) return false;
  return std::ranges::any_of(host.kernel_events, [&](const core::KernelEvent& event) {
    return event.kind == core::KernelEventKind::Xid &&
           core::has_word(warning.text, std::to_string(event.code));
  });
}

NamedCauses name_causes(const core::HostState& host) {
  NamedCauses named;
  for (const core::RunWarning& warning : host.warnings) {
    if (warning.is_told) continue;  // told_trouble.h
    auto cause = explained(warning, host);
    if (!cause) {
      if (!repeats_xid(warning, host)) named.others.push_back(&warning);
      continue;
    }
    const auto known = std::ranges::find_if(named.causes, [&](const NamedCause& one) {
      return one.cause.cause == cause->cause || one.cause.what == cause->what;
    });
    if (known == named.causes.end()) {
      named.causes.push_back({*std::move(cause), {&warning}});
    } else {
      known->warnings.push_back(&warning);
    }
  }
  return named;
}

bool is_of_kind(const NamedCause& one, std::initializer_list<CauseKind> kinds) {
  return std::ranges::find(kinds, one.cause.cause->kind) != kinds.end();
}

/// " (hosta, GPU 3)", " (hosta, 4 GPUs)", " (rank 3)", " (2 hosts)"; empty where nothing is known.
std::string where_of(const std::vector<const core::RunWarning*>& warnings) {
  std::set<std::string> hosts;
  std::set<int> gpus;
  std::set<int> ranks;
  for (const core::RunWarning* const warning : warnings) {
    if (!warning->host.empty()) hosts.insert(warning->host);
    if (warning->gpu) gpus.insert(*warning->gpu);
    if (warning->rank) ranks.insert(*warning->rank);
  }
  if (hosts.size() > 1) return fmt::format(" ({})", core::counted(hosts.size(), "host"));
  std::vector<std::string> parts(hosts.begin(), hosts.end());
  if (gpus.size() == 1) parts.push_back(fmt::format("GPU {}", *gpus.begin()));
  if (gpus.size() > 1) parts.push_back(core::counted(gpus.size(), "GPU"));
  if (ranks.size() == 1) parts.push_back(fmt::format("rank {}", *ranks.begin()));
  if (ranks.size() > 1) parts.push_back(core::counted(ranks.size(), "rank"));
  return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

Symptom symptom_of(const NamedCause& one, Severity severity) {
  const core::RunWarning& first = *one.warnings.front();
  const std::size_t more = one.warnings.size() - 1;
  Symptom symptom{
      severity,
      one.cause.what + where_of(one.warnings),
      fmt::format(
          "{}: {}{}; see {}", first.origin.source, first.text,
          more == 0 ? "" : fmt::format(", and {}", core::counted(more, "line")) + " like it",
          one.cause.cause->source),
      one.cause.fix,
      std::nullopt,
      commands_of(*one.cause.cause)};
  const bool is_of_one_host = std::ranges::all_of(
      one.warnings, [&](const core::RunWarning* warning) { return warning->host == first.host; });
  if (is_of_one_host) symptom.host = first.host;
  return symptom;
}

/// At most so many bytes, and "..." where more would follow.
std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  text = text.substr(0, most);
  return std::string(text.substr(0, core::find_broken_utf8(text))) + "...";
}

/// "run.log: line 7: ncclSystemError: ...": short enough for one line of a page.
std::string short_line(const core::RunWarning& warning) {
  constexpr std::size_t kShort = 100;
  return fmt::format("{}: {}", warning.origin.source, shortened(warning.text, kShort));
}

std::string short_lines(const std::vector<const core::RunWarning*>& warnings) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(kMost, warnings.size()); ++i) {
    lines.push_back(short_line(*warnings[i]));
  }
  const std::size_t more = warnings.size() - lines.size();
  return fmt::format("{}{}", fmt::join(lines, "; "),
                     more == 0 ? "" : fmt::format("; and {} more", more));
}

/// Whether NCCL itself complains: nccl-tests says nothing of other programs' errors.
bool is_of_nccl(const core::RunWarning& warning) {
  return !warning.place.empty() || warning.text.find("NCCL") != std::string::npos ||
         warning.text.find("nccl") != std::string::npos;
}

/// What would say more than these lines. \param has_log NCCL's own lines are there
std::string next_step(const std::vector<const core::RunWarning*>& warnings, bool has_log) {
  const std::string_view own =
      has_log ? "read the log above the first of them"
              : "run it again with NCCL_DEBUG=INFO, so that NCCL says what it does and what fails";
  const bool are_of_nccl = std::ranges::any_of(
      warnings, [](const core::RunWarning* warning) { return is_of_nccl(*warning); });
  return fmt::format(
      "{}, and give the logs of all ranks from their start: what failed first is the cause, also "
      "on another rank{}",
      own,
      are_of_nccl ? ". nccl-tests on the same nodes shows whether NCCL is to blame or the program"
                  : "");
}

/// The complaints that nobody explains, in one symptom. Errors that are known by their form alone
/// may be of anything.
Symptom unexplained(const std::vector<const core::RunWarning*>& warnings,
                    const core::HostState& host) {
  constexpr std::size_t kLongest = 200;
  const bool are_by_form = std::ranges::all_of(
      warnings, [](const core::RunWarning* warning) { return warning->is_by_form; });
  const std::string count = are_by_form ? core::counted(warnings.size(), "error")
                                        : fmt::format("{} of NCCL or of a program around it",
                                                      core::counted(warnings.size(), "complaint"));
  return {Severity::Warning,
          fmt::format("{} whose cause is not known here; the first: {}", count,
                      shortened(warnings.front()->text, kLongest)),
          short_lines(warnings), next_step(warnings, host.nccl_version.has_value()), std::nullopt};
}

constexpr std::string_view kFixBetweenNodes =
    "give NCCL a topology in which GPUs reach the adapters (NCCL_TOPO_FILE), join the ports of an "
    "adapter (NCCL_IB_MERGE_NICS=1), or try another version of NCCL";

constexpr std::string_view kFixInsideANode =
    "check whether a GPU lacks NVLinks that the others have (nvidia-smi nvlink -s) and leave it "
    "out (CUDA_VISIBLE_DEVICES), or try another version of NCCL";

constexpr std::string_view kFixWithoutNvlinks =
    "see by which ways the GPUs reach each other (nvidia-smi topo -m), and try another version of "
    "NCCL";

constexpr std::string_view kFixBetweenAmdSockets =
    "use NCCL 2.31.2 or later: up to 2.30.7 it counts 16 GB/s between any two AMD CPUs, and its "
    "search ends at 18 for these GPUs; or use GPUs of one CPU (CUDA_VISIBLE_DEVICES). Until then "
    "NCCL runs on two channels: measure with NCCL_MIN_NCHANNELS=8";

// 2.31.2 counts more from Milan on (sim/nccl/versions/releases/v2_31_2.cpp).
bool has_newer_epycs(const core::Topology& node) {
  constexpr int kFamily19h = 0xAF;  // as NCCL numbers it
  const auto cpus = node.of_kind(core::DeviceKind::Cpu);
  return cpus.size() > 1 && std::ranges::all_of(cpus, [&](core::DeviceId id) {
           const auto& cpu = std::get<core::Cpu>(node.device(id).info);
           return cpu.vendor == "AuthenticAMD" && cpu.family >= kFamily19h;
         });
}

bool has_blackwells_alone(const core::Topology& node) {
  constexpr int kBlackwell = 100;
  return std::ranges::all_of(node.of_kind(core::DeviceKind::Gpu), [&](core::DeviceId id) {
    return std::get<core::Gpu>(node.device(id).info).compute_capability >= kBlackwell;
  });
}

std::string_view fix_of_search(const Condition& condition) {
  if (condition.job.nodes > 1) return kFixBetweenNodes;
  const bool has_nvlinks = std::ranges::any_of(
      condition.cluster.node.links(),
      [](const core::Link& link) { return link.kind == core::LinkKind::NvLink; });
  if (has_nvlinks) return kFixInsideANode;
  const core::Topology& node = condition.cluster.node;
  const bool is_known = has_newer_epycs(node) && has_blackwells_alone(node);
  return is_known ? kFixBetweenAmdSockets : kFixWithoutNvlinks;
}

Symptom no_way(const Condition& condition, std::string_view what) {
  return {Severity::Fault,
          fmt::format("NCCL's search finds no {} on this machine in a job of {}, and falls back to "
                      "one channel of 0.1 GB/s",
                      what, core::counted(condition.job.nodes, "node")),
          "NCCL's search, as treering show --graphs shows it",
          std::string(fix_of_search(condition)),
          std::nullopt,
          condition.job.nodes > 1 ? commands_for_distance()
                                  : commands_for_nvlinks(condition.cluster.node)};
}

/// The first of those that come from a failure elsewhere; where there is none, of those that do not
/// say their reason.
void add_consequences(const NamedCauses& named, Examination& seen) {
  for (const CauseKind kind : {CauseKind::Follows, CauseKind::Unsaid}) {
    const auto found = std::ranges::find_if(
        named.causes, [&](const NamedCause& one) { return is_of_kind(one, {kind}); });
    if (found == named.causes.end()) continue;
    seen.symptoms.push_back(symptom_of(*found, Severity::Warning));
    return;
  }
}

/// Null where no cause of one is known.
const core::RunWarning* first_failure(const NamedCauses& named) {
  const auto first = std::ranges::find_if(named.causes, [](const NamedCause& one) {
    return is_of_kind(one, {CauseKind::Fault, CauseKind::Perhaps});
  });
  return first == named.causes.end() ? nullptr : first->warnings.front();
}

/// Without times the order of lines says nothing of several processes.
bool is_earlier(const core::RunWarning& one, const core::RunWarning& other) {
  return !one.time.empty() && !other.time.empty() && one.time < other.time;
}

/// \param first the failure from which the later ones may come; null where it is another
void add_causes(const NamedCauses& named, const core::RunWarning* first, Examination& seen) {
  using enum CauseKind;
  for (const NamedCause& one : named.causes) {
    if (is_of_kind(one, {Fault, Perhaps})) {
      const bool is_first = one.warnings.front() == first;
      seen.symptoms.push_back(symptom_of(one, is_first ? Severity::Fault : Severity::Warning));
    }
    if (is_of_kind(one, {Costs})) seen.symptoms.push_back(symptom_of(one, Severity::Warning));
    if (is_of_kind(one, {Hint})) seen.symptoms.push_back(symptom_of(one, Severity::Hint));
  }
}

/// Whether a program says that something failed, be it without the reason.
bool has_failure(const NamedCauses& named) {
  using enum CauseKind;
  return !named.others.empty() || std::ranges::any_of(named.causes, [](const NamedCause& one) {
    return is_of_kind(one, {Fault, Perhaps, Follows, Unsaid});
  });
}

// NVIDIA/nccl#606: the log of a hang of P2P between two GPUs ends in its first connection.
Symptom ends_in_start(const core::Figure<std::string>& last) {
  return {
      Severity::Hint,
      "the log ends while NCCL starts, and no rank says that it was ready (Init COMPLETE): NCCL "
      "hangs there, a rank ended or never came, or the text was cut",
      fmt::format("{}: {}; see nccl#606", last.origin.source, last.value),
      "where the run stands still there, try NCCL_P2P_DISABLE=1: if it goes on, PCIe access "
      "control (ACS) or an IOMMU is in the way of access between GPUs; between nodes "
      "NCCL_IB_DISABLE=1 or another NCCL_SOCKET_IFNAME; and look at what the other ranks print",
      std::nullopt,
      {{"nvidia-smi topo -p2p r", "lspci -vvv | grep ACSCtl", "cat /proc/cmdline"},
       {{"export NCCL_P2P_DISABLE=1",
         "it tells whether access between GPUs is the reason, and may be slower"}}}};
}

/// What shows without the error of any program: a person's words, else a log that ends too early.
void add_silent_troubles(const core::HostState& host, Examination& seen) {
  auto told = told_troubles(host.warnings);
  if (told.empty() && host.ends_in_start) told.push_back(ends_in_start(*host.ends_in_start));
  std::ranges::move(told, std::back_inserter(seen.symptoms));
}

}  // namespace

// The first failure in time is the cause; later ones may come from it. What follows from another
// failure, or does not say its reason, counts only where nothing else is known.
Examination check_run_failures(const Patient& patient) {
  const NamedCauses named = name_causes(patient.host);
  Examination seen;
  const core::RunWarning* first = first_failure(named);
  const int ranks = patient.host.ranks ? patient.host.ranks->value : 0;
  const auto timeout = timed_out(patient.host.warnings, ranks);
  const bool is_timeout_first =
      timeout && (first == nullptr || is_earlier(*first_timeout(patient.host.warnings), *first));
  if (is_timeout_first) seen.symptoms.push_back(*timeout);
  auto barrier = waiting_at_store(patient.host.warnings);
  if (barrier && first != nullptr) barrier->severity = Severity::Warning;
  if (barrier) seen.symptoms.push_back(*barrier);
  add_causes(named, is_timeout_first ? nullptr : first, seen);
  auto others = named.others;
  // Both point into one vector, which is in the order of time.
  std::erase_if(others, [&](const auto* other) {
    return other->is_by_form || (first != nullptr && other > first);
  });
  if (!others.empty()) seen.symptoms.push_back(unexplained(others, patient.host));
  if (first == nullptr && !timeout && !barrier && others.empty()) add_consequences(named, seen);
  if (seen.symptoms.empty() && !named.others.empty()) {
    seen.symptoms.push_back(unexplained(named.others, patient.host));
  }
  if (!has_failure(named) && !timeout && !barrier) add_silent_troubles(patient.host, seen);
  return seen;
}

Examination check_search(const Patient& patient) {
  const Condition& condition = patient.condition;
  const auto* const plan = patient.plans->on(condition.cluster.node, condition.job);
  if (plan == nullptr) return {"NCCL cannot run here", {}};
  Examination seen;
  if (sim::nccl::search::is_fallback(plan->common.ring))
    seen.symptoms.push_back(no_way(condition, "ring"));
  if (sim::nccl::search::is_fallback(plan->common.tree))
    seen.symptoms.push_back(no_way(condition, "tree"));
  return seen;
}

}  // namespace treering::tuner::doctor
