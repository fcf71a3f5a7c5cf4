// libnvidia-ml, opened at run time, with its functions by name; some may be missing.
#pragma once

#include <string>

#include "hw/world/nvml/abi.h"
#include "hw/world/shared_library.h"
#include "hw/world/world.h"

namespace treering::hw::world::nvml {

/// A function of the library; `call` is null where the library does not have it.
template <class... Parameters>
struct NvmlFunction {
  const char* name = "";
  nvml::Return (*call)(Parameters...) = nullptr;
};

struct NvmlFunctions {
  using Device = nvml::Device;

  NvmlFunction<> init{"nvmlInit_v2"};
  NvmlFunction<> shutdown{"nvmlShutdown"};
  NvmlFunction<char*, unsigned> driver_version{"nvmlSystemGetDriverVersion"};
  NvmlFunction<int*> cuda_version{"nvmlSystemGetCudaDriverVersion_v2"};
  NvmlFunction<unsigned*> count{"nvmlDeviceGetCount_v2"};
  NvmlFunction<unsigned, Device*> by_index{"nvmlDeviceGetHandleByIndex_v2"};
  NvmlFunction<Device, char*, unsigned> device_name{"nvmlDeviceGetName"};
  NvmlFunction<Device, char*, unsigned> vbios{"nvmlDeviceGetVbiosVersion"};
  NvmlFunction<Device, nvml::PciInfo*> pci{"nvmlDeviceGetPciInfo_v3"};
  NvmlFunction<Device, int*, int*> compute_capability{"nvmlDeviceGetCudaComputeCapability"};
  NvmlFunction<Device, unsigned*, unsigned*> mig_mode{"nvmlDeviceGetMigMode"};
  NvmlFunction<Device, unsigned*> max_generation{"nvmlDeviceGetMaxPcieLinkGeneration"};
  NvmlFunction<Device, unsigned*> max_width{"nvmlDeviceGetMaxPcieLinkWidth"};
  NvmlFunction<Device, unsigned*> generation{"nvmlDeviceGetCurrPcieLinkGeneration"};
  NvmlFunction<Device, unsigned*> width{"nvmlDeviceGetCurrPcieLinkWidth"};
  NvmlFunction<Device, unsigned, unsigned*> link_state{"nvmlDeviceGetNvLinkState"};
  NvmlFunction<Device, unsigned, unsigned, unsigned*> link_capability{
      "nvmlDeviceGetNvLinkCapability"};
  NvmlFunction<Device, unsigned, unsigned*> link_version{"nvmlDeviceGetNvLinkVersion"};
  // The one without suffix first, as NCCL calls it: its text is in NCCL's dumps.
  NvmlFunction<Device, unsigned, nvml::PciInfo*> link_remote_pci{
      "nvmlDeviceGetNvLinkRemotePciInfo"};
  NvmlFunction<Device, unsigned, unsigned*> link_remote_type{"nvmlDeviceGetNvLinkRemoteDeviceType"};
  NvmlFunction<Device, int, nvml::FieldValue*> fields{"nvmlDeviceGetFieldValues"};
  NvmlFunction<Device, nvml::FabricInfoV2*> fabric{"nvmlDeviceGetGpuFabricInfoV"};
  NvmlFunction<Device, nvml::FabricInfo*> old_fabric{"nvmlDeviceGetGpuFabricInfo"};
  NvmlFunction<Device, Device, int, int*> p2p_status{"nvmlDeviceGetP2PStatus"};
};

class NvmlLibrary {
 public:
  /// \param file "libnvidia-ml.so.1", found as the system finds libraries, or a path
  /// Absent when there is none, Failed with the loader's words when it cannot be loaded.
  static Seen<NvmlLibrary> open(const std::string& file);

  [[nodiscard]] const NvmlFunctions& functions() const { return functions_; }

  /// The library's text for an error, lower case.
  [[nodiscard]] std::string words_for(nvml::Return error) const;

 private:
  explicit NvmlLibrary(SharedLibrary handle);

  SharedLibrary handle_;
  NvmlFunctions functions_;
  const char* (*error_string_)(nvml::Return) = nullptr;
};

}  // namespace treering::hw::world::nvml
