#include "hw/formats/hwloc/gpus.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/topology/assumed.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/hwloc/words.h"

namespace treering::hw::formats::hwloc {
namespace {

using core::Device;
using core::DeviceId;
using core::Gpu;
using core::Severity;

/// The first operating system device "nvml3", and its number.
struct Named {
  const xml::Element* object = nullptr;
  std::optional<int> number;
};

Named find_named(const xml::Element& pci, std::string_view prefix) {
  for (const xml::Element& child : pci.children) {
    const std::string name = text_of(child, "name");
    if (child.name != "object" || !name.starts_with(prefix)) continue;
    const auto number = number_at_end(name);
    if (number && name == fmt::format("{}{}", prefix, *number)) return {&child, number};
  }
  return {};
}

std::string info_of_any(const xml::Element& pci, const char* name) {
  for (const xml::Element& child : pci.children) {
    std::string value = info_of(child, name);
    if (!value.empty()) return value;
  }
  return {};
}

constexpr int kNoNumber = -1;

}  // namespace

void read_gpu(const xml::Element& object, const core::PciFunction& pci, Device& device,
              Builder& builder) {
  Gpu gpu;
  const Named nvml = find_named(object, "nvml");
  const Named cuda = find_named(object, "cuda");
  // CUDA may number GPUs in another order than NVML, and hide some.
  if (!nvml.number) device.assumed.emplace_back("index");
  gpu.index = nvml.number.value_or(cuda.number.value_or(kNoNumber));
  const std::string model = info_of_any(object, "GPUModel");
  const auto capability = catalogue::compute_capability_of(pci.device, model);
  gpu.compute_capability = capability.value_or(0);
  device.assumed.insert(device.assumed.end(), {"compute_capability", "gpu_direct_rdma"});
  if (!capability) {
    builder.note(Severity::Warning, object,
                 "a GPU of an unknown model: its compute capability stays 0");
  }
  device.info = gpu;
  if (!model.empty()) device.extra.emplace_back("model", model);
  const std::string uuid = info_of_any(object, "NVIDIAUUID");
  if (!uuid.empty()) device.extra.emplace_back("uuid", uuid);
}

void name_gpus(const std::vector<DeviceId>& gpus, Builder& builder) {
  std::set<int> taken;
  std::vector<DeviceId> rest;
  for (const DeviceId id : gpus) {
    const int index = std::get<Gpu>(builder.device(id).info).index;
    // Of two GPUs with one number of CUDA's, or with one of CUDA's that is NVML's of another, the
    // later counts as one without.
    const bool is_new = index != kNoNumber && taken.insert(index).second;
    if (!is_new && is_assumed(builder.device(id), "index")) rest.push_back(id);
  }
  std::ranges::stable_sort(rest, {}, [&](DeviceId id) { return builder.device(id).pci->bus_id; });
  int next = 0;
  for (const DeviceId id : rest) {
    while (!taken.insert(next).second) ++next;
    std::get<Gpu>(builder.device(id).info).index = next;
  }
  for (const DeviceId id : gpus) {
    Device& device = builder.device(id);
    device.name = fmt::format("GPU {}", std::get<Gpu>(device.info).index);
  }
}

}  // namespace treering::hw::formats::hwloc
