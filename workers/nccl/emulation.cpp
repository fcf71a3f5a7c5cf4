#include "workers/nccl/emulation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <dlfcn.h>

namespace treering::workers::nccl {
namespace {

namespace fs = std::filesystem;

// CU_POINTER_ATTRIBUTE_MEMORY_TYPE and CU_MEMORYTYPE_DEVICE of cuda.h.
constexpr int kMemoryType = 2;
constexpr unsigned kDeviceMemory = 2;

bool is_known_to_driver(void* driver, const void* memory) {
  using GetAttribute = int (*)(void* value, int attribute, std::uint64_t pointer);
  const auto ask = reinterpret_cast<GetAttribute>(dlsym(driver, "cuPointerGetAttribute"));
  unsigned type = 0;
  return ask != nullptr && ask(&type, kMemoryType, reinterpret_cast<std::uintptr_t>(memory)) == 0 &&
         type == kDeviceMemory;
}

/// A character device of NVIDIA's drivers: of PCs and servers, of Windows' Linux, of Tegra.
bool is_gpu_file(const fs::path& path) {
  constexpr std::array<std::string_view, 4> kPrefixes{"/dev/nvidia", "/dev/dxg", "/dev/nvhost",
                                                      "/dev/nvmap"};
  const bool has_name = std::ranges::any_of(
      kPrefixes, [&](std::string_view prefix) { return path.string().starts_with(prefix); });
  std::error_code ignored;
  return has_name && fs::is_character_file(path, ignored);
}

bool has_gpu_file() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", error)) {
    std::error_code gone;
    if (is_gpu_file(fs::read_symlink(entry.path(), gone))) return true;
  }
  return false;
}

}  // namespace

bool is_fake_allowed() {
  const char* const value = std::getenv(kFakeVariable);
  return value != nullptr && std::string_view(value) == "1";
}

std::optional<std::string> sign_of_emulation(const void* memory) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return "the CUDA runtime works without a driver";
  const bool is_known = is_known_to_driver(driver, memory);
  dlclose(driver);
  if (!is_known) return "the driver does not know the memory of the CUDA runtime";
  if (!has_gpu_file()) return "the driver holds no device file of a GPU open";
  return {};
}

}  // namespace treering::workers::nccl
