#include "hw/formats/nccl_xml/gpu.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/fields.h"
#include "hw/formats/nccl_xml/pci.h"

namespace treering::hw::formats::nccl_xml {

using core::DeviceId;
using core::Gpu;
using core::Severity;

void Gpus::read(const xml::Element& pci, DeviceId id, int host) {
  core::Device& device = builder_.device(id);
  const xml::Element* element = child_of(pci, "gpu");
  if (element == nullptr) {
    builder_.note(Severity::Warning, pci,
                  "a GPU without a gpu element: NCCL adds its number, compute capability and "
                  "NVLinks from NVML");
    device.assumed.insert(device.assumed.end(), {"index", "compute_capability", "gpu_direct_rdma"});
    gpus_.push_back({id, host, false});
    return;
  }
  builder_.set_inner(id, *element);
  Fields fields(*element, builder_);
  const auto index = fields.integer("dev");
  const auto compute_capability = fields.integer("sm");
  const auto gpu_direct_rdma = fields.integer("gdr");
  if (!index) device.assumed.emplace_back("index");
  if (!compute_capability) {
    device.assumed.emplace_back("compute_capability");
    builder_.note(Severity::Warning, *element, "no sm: NCCL adds the compute capability from NVML");
  }
  if (!gpu_direct_rdma) device.assumed.emplace_back("gpu_direct_rdma");
  const std::string assumed = fields.text(kAssumed);
  if (assumed == kAssumedGpu || assumed == kAssumedNamedGpu) {
    device.assumed.emplace_back("compute_capability");
  }
  if (assumed == kAssumedNamedGpu) device.assumed.emplace_back("extra/model");
  device.info =
      Gpu{index.value_or(0), compute_capability.value_or(0), gpu_direct_rdma.value_or(1) != 0};
  for (auto& attribute : fields.rest()) device.extra.push_back(std::move(attribute));
  gpus_.push_back({id, host, index.has_value()});
}

void Gpus::number_rest() {
  std::set<std::pair<int, int>> taken;
  std::vector<Read> rest;
  for (const Read& gpu : gpus_) {
    if (gpu.has_index) {
      taken.insert({gpu.host, std::get<Gpu>(builder_.device(gpu.id).info).index});
    } else {
      rest.push_back(gpu);
    }
  }
  std::stable_sort(rest.begin(), rest.end(), [this](const Read& a, const Read& b) {
    return builder_.device(a.id).pci->bus_id < builder_.device(b.id).pci->bus_id;
  });
  std::vector<int> next;  // by host
  for (const Read& gpu : rest) {
    next.resize(std::max(next.size(), static_cast<std::size_t>(gpu.host) + 1));
    int& index = next[static_cast<std::size_t>(gpu.host)];
    while (!taken.insert({gpu.host, index}).second) ++index;
    std::get<Gpu>(builder_.device(gpu.id).info).index = index;
  }
}

void Gpus::finish() {
  number_rest();
  for (const Read& gpu : gpus_) {
    core::Device& device = builder_.device(gpu.id);
    device.name = fmt::format("GPU {}", std::get<Gpu>(device.info).index);
  }
}

}  // namespace treering::hw::formats::nccl_xml
