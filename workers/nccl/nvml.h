// What NVIDIA's driver says of a GPU while it runs: clocks, heat, power, what slows it down, who
// uses it. Asked by libnvidia-ml.so.1, opened at run time; its names, numbers and layouts are those
// of nvml.h (API 13, as in NVIDIA/go-nvml, gen/nvml/nvml.h).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace treering::workers::nccl {

using NvmlDevice = void*;  // nvmlDevice_t

struct NvmlField {  // nvmlFieldValue_t
  unsigned field = 0;
  unsigned scope = 0;
  std::int64_t timestamp = 0;
  std::int64_t latency = 0;
  int type = 0;
  int result = 0;
  std::uint64_t value = 0;  // of these fields
};
static_assert(sizeof(NvmlField) == 40);

/// Functions that the library lacks are null; all, where it is not there.
struct Nvml {
  int (*init)() = nullptr;
  int (*find)(const char* address, NvmlDevice* device) = nullptr;
  int (*name)(NvmlDevice device, char* text, unsigned size) = nullptr;
  int (*clock)(NvmlDevice device, int domain, unsigned* mhz) = nullptr;
  int (*temperature)(NvmlDevice device, int sensor, unsigned* celsius) = nullptr;
  int (*power)(NvmlDevice device, unsigned* milliwatts) = nullptr;
  int (*power_limit)(NvmlDevice device, unsigned* milliwatts) = nullptr;
  int (*slowdowns)(NvmlDevice device, unsigned long long* bits) = nullptr;
  int (*fields)(NvmlDevice device, int count, NvmlField* fields) = nullptr;
  int (*processes)(NvmlDevice device, unsigned* count, void* room) = nullptr;
};

Nvml open_nvml();

/// Why a GPU ran more slowly than it could, by the bits of nvmlClocksEventReason… and by the
/// counter of nanoseconds that goes with it.
struct Slowdown {
  const char* name;
  std::uint64_t bit;
  unsigned field;  // 0: it has none
};
inline constexpr std::array<Slowdown, 5> kSlowdowns{{
    {"power cap", 0x04, 74},  // NVML_FI_DEV_CLOCKS_EVENT_REASON_SW_POWER_CAP
    // …HwSlowdown: the last two explain it; alone it may be a mere change of clocks.
    {"hardware", 0x08, 0},
    {"heat", 0x20, 269},         // NVML_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN
    {"great heat", 0x40, 270},   // NVML_FI_DEV_CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN
    {"power brake", 0x80, 271},  // NVML_FI_DEV_CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN
}};

/// At one moment; nothing where the driver does not say.
struct GpuState {
  std::optional<unsigned> sm_mhz;
  std::optional<unsigned> memory_mhz;
  std::optional<unsigned> celsius;
  std::optional<unsigned> milliwatts;
  std::optional<unsigned> most_milliwatts;
  std::optional<std::uint64_t> slowdowns;  // bits
  std::array<std::optional<std::uint64_t>, kSlowdowns.size()>
      slowed_ns;                      // since the driver started
  std::optional<unsigned> processes;  // that compute on it
};

GpuState state_of(const Nvml& nvml, NvmlDevice device);

/// For the environment of a result, by name: a fact for each that is known, with "_before" and
/// "_after" at the end of its name; and gpu_throttled and gpu_other_processes where that was so.
/// One process on the GPU is ours.
std::map<std::string, std::string> facts_of(const GpuState& before, const GpuState& after);

/// From the facts of each rank: "1980;1965", with "unknown" of a rank that has none.
std::map<std::string, std::string> joined_by_rank(
    const std::vector<std::map<std::string, std::string>>& ranks);

/// One GPU for as long as a measurement takes.
class GpuWatch {
 public:
  /// \param address on PCI, as the CUDA runtime has it
  GpuWatch(const Nvml& nvml, const std::string& address);

  void start();
  /// Since start(); nothing where there is no library, or it does not know the GPU.
  [[nodiscard]] std::map<std::string, std::string> stop() const;

 private:
  Nvml nvml_;
  NvmlDevice device_ = nullptr;
  GpuState before_;
};

}  // namespace treering::workers::nccl
