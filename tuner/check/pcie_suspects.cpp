// PCIe links that are slower than they should be.
#include "sim/cost/machine.h"
#include "tuner/check/suspect.h"
#include "tuner/edited_topology.h"

namespace treering::tuner::check {
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
  const sim::cost::terms::Wires usual = run.bench->machine.wires;
  auto bench = std::make_shared<calibration::Bench>(*run.bench);
  bench->cluster.node = with_half_pcie(run.bench->cluster.node);
  // The channels stay as they were; only what the adapters can carry is looked up again.
  sim::cost::terms::Wires& wires = bench->machine.wires;
  wires.per_node = sim::cost::machine_of(bench->cluster, bench->plan).wires.per_node;
  if (bench->machine.kind.link == "pcie") {
    wires.ring_per_gpu *= kHalf;
    wires.all_per_gpu *= kHalf;
  }
  if (wires == usual) return {};
  return {{"slower-pcie",
           "PCIe ran at half its rate: one generation lower, or half the lanes",
           "nvidia-smi --query-gpu=pcie.link.gen.current,pcie.link.width.current --format=csv "
           "under load; LnkSta against LnkCap in lspci -vv, also for network adapters",
           {std::move(bench), run.profile, {}}}};
}

}  // namespace treering::tuner::check
