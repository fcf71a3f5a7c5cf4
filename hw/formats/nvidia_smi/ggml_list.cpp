// The GPUs that llama.cpp finds (ggml/src/ggml-cuda/ggml-cuda.cu, ggml_cuda_init).
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

/// "ggml_cuda_init: found 2 CUDA devices:", before 2024 "ggml_init_cublas: found 2 CUDA devices:":
/// how many.
std::optional<int> found_by_ggml(std::string_view line) {
  constexpr std::string_view kFound = ": found ";
  const std::size_t program = line.find("ggml_");
  const std::size_t found = line.find(kFound, std::min(program, line.size()));
  if (program == std::string_view::npos || found == std::string_view::npos) return {};
  line.remove_prefix(found + kFound.size());
  const std::size_t blank = std::min(line.find(' '), line.size());
  const auto count = core::whole_number<int>(line.substr(0, blank));
  if (!line.substr(blank).starts_with(" CUDA devices")) return {};
  return count && *count > 0 && *count <= core::kMaxGpus ? count : std::nullopt;
}

struct GgmlDevice {
  int number = 0;
  std::string_view name;
};

/// "  Device 0: Tesla P40, compute capability 6.1, VMM: yes".
std::optional<GgmlDevice> ggml_device(std::string_view line) {
  constexpr std::string_view kDevice = "Device ";
  const std::size_t device = line.find(kDevice);
  const std::size_t end = line.find(", compute capability ");
  if (device == std::string_view::npos || end == std::string_view::npos) return {};
  const std::size_t colon = line.find(": ", device);
  if (colon >= end) return {};
  const std::size_t start = device + kDevice.size();
  const auto number = core::whole_number<int>(line.substr(start, colon - start));
  const std::string_view name = core::trimmed(line.substr(colon + 2, end - colon - 2));
  const bool is_gpu = number && *number >= 0 && *number < core::kMaxGpus && is_gpu_name(name);
  return is_gpu ? std::optional(GgmlDevice{*number, name}) : std::nullopt;
}

}  // namespace

GpuList parse_ggml_gpus(std::string_view text) {
  GpuList list{.source = "the list of devices of llama.cpp"};
  if (!core::has(text, "ggml_")) return list;
  int found = 0;
  for (core::LineReader lines(text); lines.next();) {
    if (const auto count = found_by_ggml(lines.line())) {
      if (!list.gpus.empty()) break;  // of several runs the first counts
      found = *count;
    }
    const auto device = found > 0 ? ggml_device(lines.line()) : std::nullopt;
    if (!device) continue;
    GpuLine& gpu = list.gpus[device->number];
    if (!gpu.name.empty()) continue;
    gpu.name = device->name;
    gpu.line = lines.number();
  }
  // Of a whole list the number says nothing: a variable may hide other GPUs of the machine.
  const bool is_part = !list.gpus.empty() && found > static_cast<int>(list.gpus.size());
  if (is_part) list.attached = found;
  return list;
}

}  // namespace treering::hw::formats::nvidia_smi
