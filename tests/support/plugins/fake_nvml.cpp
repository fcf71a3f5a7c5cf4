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

#include "hw/world/nvml/abi.h"

namespace nvml = treering::hw::world::nvml;

namespace {

constexpr treering::hw::world::nvml::Return kDriverNotLoaded = 9;
constexpr treering::hw::world::nvml::Return kGpuIsLost = 15;
constexpr treering::hw::world::nvml::Return kUnknown = 999;

std::string plays() {
  const char* name = std::getenv("FAKE_NVML");
  return name == nullptr ? "plain" : name;
}

unsigned gpu_count() {
  return plays() == "hopper" || plays() == "lost" ? 2 : 1;
}

treering::hw::world::nvml::Device device_of(std::size_t number) {
  return reinterpret_cast<treering::hw::world::nvml::Device>(number + 1);
}

unsigned number_of(treering::hw::world::nvml::Device device) {
  return static_cast<unsigned>(reinterpret_cast<std::size_t>(device) - 1);
}

unsigned link_count() {
  if (plays() == "volta") return 6;
  return plays() == "hopper" || plays() == "grace" ? 18 : 0;
}

/// What NVML returns for a link that a GPU does not have, or a GPU without any.
treering::hw::world::nvml::Return check(unsigned link) {
  if (link_count() == 0) return treering::hw::world::nvml::kNotSupported;
  return link < link_count() ? treering::hw::world::nvml::kSuccess
                             : treering::hw::world::nvml::kInvalidArgument;
}

bool is_up(treering::hw::world::nvml::Device device, unsigned link) {
  return plays() != "hopper" || number_of(device) == 0 || link != 17;
}

void set(char* text, const std::string& value) {
  std::memcpy(text, value.c_str(), value.size() + 1);
}

}  // namespace

