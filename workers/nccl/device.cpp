#include "workers/nccl/device.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <dlfcn.h>

#include "tuner/measure/messages.h"
#include "workers/nccl/libraries.h"

namespace treering::workers::nccl {

DeviceMemory::DeviceMemory(const Cuda& cuda, std::size_t bytes) : cuda_(cuda), bytes_(bytes) {
  check_cuda(cuda, cuda.allocate(&memory_, std::max<std::size_t>(bytes, 1)), "memory of the GPU");
}

DeviceMemory::~DeviceMemory() {
  cuda_.release(memory_);
}

void DeviceMemory::fill_from(const std::byte* host) {
  check_cuda(cuda_, cuda_.copy(memory_, host, bytes_, kHostToDevice), "copy to the GPU");
  // It may return while the last part is still on its way, and no stream of ours waits for that.
  check_cuda(cuda_, cuda_.wait(nullptr), "copy to the GPU");
}

void DeviceMemory::copy_to(std::byte* host) const {
  check_cuda(cuda_, cuda_.copy(host, memory_, bytes_, kDeviceToHost), "copy from the GPU");
}

DeviceStream::DeviceStream(const Cuda& cuda) : cuda_(cuda) {
  check_cuda(cuda, cuda.create_stream(&stream_, kNonBlocking), "stream of the GPU");
}

DeviceStream::~DeviceStream() {
  cuda_.destroy_stream(stream_);
}

void DeviceStream::wait() const {
  check_cuda(cuda_, cuda_.wait(stream_), "stream of the GPU");
}

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

/// Of NVIDIA's drivers: of PCs and servers, of Windows' Linux, of Tegra.
bool has_name_of_gpu_file(const std::string& path) {
  constexpr std::array<std::string_view, 4> kPrefixes{"/dev/nvidia", "/dev/dxg", "/dev/nvhost",
                                                      "/dev/nvmap"};
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return path.starts_with(prefix); });
}

bool is_gpu_file(const fs::path& path) {
  std::error_code ignored;
  return has_name_of_gpu_file(path.string()) && fs::is_character_file(path, ignored);
}

std::string first_word_of(const fs::path& path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

/// PCI's vendor number of NVIDIA, and its class of displays and accelerators that have a driver for
/// them (pci.ids): 0x0300 and 0x0302.
bool is_gpu_on_bus(const fs::path& device) {
  return first_word_of(device / "vendor") == "0x10de" &&
         first_word_of(device / "class").starts_with("0x03");
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

bool has_gpu(const std::string& root) {
  std::error_code error;
  if (fs::exists(root + "/proc/driver/nvidia", error)) return true;
  for (const auto& entry : fs::directory_iterator(root + "/dev", error)) {
    if (has_name_of_gpu_file("/dev/" + entry.path().filename().string())) return true;
  }
  for (const auto& entry : fs::directory_iterator(root + "/sys/bus/pci/devices", error)) {
    if (is_gpu_on_bus(entry.path())) return true;
  }
  return false;
}

std::string why_no_gpus(const std::string& why) {
  if (is_fake_allowed() || has_gpu()) return why;
  return std::string(tuner::measure::kNoGpu) + ": " + why;
}

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
