#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {

// No access between GPUs in MIG mode, over NVLink or PCIe: NVIDIA, MIG user guide. Two ranks on one
// GPU: NCCL since 2.5, src/init.cc, "Duplicate GPU detected"; NVIDIA/nccl issue 1716.
std::optional<core::Diagnostic> note_on_mig(const GpuList& list, const std::string& path) {
  std::vector<std::string> names;
  std::size_t line = 0;
  int instances = 0;
  for (const auto& [number, gpu] : list.gpus) {
    if (gpu.mig_line == 0) continue;
    names.push_back(fmt::format("GPU {}", number));
    if (line == 0) line = gpu.mig_line;
    instances += gpu.instances;
  }
  if (names.empty()) return {};
  return core::Diagnostic{
      core::Severity::Warning, smi_place(path, line),
      fmt::format(
          "{} {} in MIG mode{}: instances are parts of a GPU and are not counted as GPUs. They "
          "reach neither each other's memory nor other GPUs over NVLink or PCIe, and NCCL does not "
          "connect instances of one GPU (Duplicate GPU detected): what is said here holds with MIG "
          "switched off",
          fmt::join(names, ", "), names.size() == 1 ? "is" : "are",
          instances == 0 ? "" : ", with " + core::counted(instances, "instance"))};
}

}  // namespace treering::hw::formats::nvidia_smi
