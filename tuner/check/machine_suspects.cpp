#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/topology/edited_topology.h"
#include "hw/catalogue/gpus.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"
#include "tuner/check/suspect.h"

namespace treering::tuner::check {

// Possible causes between nodes: adapters, GPUDirect RDMA, RDMA itself.

namespace {

using sim::cost::terms::Quantity;

constexpr const char* kTcp = "tcp";

// Without GPUDirect RDMA the PCIe link above GPU and adapter carries towards the host both what is
// sent and what is received; with it, neither.
constexpr double kRateWithoutGpuDirect = 0.5;
// The same link carries it up and down.
constexpr double kRateWithDetour = 0.5;
// AWS's plugin reports 150 us a hop to NCCL without GPUDirect, 75 us with it (efa1.hop_factor in
// profiles/priors.json).
constexpr double kHopsWithoutGpuDirect = 2;

constexpr const char* kNoGpuDirect =
    "GPUDirect RDMA was off: network traffic went through host memory";
constexpr const char* kWhereGpuDirectShows =
    "channels between nodes, which should say \"GDRDMA\" with NCCL_DEBUG=INFO; lsmod | grep "
    "nvidia_peermem; NCCL_NET_GDR_LEVEL; PCIe ACS and IOMMU";

bool has_network(const CheckedRun& run) {
  return run.bench->machine.wires.per_node > 0;
}

void multiply(CheckedRun& run, Quantity quantity, double factor) {
  const auto found = run.profile.parameters.find(name_for(quantity, run.bench->machine.kind));
  if (found != run.profile.parameters.end()) found->second.value *= factor;
}

CheckedRun with_machine(const CheckedRun& run, sim::cost::Machine machine) {
  auto bench = std::make_shared<calibration::Bench>(*run.bench);
  bench->machine = std::move(machine);
  return {std::move(bench), run.profile, {}};
}

/// Whether some GPU can have it at all.
bool can_have_gpu_direct(const core::Topology& node) {
  return std::ranges::any_of(node.of_kind(core::DeviceKind::Gpu), [&](core::DeviceId id) {
    return hw::catalogue::has_gpu_direct(node.device(id));
  });
}

/// The run under NCCL's plan for a machine whose adapters read no GPU's memory.
std::optional<CheckedRun> planned_without_gpudirect(const CheckedRun& run) {
  const calibration::Bench& usual = *run.bench;
  sim::job::JobSpec job = usual.plan.job;
  job.settings.paths.gpu_direct_reach = sim::nccl::PathType::Loc;
  if (sim::nccl::why_not(usual.cluster.node, job)) return std::nullopt;
  auto bench = calibration::make_bench(usual.cluster, sim::nccl::make_plan(usual.cluster.node, job),
                                       usual.machine.kind.network);
  return CheckedRun{std::move(bench), run.profile, {}};
}

/// The run where each node's network carries that share; as many channels as before share it.
CheckedRun with_less_network(const CheckedRun& run, double share) {
  CheckedRun other = with_machine(run, with_network_share(run.bench->machine, share));
  for (const Quantity rate :
       {Quantity::NetworkRateLl, Quantity::NetworkRateLl128, Quantity::NetworkRateSimple}) {
    multiply(other, rate, share);
  }
  return other;
}

}  // namespace

Suspects less_network(const CheckedRun& run, double share) {
  if (!has_network(run)) return {};
  return {{"less-network",
           "the network of each node carries less than the machine's ports",
           "",
           with_less_network(run, share),
           {}}};
}

Suspects missing_adapter(const CheckedRun& run) {
  const sim::cost::Machine& machine = run.bench->machine;
  if (!has_network(run) || machine.adapters < 2) return {};
  const double share = (machine.adapters - 1.0) / machine.adapters;
  return {
      {"missing-adapter",
       fmt::format("one of the {} network adapters of a node carried nothing", machine.adapters),
       fmt::format("ports that are down or slow in ibstat or ip link on every node; {}the adapters "
                   "that NCCL_DEBUG=INFO lists after \"NET/\"",
                   sim::is_over_verbs(machine.kind.network) ? "NCCL_IB_HCA; " : ""),
       with_less_network(run, share)}};
}

// With Access Control Services a PCIe switch sends what its GPU and adapter exchange up to the CPU
// and back, so that its upper link carries it twice: NCCL's user guide, "Troubleshooting", and
// "bandwidth is halved" (github.com/NVIDIA/nccl-tests issue 112); 56 % in a VM until ACS was set
// (NVIDIA/nccl issue 949), where it has to be on, with ATS (issue 1205). NCCL lays its channels as
// ever.
Suspects pcie_detour(const CheckedRun& run) {
  const sim::cost::Machine& machine = run.bench->machine;
  if (!has_network(run) || !sim::is_over_verbs(machine.kind.network)) return {};
  if (!can_have_gpu_direct(run.bench->cluster.node)) return {};
  return {
      {"pcie-detour",
       "what GPUs and network adapters exchange went up to the CPU and back: PCIe's ACS sends "
       "it there, or, in a VM, ATS is off",
       "lspci -vvv | grep ACSCtl, which should have no SrcValid+ or ReqRedir+ at PCIe switches: "
       "switch ACS off in the BIOS or with setpci; in a VM, where ACS is needed, ATSCtl of the "
       "adapters should have Enable+ (ATS_ENABLED of their firmware)",
       with_machine(run, with_network_share(machine, kRateWithDetour))}};
}

// NCCL knows where it has no GPUDirect, and lays its channels for that; where a path is slow in
// spite of it, for the IOMMU's sake say, it does not.
Suspects no_gpudirect(const CheckedRun& run) {
  const sim::cost::Machine& machine = run.bench->machine;
  if (!has_network(run) || machine.kind.network == kTcp) return {};
  if (!can_have_gpu_direct(run.bench->cluster.node)) return {};
  CheckedRun other = with_machine(run, with_network_share(machine, kRateWithoutGpuDirect));
  multiply(other, Quantity::NetworkHopFactor, kHopsWithoutGpuDirect);
  Suspects suspects;
  suspects.push_back({"no-gpudirect", kNoGpuDirect, kWhereGpuDirectShows, std::move(other)});
  if (auto planned = planned_without_gpudirect(run)) {
    suspects.push_back({"no-gpudirect", kNoGpuDirect, kWhereGpuDirectShows, *std::move(planned)});
  }
  return suspects;
}

Suspects sockets(const CheckedRun& run) {
  const calibration::Bench& usual = *run.bench;
  const std::string& network = usual.machine.kind.network;
  if (!has_network(run) || network == kTcp) return {};
  auto bench = calibration::make_bench(usual.cluster, usual.plan.job, std::string(kTcp));
  if (!bench) return {};
  return {
      {"sockets",
       fmt::format("NCCL used TCP sockets instead of {}", network),
       fmt::format("\"NET/Socket\" or \"Using network Socket\" with NCCL_DEBUG=INFO; {}; NCCL_NET",
                   sim::is_over_verbs(network)
                       ? "libibverbs.so; NCCL_IB_DISABLE; NCCL_IB_HCA"
                       : "whether the network's plugin, aws-ofi-nccl, is in LD_LIBRARY_PATH"),
       {*std::move(bench), run.profile, {}}}};
}

// PCIe links that are slower than they should be.

namespace {

// One generation, or half the lanes.
constexpr double kHalf = 0.5;

core::Topology with_half_pcie(const core::Topology& node) {
  return with_links(node, [](core::Link& link) {
    if (link.kind == core::LinkKind::Pcie) link.bandwidth = link.bandwidth * kHalf;
  });
}

}  // namespace

Suspects slower_pcie(const CheckedRun& run) {
  const sim::cost::Machine& usual = run.bench->machine;
  auto bench = std::make_shared<calibration::Bench>(*run.bench);
  bench->cluster.node = with_half_pcie(run.bench->cluster.node);
  // The channels stay as they were; only what the adapters can carry is looked up again.
  const sim::cost::Machine slower = sim::cost::machine_of(bench->cluster, bench->plan);
  bench->machine = with_network_of(usual, slower);
  sim::cost::terms::Wires& wires = bench->machine.wires;
  if (bench->machine.kind.link == "pcie") {
    wires.ring_per_gpu *= kHalf;
    wires.all_per_gpu *= kHalf;
    bench->machine.inside = slower.inside;
    for (auto& [collective, load] : bench->machine.pairs) load.inside.gb_per_s *= kHalf;
  }
  if (bench->machine == usual) return {};
  return {{"slower-pcie",
           "PCIe ran at half its rate: one generation lower, or half the lanes",
           "nvidia-smi --query-gpu=pcie.link.gen.current,pcie.link.width.current --format=csv "
           "under load; LnkSta against LnkCap in lspci -vv, also for network adapters",
           {std::move(bench), run.profile, {}}}};
}

}  // namespace treering::tuner::check
