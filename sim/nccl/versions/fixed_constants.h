// NCCL's numbers that are taken for all versions. Sources: files under src/ of v2.28.9-1.
#pragma once

#include <cstddef>
#include <cstdint>

namespace treering::sim::nccl::versions {

// Compute capabilities from which GPUs belong to a generation: graph/tuning.cc, ncclTopoTuneModel
// (compCapIndex), ncclPatEnable.
inline constexpr int kPascal = 60;
inline constexpr int kVolta = 70;
inline constexpr int kAmpere = 80;
inline constexpr int kHopper = 90;
inline constexpr int kBlackwell = 100;

/// Bytes of which a channel's share is a multiple: enqueue.cc, cellSize.
inline constexpr std::uint64_t kCellBytes = 16;

/// The largest number of channels that a small call by CollNetDirect is cut down to: enqueue.cc,
/// topoGetAlgoInfo (ncSwitch).
inline constexpr int kCollNetMostKept = 16;

/// GB/s within a device: graph/topo.h, LOC_BW.
inline constexpr float kLocalBandwidth = 5000.0F;

/// Ports that one NIC joins: include/plugin/nccl_net.h, NCCL_NET_MAX_DEVS_PER_NIC.
inline constexpr std::size_t kMaxPortsPerNic = 4;

/// Channels that the search has room for: include/device.h, MAXCHANNELS.
inline constexpr int kMaxChannels = 64;

/// LL128's lines, in words of 8 bytes: include/device.h, NCCL_LL128_LINEELEMS,
/// NCCL_LL128_DATAELEMS.
inline constexpr int kLl128LineWords = 16;
inline constexpr int kLl128DataWords = 15;

/// Ids of Broadcom switches in base mode (vendor, device, subsystem): graph/topo.cc, getBcmGen.
/// That of generation 5 carries the level in its subsystem.
inline constexpr std::uint64_t kBroadcomMask = 0xfffffffffffff000ULL;
inline constexpr std::uint64_t kBroadcomGen4 = 0x1000c0101000a000ULL;
inline constexpr std::uint64_t kBroadcomGen5 = 0x1000c03010000000ULL;
inline constexpr std::uint64_t kBroadcomGen5Level = 0x1000ULL;

}  // namespace treering::sim::nccl::versions