extern "C" {

const char* nvmlErrorString(treering::hw::world::nvml::Return error);
treering::hw::world::nvml::Return nvmlInit_v2();
treering::hw::world::nvml::Return nvmlShutdown();
treering::hw::world::nvml::Return nvmlSystemGetDriverVersion(char* version, unsigned length);
treering::hw::world::nvml::Return nvmlSystemGetCudaDriverVersion_v2(int* version);
treering::hw::world::nvml::Return nvmlDeviceGetVbiosVersion(
    treering::hw::world::nvml::Device device, char* version, unsigned length);
treering::hw::world::nvml::Return nvmlDeviceGetCount_v2(unsigned* count);
treering::hw::world::nvml::Return nvmlDeviceGetHandleByIndex_v2(
    unsigned index, treering::hw::world::nvml::Device* device);
treering::hw::world::nvml::Return nvmlDeviceGetName(treering::hw::world::nvml::Device device,
                                                    char* name, unsigned length);
treering::hw::world::nvml::Return nvmlDeviceGetPciInfo_v2(treering::hw::world::nvml::Device device,
                                                          treering::hw::world::nvml::PciInfo* pci);
treering::hw::world::nvml::Return nvmlDeviceGetCudaComputeCapability(
    treering::hw::world::nvml::Device device, int* major, int* minor);
treering::hw::world::nvml::Return nvmlDeviceGetNvLinkState(treering::hw::world::nvml::Device device,
                                                           unsigned link, unsigned* state);
treering::hw::world::nvml::Return nvmlDeviceGetNvLinkCapability(
    treering::hw::world::nvml::Device device, unsigned link, unsigned capability, unsigned* answer);
treering::hw::world::nvml::Return nvmlDeviceGetNvLinkRemotePciInfo(
    treering::hw::world::nvml::Device device, unsigned link,
    treering::hw::world::nvml::PciInfo* pci);
treering::hw::world::nvml::Return nvmlDeviceGetNvLinkRemoteDeviceType(
    treering::hw::world::nvml::Device device, unsigned link, unsigned* type);
treering::hw::world::nvml::Return nvmlDeviceGetNvLinkVersion(
    treering::hw::world::nvml::Device device, unsigned link, unsigned* version);
treering::hw::world::nvml::Return nvmlDeviceGetFieldValues(
    treering::hw::world::nvml::Device device, int count,
    treering::hw::world::nvml::FieldValue* values);
treering::hw::world::nvml::Return nvmlDeviceGetMigMode(treering::hw::world::nvml::Device device,
                                                       unsigned* mode, unsigned* pending);
treering::hw::world::nvml::Return nvmlDeviceGetMaxPcieLinkGeneration(
    treering::hw::world::nvml::Device device, unsigned* generation);
treering::hw::world::nvml::Return nvmlDeviceGetMaxPcieLinkWidth(
    treering::hw::world::nvml::Device device, unsigned* width);
treering::hw::world::nvml::Return nvmlDeviceGetCurrPcieLinkGeneration(
    treering::hw::world::nvml::Device device, unsigned* generation);
treering::hw::world::nvml::Return nvmlDeviceGetCurrPcieLinkWidth(
    treering::hw::world::nvml::Device device, unsigned* width);
treering::hw::world::nvml::Return nvmlDeviceGetGpuFabricInfoV(
    treering::hw::world::nvml::Device device, treering::hw::world::nvml::FabricInfoV2* info);
treering::hw::world::nvml::Return nvmlDeviceGetP2PStatus(treering::hw::world::nvml::Device from,
                                                         treering::hw::world::nvml::Device to,
                                                         int kind, int* status);

const char* nvmlErrorString(treering::hw::world::nvml::Return error) {
  switch (error) {
    case treering::hw::world::nvml::kNoPermission:
      return "Insufficient Permissions";
    case kDriverNotLoaded:
      return "Driver Not Loaded";
    case kGpuIsLost:
      return "GPU is lost";
    default:
      return "Unknown Error";
  }
}

treering::hw::world::nvml::Return nvmlInit_v2() {
  if (plays() == "no_driver") return kDriverNotLoaded;
  return plays() == "no_permission" ? treering::hw::world::nvml::kNoPermission
                                    : treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlShutdown() {
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlSystemGetDriverVersion(char* version, unsigned /*length*/) {
  set(version, "550.54.15");
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetCount_v2(unsigned* count) {
  *count = gpu_count();
  return plays() == "no_count" ? kUnknown : treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetHandleByIndex_v2(
    unsigned index, treering::hw::world::nvml::Device* device) {
  if (plays() == "lost" && index == 1) return kGpuIsLost;
  *device = device_of(index);
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetName(treering::hw::world::nvml::Device /*device*/,
                                                    char* name, unsigned /*length*/) {
  if (plays() == "hopper") set(name, "NVIDIA H100 80GB HBM3");
  if (plays() == "grace") set(name, "NVIDIA GB200");
  if (plays() == "volta") set(name, "Tesla V100-SXM2-16GB");
  if (plays() == "plain" || plays() == "lost") set(name, "Tesla T4");
  return treering::hw::world::nvml::kSuccess;
}

/// Shorter than that of _v3, which old drivers do not have.
treering::hw::world::nvml::Return nvmlDeviceGetPciInfo_v2(treering::hw::world::nvml::Device device,
                                                          treering::hw::world::nvml::PciInfo* pci) {
  set(pci->bus_id.data(), number_of(device) == 0 ? "0000:1B:00.0" : "0000:43:00.0");
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetCudaComputeCapability(
    treering::hw::world::nvml::Device /*device*/, int* major, int* minor) {
  *major = plays() == "hopper" ? 9 : plays() == "grace" ? 10 : 7;
  *minor = plays() == "plain" || plays() == "lost" ? 5 : 0;
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetNvLinkState(treering::hw::world::nvml::Device device,
                                                           unsigned link, unsigned* state) {
  *state = is_up(device, link) ? 1 : 0;
  return check(link);
}

#ifndef FAKE_NVML_OLD

treering::hw::world::nvml::Return nvmlSystemGetCudaDriverVersion_v2(int* version) {
  *version = 12040;
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetVbiosVersion(
    treering::hw::world::nvml::Device device, char* version, unsigned /*length*/) {
  set(version, number_of(device) == 0 ? "96.00.89.00.01" : "96.00.68.00.01");
  return plays() == "plain" ? treering::hw::world::nvml::kNotSupported
                            : treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetNvLinkCapability(
    treering::hw::world::nvml::Device /*device*/, unsigned link, unsigned /*capability*/,
    unsigned* answer) {
  *answer = 1;
  return check(link);
}

/// To four switches, with 4, 5, 5 and 4 links.
static const char* hopper_switch(unsigned link) {
  if (link < 4) return "0000:05:00.0";
  if (link < 9) return "0000:06:00.0";
  return link < 14 ? "0000:07:00.0" : "0000:08:00.0";
}

treering::hw::world::nvml::Return nvmlDeviceGetNvLinkRemotePciInfo(
    treering::hw::world::nvml::Device device, unsigned link,
    treering::hw::world::nvml::PciInfo* pci) {
  if (plays() == "hopper" && number_of(device) == 1 && link == 3) return kUnknown;
  if (plays() == "hopper") set(pci->bus_id.data(), hopper_switch(link));
  if (plays() == "grace") set(pci->bus_id.data(), "FFFFFFF:FFFF:FF");
  if (plays() == "volta") set(pci->bus_id.data(), "0000:43:00.0");
  return check(link);
}

treering::hw::world::nvml::Return nvmlDeviceGetNvLinkRemoteDeviceType(
    treering::hw::world::nvml::Device /*device*/, unsigned link, unsigned* type) {
  *type = plays() == "volta" ? 0 : 2;
  return check(link);
}

treering::hw::world::nvml::Return nvmlDeviceGetNvLinkVersion(
    treering::hw::world::nvml::Device /*device*/, unsigned link, unsigned* version) {
  *version = plays() == "hopper" ? 6 : plays() == "grace" ? 7 : 2;
  return check(link);
}

treering::hw::world::nvml::Return nvmlDeviceGetFieldValues(
    treering::hw::world::nvml::Device device, int count,
    treering::hw::world::nvml::FieldValue* values) {
  for (int i = 0; i < count; ++i) {
    treering::hw::world::nvml::FieldValue& value = values[i];
    value.result = treering::hw::world::nvml::kSuccess;
    if (value.field == treering::hw::world::nvml::kFieldLinkState) {
      value.result = check(value.scope);
      value.value.as_unsigned = is_up(device, value.scope) ? 1 : 0;
    } else if (plays() != "grace") {
      value.result = treering::hw::world::nvml::kNotSupported;
    } else if (value.field == treering::hw::world::nvml::kFieldC2cCount) {
      value.value.as_unsigned = 6;
    } else if (value.field == treering::hw::world::nvml::kFieldC2cStatus) {
      value.value.as_unsigned = value.scope == 2 ? 0 : 1;  // one of six is down
    } else {
      value.value.as_unsigned = 45000;
    }
  }
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetMigMode(treering::hw::world::nvml::Device device,
                                                       unsigned* mode, unsigned* pending) {
  *mode = number_of(device) == 1 ? 1 : 0;
  *pending = 0;
  return plays() == "hopper" || plays() == "grace" ? treering::hw::world::nvml::kSuccess
                                                   : treering::hw::world::nvml::kNotSupported;
}

treering::hw::world::nvml::Return nvmlDeviceGetMaxPcieLinkGeneration(
    treering::hw::world::nvml::Device /*device*/, unsigned* generation) {
  *generation = 5;
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetMaxPcieLinkWidth(
    treering::hw::world::nvml::Device /*device*/, unsigned* width) {
  *width = 16;
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetCurrPcieLinkGeneration(
    treering::hw::world::nvml::Device /*device*/, unsigned* generation) {
  *generation = 1;
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetCurrPcieLinkWidth(
    treering::hw::world::nvml::Device /*device*/, unsigned* width) {
  *width = 8;
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetGpuFabricInfoV(
    treering::hw::world::nvml::Device /*device*/, treering::hw::world::nvml::FabricInfoV2* info) {
  if (link_count() != 18) return treering::hw::world::nvml::kNotSupported;
  if (info->version != treering::hw::world::nvml::kFabricInfoV2) return kUnknown;
  info->state = 3;
  info->status = treering::hw::world::nvml::kSuccess;
  if (plays() == "grace") {
    info->cluster_uuid.fill(0xab);
    info->clique = 32766;
  }
  return treering::hw::world::nvml::kSuccess;
}

treering::hw::world::nvml::Return nvmlDeviceGetP2PStatus(treering::hw::world::nvml::Device /*from*/,
                                                         treering::hw::world::nvml::Device /*to*/,
                                                         int kind, int* status) {
  *status = kind == treering::hw::world::nvml::kP2pWrite ? 3 : 0;
  return treering::hw::world::nvml::kSuccess;
}

#endif

}  // extern "C"
