// A stand-in for libnvidia-ml.so.1, built as a shared library that tests load in its place. The
// variable FAKE_NVML says what it plays:
//   hopper   two H100 of a machine with four NVSwitches; GPU 1 has a link that is down and one
//            whose other end fails to tell
//   grace    one GB200: C2C, a fabric clique, switches that are hidden
//   volta    one V100 with six links to another GPU
//   plain    one T4, without NVLinks
//   lost     two T4, of which the second fell off the bus
//   no_driver, no_permission, no_count   does not start, or does not count
// With FAKE_NVML_OLD it has the functions of an old driver only.

#include <cstdlib>
#include <cstring>
#include <string>

#include "hw/world/nvml_abi.h"

namespace nvml = treering::hw::nvml;

namespace {

constexpr nvml::Return kDriverNotLoaded = 9;
constexpr nvml::Return kGpuIsLost = 15;
constexpr nvml::Return kUnknown = 999;

std::string plays() {
  const char* name = std::getenv("FAKE_NVML");
  return name == nullptr ? "plain" : name;
}

unsigned gpu_count() {
  return plays() == "hopper" || plays() == "lost" ? 2 : 1;
}

nvml::Device device_of(std::size_t number) {
  return reinterpret_cast<nvml::Device>(number + 1);
}

unsigned number_of(nvml::Device device) {
  return static_cast<unsigned>(reinterpret_cast<std::size_t>(device) - 1);
}

unsigned link_count() {
  if (plays() == "volta") return 6;
  return plays() == "hopper" || plays() == "grace" ? 18 : 0;
}

/// What NVML returns for a link that a GPU does not have, or a GPU without any.
nvml::Return check(unsigned link) {
  if (link_count() == 0) return nvml::kNotSupported;
  return link < link_count() ? nvml::kSuccess : nvml::kInvalidArgument;
}

bool is_up(nvml::Device device, unsigned link) {
  return plays() != "hopper" || number_of(device) == 0 || link != 17;
}

void set(char* text, const std::string& value) {
  std::memcpy(text, value.c_str(), value.size() + 1);
}

}  // namespace

