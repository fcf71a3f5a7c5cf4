// The part of NVML's binary interface that we call, declared here so that treering builds without
// NVIDIA's headers and loads the library at run time.
//
// Names of functions, numbers and layouts are those of nvml.h (API 13, as in NVIDIA/go-nvml,
// gen/nvml/nvml.h; the part that NCCL 2.28 uses is in its src/include/nvmlwrap.h, too). They are
// fixed: a changed structure is a function with another suffix.
#pragma once

#include <array>
#include <cstdint>

namespace treering::hw::world::nvml {

using Return = int;  // nvmlReturn_t
inline constexpr Return kSuccess = 0;
inline constexpr Return kInvalidArgument = 2;
inline constexpr Return kNotSupported = 3;
inline constexpr Return kNoPermission = 4;
inline constexpr Return kFunctionNotFound = 13;

struct DeviceObject;
using Device = DeviceObject*;  // nvmlDevice_t

// nvmlPciInfo_t of _v3. Older ones are shorter and begin alike.
struct PciInfo {
  std::array<char, 16> bus_id;  // busIdLegacy: "0000:1B:00.0"
  unsigned domain;
  unsigned bus;
  unsigned device;
  unsigned pci_device_id;
  unsigned subsystem_id;
  std::array<char, 32> long_bus_id;  // busId: "00000000:1B:00.0"
};
static_assert(sizeof(PciInfo) == 68);

inline constexpr unsigned kFeatureEnabled = 1;  // nvmlEnableState_t

inline constexpr unsigned kCapabilityP2p = 0;  // NVML_NVLINK_CAP_P2P_SUPPORTED

inline constexpr int kP2pRead = 0;  // nvmlGpuP2PCapsIndex_t
inline constexpr int kP2pWrite = 1;

union Value {  // nvmlValue_t
  double as_double;
  unsigned as_unsigned;
  std::uint64_t as_long;
};

struct FieldValue {  // nvmlFieldValue_t
  unsigned field;
  unsigned scope;  // of a link's field its number
  std::int64_t timestamp;
  std::int64_t latency;
  int value_type;
  Return result;
  Value value;
};
static_assert(sizeof(FieldValue) == 40);

inline constexpr unsigned kFieldLinkState = 165;  // NVML_FI_DEV_NVLINK_GET_STATE
inline constexpr unsigned kFieldC2cCount = 170;   // NVML_FI_DEV_C2C_LINK_COUNT
inline constexpr unsigned kFieldC2cStatus = 171;  // NVML_FI_DEV_C2C_LINK_GET_STATUS
inline constexpr unsigned kFieldC2cMbPerS = 172;  // NVML_FI_DEV_C2C_LINK_GET_MAX_BW

using Uuid = std::array<unsigned char, 16>;

struct FabricInfo {  // nvmlGpuFabricInfo_t
  Uuid cluster_uuid;
  Return status;
  unsigned clique;
  unsigned char state;
};
static_assert(sizeof(FabricInfo) == 28);

struct FabricInfoV2 {  // nvmlGpuFabricInfo_v2_t
  unsigned version;
  Uuid cluster_uuid;
  Return status;
  unsigned clique;
  unsigned char state;
  unsigned health;
};
static_assert(sizeof(FabricInfoV2) == 36);
// NVML_STRUCT_VERSION(GpuFabricInfo, 2)
inline constexpr unsigned kFabricInfoV2 = sizeof(FabricInfoV2) | 2U << 24U;

}  // namespace treering::hw::world::nvml
