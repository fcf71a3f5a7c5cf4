#include "hw/discover/sources/gpu_direct.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::hw::discover::sources {
namespace {

constexpr const char* kDriver = "/proc/driver/nvidia/version";
constexpr const char* kModules = "/sys/module";

// NCCL 2.28.9, src/transport/net_ib.cc, ibGdrSupportInitOnce.
constexpr std::array kModuleFiles{
    "/sys/kernel/mm/memory_peers/nv_mem/version",
    "/sys/kernel/mm/memory_peers/nv_mem_nc/version",
    "/sys/module/nvidia_peermem/version",
};

/// The first two numbers of "5.15.0-91-generic".
std::optional<std::pair<int, int>> version_in(std::string_view text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  const auto major = core::whole_number<int>(text.substr(0, dot));
  if (!major || dot == text.size()) return {};
  const std::string_view rest = text.substr(dot + 1);
  const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const auto minor = core::whole_number<int>(rest.substr(0, end));
  if (!minor) return {};
  return std::pair(*major, *minor);
}

/// Digits with dots between them.
bool is_driver_version(std::string_view word) {
  return word.find('.') != std::string_view::npos &&
         word.find_first_not_of("0123456789.") == std::string_view::npos &&
         core::is_digit(word.front());
}

std::optional<Figure<bool>> find_peermem(const world::World& world, FactReader& reader) {
  for (const char* file : kModuleFiles) {
    if (reader.exists(file)) return Figure<bool>{true, discovered_in(file)};
  }
  // Where the kernel's modules are hidden, nothing is known of them.
  const auto modules = world.list(kModules);
  if (!modules || modules->empty()) return {};
  return Figure<bool>{false, discovered_in(kModules)};
}

}  // namespace

std::optional<NvidiaDriver> nvidia_driver_in(std::string_view text) {
  const std::string line(text.substr(0, text.find('\n')));
  NvidiaDriver driver;
  driver.is_open = line.find("Open Kernel Module") != std::string::npos;
  std::istringstream stream(line);
  for (std::string word; stream >> word;) {
    if (!is_driver_version(word)) continue;
    driver.version = word;
    return driver;
  }
  return {};
}

std::optional<bool> can_share_as_dmabuf(const NvidiaDriver& driver, std::string_view kernel) {
  // NVIDIA, GPU Operator, "GPUDirect RDMA and GPUDirect Storage": dma-buf takes the open kernel
  // modules, Linux 5.12, and CUDA 11.7, which came with driver 515.
  constexpr std::pair kFirstKernel(5, 12);
  constexpr int kFirstDriver = 515;
  const auto version = version_in(driver.version);
  if (!driver.is_open || (version && version->first < kFirstDriver)) return false;
  const auto release = version_in(kernel);
  if (!version || !release || *release < kFirstKernel) return {};
  return true;
}

GpuDirectFacts discover_gpu_direct(const world::World& world) {
  FactReader reader(world);
  GpuDirectFacts facts;
  facts.has_peermem = find_peermem(world, reader);
  facts.kernel = reader.text("/proc/sys/kernel/osrelease");
  const auto driver = reader.text(kDriver);
  const auto read = driver ? nvidia_driver_in(driver->value) : std::nullopt;
  if (read) {
    facts.driver = {*read, driver->origin};
    const auto shares = can_share_as_dmabuf(*read, facts.kernel ? facts.kernel->value : "");
    if (shares) {
      facts.has_dmabuf = {*shares,
                          discovered_in(fmt::format("{}, /proc/sys/kernel/osrelease", kDriver))};
    }
  } else if (driver) {
    reader.note(kDriver, "names no version of the driver");
  }
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