extern "C" {

const char* nvmlErrorString(nvml::Return error);
nvml::Return nvmlInit_v2();
nvml::Return nvmlShutdown();
nvml::Return nvmlSystemGetDriverVersion(char* version, unsigned length);
nvml::Return nvmlDeviceGetCount_v2(unsigned* count);
nvml::Return nvmlDeviceGetHandleByIndex_v2(unsigned index, nvml::Device* device);
nvml::Return nvmlDeviceGetName(nvml::Device device, char* name, unsigned length);
nvml::Return nvmlDeviceGetPciInfo_v2(nvml::Device device, nvml::PciInfo* pci);
nvml::Return nvmlDeviceGetCudaComputeCapability(nvml::Device device, int* major, int* minor);
nvml::Return nvmlDeviceGetNvLinkState(nvml::Device device, unsigned link, unsigned* state);
nvml::Return nvmlDeviceGetNvLinkCapability(nvml::Device device, unsigned link, unsigned capability,
                                           unsigned* answer);
nvml::Return nvmlDeviceGetNvLinkRemotePciInfo(nvml::Device device, unsigned link,
                                              nvml::PciInfo* pci);
nvml::Return nvmlDeviceGetNvLinkRemoteDeviceType(nvml::Device device, unsigned link,
                                                 unsigned* type);
nvml::Return nvmlDeviceGetNvLinkVersion(nvml::Device device, unsigned link, unsigned* version);
nvml::Return nvmlDeviceGetFieldValues(nvml::Device device, int count, nvml::FieldValue* values);
nvml::Return nvmlDeviceGetMigMode(nvml::Device device, unsigned* mode, unsigned* pending);
nvml::Return nvmlDeviceGetMaxPcieLinkGeneration(nvml::Device device, unsigned* generation);
nvml::Return nvmlDeviceGetMaxPcieLinkWidth(nvml::Device device, unsigned* width);
nvml::Return nvmlDeviceGetCurrPcieLinkGeneration(nvml::Device device, unsigned* generation);
nvml::Return nvmlDeviceGetCurrPcieLinkWidth(nvml::Device device, unsigned* width);
nvml::Return nvmlDeviceGetGpuFabricInfoV(nvml::Device device, nvml::FabricInfoV2* info);
nvml::Return nvmlDeviceGetP2PStatus(nvml::Device from, nvml::Device to, int kind, int* status);

const char* nvmlErrorString(nvml::Return error) {
  switch (error) {
    case nvml::kNoPermission:
      return "Insufficient Permissions";
    case kDriverNotLoaded:
      return "Driver Not Loaded";
    case kGpuIsLost:
      return "GPU is lost";
    default:
      return "Unknown Error";
  }
}

nvml::Return nvmlInit_v2() {
  if (plays() == "no_driver") return kDriverNotLoaded;
  return plays() == "no_permission" ? nvml::kNoPermission : nvml::kSuccess;
}

nvml::Return nvmlShutdown() {
  return nvml::kSuccess;
}

nvml::Return nvmlSystemGetDriverVersion(char* version, unsigned /*length*/) {
  set(version, "550.54.15");
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetCount_v2(unsigned* count) {
  *count = gpu_count();
  return plays() == "no_count" ? kUnknown : nvml::kSuccess;
}

nvml::Return nvmlDeviceGetHandleByIndex_v2(unsigned index, nvml::Device* device) {
  if (plays() == "lost" && index == 1) return kGpuIsLost;
  *device = device_of(index);
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetName(nvml::Device /*device*/, char* name, unsigned /*length*/) {
  if (plays() == "hopper") set(name, "NVIDIA H100 80GB HBM3");
  if (plays() == "grace") set(name, "NVIDIA GB200");
  if (plays() == "volta") set(name, "Tesla V100-SXM2-16GB");
  if (plays() == "plain" || plays() == "lost") set(name, "Tesla T4");
  return nvml::kSuccess;
}

/// Shorter than that of _v3, which old drivers do not have.
nvml::Return nvmlDeviceGetPciInfo_v2(nvml::Device device, nvml::PciInfo* pci) {
  set(pci->bus_id.data(), number_of(device) == 0 ? "0000:1B:00.0" : "0000:43:00.0");
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetCudaComputeCapability(nvml::Device /*device*/, int* major, int* minor) {
  *major = plays() == "hopper" ? 9 : plays() == "grace" ? 10 : 7;
  *minor = plays() == "plain" || plays() == "lost" ? 5 : 0;
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetNvLinkState(nvml::Device device, unsigned link, unsigned* state) {
  *state = is_up(device, link) ? 1 : 0;
  return check(link);
}

#ifndef FAKE_NVML_OLD

nvml::Return nvmlDeviceGetNvLinkCapability(nvml::Device /*device*/, unsigned link,
                                           unsigned /*capability*/, unsigned* answer) {
  *answer = 1;
  return check(link);
}

/// To four switches, with 4, 5, 5 and 4 links.
static const char* hopper_switch(unsigned link) {
  if (link < 4) return "0000:05:00.0";
  if (link < 9) return "0000:06:00.0";
  return link < 14 ? "0000:07:00.0" : "0000:08:00.0";
}

nvml::Return nvmlDeviceGetNvLinkRemotePciInfo(nvml::Device device, unsigned link,
                                              nvml::PciInfo* pci) {
  if (plays() == "hopper" && number_of(device) == 1 && link == 3) return kUnknown;
  if (plays() == "hopper") set(pci->bus_id.data(), hopper_switch(link));
  if (plays() == "grace") set(pci->bus_id.data(), "FFFFFFF:FFFF:FF");
  if (plays() == "volta") set(pci->bus_id.data(), "0000:43:00.0");
  return check(link);
}

nvml::Return nvmlDeviceGetNvLinkRemoteDeviceType(nvml::Device /*device*/, unsigned link,
                                                 unsigned* type) {
  *type = plays() == "volta" ? 0 : 2;
  return check(link);
}

nvml::Return nvmlDeviceGetNvLinkVersion(nvml::Device /*device*/, unsigned link, unsigned* version) {
  *version = plays() == "hopper" ? 6 : plays() == "grace" ? 7 : 2;
  return check(link);
}

nvml::Return nvmlDeviceGetFieldValues(nvml::Device device, int count, nvml::FieldValue* values) {
  for (int i = 0; i < count; ++i) {
    nvml::FieldValue& value = values[i];
    value.result = nvml::kSuccess;
    if (value.field == nvml::kFieldLinkState) {
      value.result = check(value.scope);
      value.value.as_unsigned = is_up(device, value.scope) ? 1 : 0;
    } else if (plays() != "grace") {
      value.result = nvml::kNotSupported;
    } else if (value.field == nvml::kFieldC2cCount) {
      value.value.as_unsigned = 6;
    } else if (value.field == nvml::kFieldC2cStatus) {
      value.value.as_unsigned = value.scope == 2 ? 0 : 1;  // one of six is down
    } else {
      value.value.as_unsigned = 45000;
    }
  }
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetMigMode(nvml::Device device, unsigned* mode, unsigned* pending) {
  *mode = number_of(device) == 1 ? 1 : 0;
  *pending = 0;
  return plays() == "hopper" || plays() == "grace" ? nvml::kSuccess : nvml::kNotSupported;
}

nvml::Return nvmlDeviceGetMaxPcieLinkGeneration(nvml::Device /*device*/, unsigned* generation) {
  *generation = 5;
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetMaxPcieLinkWidth(nvml::Device /*device*/, unsigned* width) {
  *width = 16;
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetCurrPcieLinkGeneration(nvml::Device /*device*/, unsigned* generation) {
  *generation = 1;
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetCurrPcieLinkWidth(nvml::Device /*device*/, unsigned* width) {
  *width = 8;
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetGpuFabricInfoV(nvml::Device /*device*/, nvml::FabricInfoV2* info) {
  if (link_count() != 18) return nvml::kNotSupported;
  if (info->version != nvml::kFabricInfoV2) return kUnknown;
  info->state = 3;
  info->status = nvml::kSuccess;
  if (plays() == "grace") {
    info->cluster_uuid.fill(0xab);
    info->clique = 32766;
  }
  return nvml::kSuccess;
}

nvml::Return nvmlDeviceGetP2PStatus(nvml::Device /*from*/, nvml::Device /*to*/, int kind,
                                    int* status) {
  *status = kind == nvml::kP2pWrite ? 3 : 0;
  return nvml::kSuccess;
}

#endif

}  // extern "C"
