// The readers of files that say how a machine is set: any text gives a sane answer or none.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/assert.h"
#include "hw/discover/sources/cpumap.h"
#include "hw/discover/sources/environment.h"
#include "hw/discover/sources/gpu_direct.h"
#include "hw/discover/sources/iommu.h"
#include "hw/discover/sources/limits.h"
#include "hw/discover/sources/nccl_conf.h"
#include "hw/world/anonymise/harmless_texts.h"
#include "hw/world/anonymise/secret_filter.h"
#include "hw/world/pci_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace treering;  // NOLINT(google-build-using-namespace): ten readers
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const treering::hw::discover::sources::NcclConfLine& line :
       treering::hw::discover::sources::read_nccl_conf(text).lines) {
    TREERING_ASSERT(line.name.starts_with("NCCL_"), "only NCCL's variables");
    TREERING_ASSERT(line.value.size() <= 1023, "as long as NCCL takes them");
  }
  for (const int cpu : treering::hw::discover::sources::cpus_in(text))
    TREERING_ASSERT(cpu >= 0, "processors count from 0");
  for (const std::string& folder : treering::hw::discover::sources::folders_in(std::string(text))) {
    TREERING_ASSERT(folder.starts_with('/'), "folders are absolute");
  }
  const auto driver = treering::hw::discover::sources::nvidia_driver_in(text);
  TREERING_ASSERT(!driver || !driver->version.empty(), "a driver has a version");
  if (driver) treering::hw::discover::sources::can_share_as_dmabuf(*driver, text);
  treering::hw::discover::sources::iommu_mode_in(text);
  treering::hw::discover::sources::shm_size_in(text, size);
  treering::hw::discover::sources::memlock_in(text);
  treering::hw::discover::sources::memory_in(text);
  treering::hw::world::is_redirecting(text);
  treering::hw::world::anonymise::SecretFilter filter;
  for (const char* path : {"/proc/mounts", "/proc/cmdline", "/x/config", "/etc/nccl.conf"}) {
    treering::hw::world::anonymise::harmless_text(path, std::string(text), filter);
  }
  return 0;
}
