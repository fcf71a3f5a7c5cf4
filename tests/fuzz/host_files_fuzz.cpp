// The readers of files that say how a machine is set: any text gives a sane answer or none.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/assert.h"
#include "hw/cpumap.h"
#include "hw/discover/environment.h"
#include "hw/discover/gpu_direct.h"
#include "hw/discover/iommu.h"
#include "hw/discover/limits.h"
#include "hw/discover/nccl_conf.h"
#include "hw/pci_config.h"
#include "hw/world/harmless_texts.h"
#include "hw/world/secret_filter.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace treering;  // NOLINT(google-build-using-namespace): ten readers
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const hw::NcclConfLine& line : hw::read_nccl_conf(text).lines) {
    TREERING_ASSERT(line.name.starts_with("NCCL_"), "only NCCL's variables");
    TREERING_ASSERT(line.value.size() <= 1023, "as long as NCCL takes them");
  }
  for (const int cpu : hw::cpus_in(text)) TREERING_ASSERT(cpu >= 0, "processors count from 0");
  for (const std::string& folder : hw::folders_in(std::string(text))) {
    TREERING_ASSERT(folder.starts_with('/'), "folders are absolute");
  }
  const auto driver = hw::nvidia_driver_in(text);
  TREERING_ASSERT(!driver || !driver->version.empty(), "a driver has a version");
  if (driver) hw::can_share_as_dmabuf(*driver, text);
  hw::iommu_mode_in(text);
  hw::shm_size_in(text, size);
  hw::memlock_in(text);
  hw::memory_in(text);
  hw::is_redirecting(text);
  hw::SecretFilter filter;
  for (const char* path : {"/proc/mounts", "/proc/cmdline", "/x/config", "/etc/nccl.conf"}) {
    hw::harmless_text(path, std::string(text), filter);
  }
  return 0;
}
