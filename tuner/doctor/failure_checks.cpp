// NCCL's own complaints: warnings of a run, and a search that finds nothing.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/search/graph_search.h"
#include "tuner/doctor/checks.h"

namespace treering::tuner::doctor {
namespace {

/// A warning that has all of `words` in it.
struct Complaint {
  std::array<std::string_view, 2> words;
  const char* what = "";
  const char* fix = "";
  Commands (*commands)() = nullptr;  // of tuner/doctor/commands.h; null for none
};

// The words are NCCL's (2.4 to 2.28: src/init.cc, transport.cc, misc/shmutils.cc, ibvwrap.cc,
// transport/net_ib.cc, transport/nvls.cc); what they come from is in its issues and in its
// guide to troubleshooting.
constexpr std::array kComplaints{
    Complaint{{"No transport found", ""},
              "NCCL found no way between two GPUs, and the run ended",
              "let every process see all GPUs of its node (containers, CUDA_VISIBLE_DEVICES), and "
              "allow P2P, SHM or the network (NCCL_P2P_DISABLE, NCCL_SHM_DISABLE, NCCL_NET)",
              commands_for_peers},
    Complaint{
        {"No space left on device", ""},
        "shared memory was too small for NCCL's buffers",
        "docker run --shm-size=1g (or --ipc=host); in Kubernetes an emptyDir of medium Memory "
        "at /dev/shm",
        look_at_shared_memory},
    Complaint{
        {"shared memory segment", ""},
        "shared memory was too small for NCCL's buffers",
        "docker run --shm-size=1g (or --ipc=host); in Kubernetes an emptyDir of medium Memory "
        "at /dev/shm",
        look_at_shared_memory},
    Complaint{{"ibv_reg_mr", "Cannot allocate memory"},
              "an adapter could not register memory: the limit on locked memory is too low",
              "set ulimit -l unlimited for the processes of the job, also those that its launcher "
              "starts",
              commands_for_locked_memory},
    Complaint{{"Cuda failure 802", ""},
              "the GPUs' NVLink fabric is not set up",
              "start nvidia-fabricmanager in the driver's version, and read its log",
              commands_for_fabric_manager},
    Complaint{{"system not yet initialized", ""},
              "the GPUs' NVLink fabric is not set up",
              "start nvidia-fabricmanager in the driver's version, and read its log",
              commands_for_fabric_manager},
    Complaint{{"nvls.cc", "Cuda failure"},
              "multicast over NVSwitch (NVLS) could not be set up",
              "reset the idle GPUs and restart nvidia-fabricmanager, or restart the machine; "
              "NCCL_NVLS_ENABLE=0 avoids it, but is slower",
              commands_for_broken_fabric},
    Complaint{
        {"completion", "status=12"},
        "an adapter gave up after many retries",
        "check cables, switch ports and, on RoCE, flow control (PFC, ECN), the MTU and NCCL_IB_TC; "
        "check with ib_write_bw that the nodes reach each other over every adapter",
        look_at_ports},
    Complaint{{"ibv_modify_qp", ""},
              "an adapter could not connect to another",
              "on RoCE name the routable GID (NCCL_IB_GID_INDEX, show_gids); let NCCL_IB_HCA name "
              "adapters of only one network",
              look_at_ports},
    Complaint{
        {"Mismatched NCCL version", ""},
        "processes of the run have different versions of NCCL",
        "use the same library on all nodes: check ldd of the program, LD_LIBRARY_PATH, LD_PRELOAD",
        commands_for_libraries},
    Complaint{
        {"Failed to open libibverbs", ""},
        "NCCL found no verbs library, and so no RDMA",
        "install libibverbs1 and the provider of the adapters (rdma-core), also in containers",
        commands_for_libraries},
    Complaint{{"simple order", ""},
              "NCCL's search found no path and fell back to one slow channel",
              "give NCCL the machine's topology (NCCL_TOPO_FILE), or another version of NCCL",
              commands_for_distance},
};

const Complaint* complaint_in(std::string_view text) {
  const auto is_it = [&](const Complaint& complaint) {
    return std::ranges::all_of(complaint.words, [&](std::string_view word) {
      return text.find(word) != std::string_view::npos;
    });
  };
  const auto found = std::ranges::find_if(kComplaints, is_it);
  return found == kComplaints.end() ? nullptr : &*found;
}

/// The others, in one symptom.
Symptom unexplained(const std::vector<const core::RunWarning*>& warnings) {
  return {Severity::Warning,
          fmt::format("NCCL warned of {}, first: {}", core::counted(warnings.size(), "other thing"),
                      warnings.front()->text),
          warnings.front()->origin.source, "read the log around that line", std::nullopt};
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

std::string_view fix_of_search(const Condition& condition) {
  if (condition.job.nodes > 1) return kFixBetweenNodes;
  const bool has_nvlinks = std::ranges::any_of(
      condition.cluster.node.links(),
      [](const core::Link& link) { return link.kind == core::LinkKind::NvLink; });
  return has_nvlinks ? kFixInsideANode : kFixWithoutNvlinks;
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

}  // namespace

Examination check_run_failures(const Patient& patient) {
  Examination seen;
  std::set<std::string_view> said;  // several lines may come of one cause
  std::vector<const core::RunWarning*> others;
  for (const core::RunWarning& warning : patient.host.warnings) {
    const Complaint* const complaint = complaint_in(warning.text);
    if (complaint == nullptr) {
      others.push_back(&warning);
    } else if (said.insert(complaint->what).second) {
      seen.symptoms.push_back(
          {Severity::Fault, complaint->what,
           fmt::format("{}: {}", warning.origin.source, warning.text), complaint->fix, std::nullopt,
           complaint->commands == nullptr ? Commands() : complaint->commands()});
      seen.symptoms.back().host = warning.host;
    }
  }
  if (!others.empty()) seen.symptoms.push_back(unexplained(others));
  return seen;
}

Examination check_search(const Patient& patient) {
  const Condition& condition = patient.condition;
  if (sim::nccl::why_not(condition.cluster.node, condition.job))
    return {"NCCL cannot run here", {}};
  const auto plan = sim::nccl::make_plan(condition.cluster.node, condition.job);
  Examination seen;
  if (sim::nccl::search::is_fallback(plan.common.ring))
    seen.symptoms.push_back(no_way(condition, "ring"));
  if (sim::nccl::search::is_fallback(plan.common.tree))
    seen.symptoms.push_back(no_way(condition, "tree"));
  return seen;
}

}  // namespace treering::tuner::doctor
