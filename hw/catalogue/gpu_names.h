// The GPU that a text names, in any spelling: nvidia-smi, PyTorch, nccl-tests, tables of
// measurements, people.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {

struct NamedGpu {
  /// The likeliest model; null where the text names none. A form that the text leaves open is that
  /// without a mark in the table: H100 is SXM5, A100 PCIe.
  const GpuModel* model = nullptr;
  /// Whether the text leaves the form open: "H100", as people write, may be any H100, and so may
  /// the driver's "NVIDIA A100". The driver names the other forms: "NVIDIA H100 PCIe".
  bool is_any_form = false;
  /// major * 10 + minor, also of a series: "RTX 50 series". Nothing where the text names none that
  /// is known.
  std::optional<int> compute_capability;

  /// All models that the text may mean, in the order of the table; empty where it names none.
  [[nodiscard]] std::vector<const GpuModel*> models() const;
};

/// Of several names in the text the longest counts: "NVIDIA H100 80GB HBM3", "A100-SXM4-40GB",
/// "rtx 4090", "unknown (A100-80GB class)".
NamedGpu gpu_named(std::string_view text);

/// The end of a name that nvidia-smi's own table cuts after some 18 characters: "NVIDIA GeForce
/// ...".
inline constexpr std::string_view kCutEnd = "...";

bool is_cut_name(std::string_view name);

}  // namespace treering::hw::catalogue
