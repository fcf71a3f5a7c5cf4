#include "tuner/doctor/pair_wires.h"

#include <algorithm>
#include <string>

#include "core/topology/topology.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::LinkKind;

/// Unlike the driver, CUDA may count GPUs in another order: the bus id that the test prints counts.
DeviceId device_of(const Patient& patient, int gpu) {
  const core::Topology& node = patient.condition.cluster.node;
  for (const core::GpuState& one : patient.host.gpus) {
    if (one.gpu != gpu || one.bus_id.empty()) continue;
    const DeviceId id = device_at(node, one.bus_id);
    if (id != core::kNoDevice) return id;
  }
  return gpu_of_index(node, gpu);
}

/// GB/s of the NVLinks from one device to the other, or from both into NVSwitches.
double nvlink_rate(const core::Topology& node, DeviceId from, DeviceId to) {
  double direct = 0;
  double from_switch = 0;
  double to_switch = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind != LinkKind::NvLink) continue;
    if (link.from == from && link.to == to) direct += link.bandwidth.in_gb_per_s();
    if (node.device(link.to).kind() != core::DeviceKind::NvSwitch) continue;
    if (link.from == from) from_switch += link.bandwidth.in_gb_per_s();
    if (link.from == to) to_switch += link.bandwidth.in_gb_per_s();
  }
  return std::max(direct, std::min(from_switch, to_switch));
}

std::optional<PairWire> by_machine(const Patient& patient, int from, int to, bool has_access) {
  const core::Topology& node = patient.condition.cluster.node;
  const DeviceId first = device_of(patient, from);
  const DeviceId second = device_of(patient, to);
  if (first == core::kNoDevice || second == core::kNoDevice) return std::nullopt;
  const double nvlink = has_access ? nvlink_rate(node, first, second) : 0;
  if (nvlink > 0) return PairWire{nvlink, true};
  const double pcie =
      std::min(rate_out(node, first, LinkKind::Pcie), rate_out(node, second, LinkKind::Pcie));
  return pcie > 0 ? std::optional(PairWire{pcie, false}) : std::nullopt;
}

std::string model_of(const Patient& patient, int gpu) {
  const auto& gpus = patient.host.gpus;
  const auto found = std::ranges::find(gpus, gpu, &core::GpuState::gpu);
  return found == gpus.end() ? "" : found->model;
}

/// Boards of four GPUs join each to three others: a third of its NVLinks (HGX A100 4-GPU, HGX H100
/// 4-GPU). More GPUs have NVSwitches.
PairWire of_board(const hw::catalogue::GpuModel& model, int nvlinks, int gpus) {
  constexpr int kWithoutSwitches = 4;
  const double one = hw::catalogue::nvlink_rate(model.compute_capability).bandwidth.in_gb_per_s();
  const int links = gpus > kWithoutSwitches ? nvlinks : nvlinks / (kWithoutSwitches - 1);
  return {one * links, true};
}

std::optional<PairWire> by_model(const Patient& patient, int from, int to, bool has_access) {
  const std::string name = model_of(patient, from);
  const auto* const model = hw::catalogue::gpu_named(name).model;
  if (model == nullptr || model_of(patient, to) != name) return std::nullopt;
  const int nvlinks = has_access ? hw::catalogue::nvlinks_of_board(name) : 0;
  if (nvlinks > 0) return of_board(*model, nvlinks, static_cast<int>(patient.host.gpus.size()));
  // GeForce cards and GB10 stand in slots of any width, other cards also in servers that are one
  // generation older.
  const int generation = std::min(model->slot.generation, std::max(model->slot.generation - 1, 3));
  if (model->slot.lanes == 0 || generation == 0 || !hw::catalogue::has_gpu_direct(name)) {
    return std::nullopt;
  }
  const auto& pcie = hw::catalogue::kPcieGenerations.at(static_cast<std::size_t>(generation) - 1);
  const auto rate =
      core::Bandwidth::from_gbit_per_s(pcie.gt_per_s * pcie.payload_share * model->slot.lanes);
  return PairWire{rate.in_gb_per_s(), false};
}

}  // namespace

std::optional<PairWire> wire_between(const Patient& patient, int from, int to, bool has_access) {
  const auto wire = by_machine(patient, from, to, has_access);
  return wire ? wire : by_model(patient, from, to, has_access);
}

// Published outputs of p2pBandwidthLatencyTest, GB/s in one direction. Over NVLinks 83 % of the
// wire (H100: 371 to 377 of 450, NVIDIA/nccl#1264), 90 % (A40: 101.6 of 112.5 both ways,
// NVIDIA/nccl-tests#74; A100: 269 to 276 of 300), 96 % (V100: 47.9 of 50). Over PCIe with access 83
// % (RTX 6000 Ada: 26.3 of 31.5), between CPUs or root ports down to a third (9.6 to 12.4 of 31.5,
// NVIDIA/nccl#814). Through host memory 59 % (H100: 37 of 63, NVIDIA/nccl#1264), 54 to 65 % (A100:
// 17 to 20.6 of 31.5), and of two GPUs that share a way to the CPU 34 % (A100: 10.7 to 12).
double lowest_share(const PairWire& wire, bool has_access) {
  if (wire.is_nvlink) return 0.6;
  return has_access ? 0.25 : 0.2;
}

}  // namespace treering::tuner::doctor
