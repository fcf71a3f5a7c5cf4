// The constants of NCCL 2.28's graph code, all from v2.28.9-1, src/graph.
#include "sim/nccl/versions/graph_constants_2_28.h"

#include <array>

#include "sim/nccl/versions/fixed_constants.h"

namespace treering::sim::nccl::versions {
namespace {

// topo.h: SM60_NVLINK_BW ... SM100_NVLINK_BW and ncclTopoNVLinkBw.
constexpr int kAnyNewer = 1 << 20;
constexpr std::array<NvLinkRate, 6> kNvLinks{{
    {100, kAnyNewer, 40.1F},
    {90, 99, 20.6F},
    {86, 86, 12.0F},
    {80, 89, 20.0F},
    {70, 79, 20.0F},
    {60, 69, 18.0F},
}};

// topo.cc: kvDictPciGen.
constexpr std::array<PciLaneRate, 11> kPciLanes{{
    {"2.5 GT/s", 15},
    {"5 GT/s", 30},
    {"8 GT/s", 60},
    {"16 GT/s", 120},
    {"32 GT/s", 240},
    {"5.0 GT/s PCIe", 30},
    {"8.0 GT/s PCIe", 60},
    {"16.0 GT/s PCIe", 120},
    {"32.0 GT/s PCIe", 240},
    {"64.0 GT/s PCIe", 480},
    {"", 60},
}};

// topo.h: ERP_QPI_BW, SRP_QPI_BW, SKL_QPI_BW, BDW_QPI_BW; models: topo.cc, ncclTopoAddCpu.
constexpr std::array<IntelSocketRate, 4> kIntelSockets{{
    {0xCF, 40.0F},  // Emerald Rapids and later
    {0x8F, 22.0F},  // Sapphire Rapids
    {0x55, 10.0F},  // Skylake
    {0, 6.0F},      // Broadwell and older
}};

// topo.h: LOC_BW, SM80_NVLINK_BW as default, P9_BW, ARM_BW, AMD_BW, ZPI_BW, YONGFENG_ZPI_BW;
// topo.cc: ncclTopoAddPci (no width counts as 16 lanes), ncclTopoAddNet (no speed as 10 Gbit/s).
constexpr HardwareConstants kHardware{
    .local = kLocalBandwidth,
    .default_pci_lanes = 16,
    .default_net_mbps = 10000,
    .default_nvlink = 20.0F,
    .nvlinks = kNvLinks,
    .pci_lanes = kPciLanes,
    .sockets = {.power = 32.0F,
                .arm = 6.0F,
                .amd = 16.0F,
                .zhaoxin = 6.0F,
                .zhaoxin_yongfeng = 9.0F,
                .intel = kIntelSockets,
                .unknown = 5000.0F},
};

// search.cc: speedArrayIntra, speedArrayInter and those of sm90 and sm100.
constexpr std::array kInside{40.0F, 30.0F, 20.0F, 18.0F, 15.0F, 12.0F, 10.0F,
                             9.0F,  7.0F,  6.0F,  5.0F,  4.0F,  3.0F};
constexpr std::array kBetween{48.0F, 30.0F, 28.0F, 24.0F, 20.0F, 18.0F, 15.0F, 12.0F, 10.0F, 9.0F,
                              7.0F,  6.0F,  5.0F,  4.0F,  3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
constexpr std::array kInsideHopper{60.0F, 50.0F, 40.0F, 30.0F, 24.0F, 20.0F,
                                   15.0F, 12.0F, 11.0F, 6.0F,  3.0F};
constexpr std::array kBetweenHopper{48.0F, 45.0F, 42.0F, 40.0F, 30.0F, 24.0F, 22.0F, 20.0F, 17.5F,
                                    15.0F, 12.0F, 6.0F,  3.0F,  2.4F,  1.2F,  0.24F, 0.12F};
constexpr std::array kInsideBlackwell{90.0F, 80.0F, 70.0F, 60.0F, 50.0F, 40.0F,
                                      30.0F, 24.0F, 20.0F, 19.0F, 18.0F};
constexpr std::array kBetweenBlackwell{96.0F, 48.0F, 45.1F, 42.0F, 40.0F, 30.0F,
                                       24.0F, 22.0F, 20.0F, 17.5F, 15.0F, 12.0F,
                                       6.0F,  3.0F,  2.4F,  1.2F,  0.24F, 0.12F};

// search.cc: NCCL_SEARCH_*TIMEOUT*, ncclTopoSearchRecNet (order by number), ncclTopoDupChannels,
// ncclTopoCompute; include/device.h: NCCL_MAX_NVLS_ARITY, NCCL_MAX_DIRECT_ARITY + the head.
constexpr SearchConstants kSearch{
    .speeds = {{{100, kInsideBlackwell, kBetweenBlackwell},
                {90, kInsideHopper, kBetweenHopper},
                {0, kInside, kBetween}}},
    .all_steps = 1 << 19,
    .steps = 1 << 14,
    .steps_same_channels = 1 << 8,
    .steps_by_number = 1 << 10,
    .simpler_tree_from = 90,
    .max_nvls_heads = 32,
    .max_direct_heads = 8,
    .fast_channel = 25.0F,
    .fast_channel_after_ampere = 50.0F,
    .split_channels_after_ampere = 4,
};

}  // namespace

const HardwareConstants& hardware_2_28() {
  return kHardware;
}

const SearchConstants& search_2_28() {
  return kSearch;
}

}  // namespace treering::sim::nccl::versions
