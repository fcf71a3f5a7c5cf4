#include "sim/nccl/versions/constants_2_28.h"

#include <array>

#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::versions {

// The constants of NCCL 2.28's graph code, all from v2.28.9-1, src/graph.

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
                .amd_families = {},
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

// Every number was read from NCCL v2.28.9-1; file and symbol are given with it, paths from its
// src/.

namespace {

constexpr double kNone = 0;  // no such combination

// Rows in the order of Algorithm, columns LL, LL128, Simple.
// graph/tuning.cc, ncclTunerConstantsDefaults.baseLatencies
constexpr LatencyTable kBaseLatency{{{
    {{6.8, 14.0, 8.4}},       // Tree
    {{6.6, 14.0, 8.4}},       // Ring
    {{kNone, kNone, kNone}},  // CollNetDirect
    {{kNone, kNone, kNone}},  // CollNetChain
    {{kNone, kNone, kNone}},  // NVLS
    {{kNone, kNone, kNone}},  // NVLSTree
    {{8.0, 8.0, 8.0}},        // PAT
}}};

// graph/tuning.cc, ncclTunerConstantsDefaults.hwLatencies
constexpr LatencyTable kNvLinkLatency{{{
    {{0.6, 1.25, 4.0}},
    {{0.6, 1.9, 3.4}},
    {{kNone, kNone, 3.7}},
    {{kNone, kNone, 2.8}},
    {{kNone, kNone, 25}},
    {{kNone, kNone, 25}},
    {{kNone, kNone, 4.0}},
}}};
constexpr LatencyTable kPciLatency{{{
    {{1.0, 1.9, 4.0}},
    {{1.0, 2.5, 5.7}},
    {{kNone, kNone, 3.7}},
    {{kNone, kNone, 2.8}},
    {{kNone, kNone, kNone}},
    {{kNone, kNone, kNone}},
    {{kNone, kNone, 4.0}},
}}};
constexpr LatencyTable kNetworkLatency{{{
    {{5.0, 8.5, 14}},
    {{2.7, 4.0, 14.0}},
    {{kNone, kNone, 31}},
    {{kNone, kNone, 30}},
    {{kNone, kNone, 18}},
    {{kNone, kNone, 20.9}},
    {{kNone, kNone, 14}},
}}};

// Rows Volta, Ampere, Hopper, Blackwell; columns 1, 2, more nodes.
// graph/tuning.cc, ncclTunerConstantsDefaults.llMaxBws; on several nodes NCCL takes the first
// row for Intel and other CPUs, the second for AMD and mixed ones (ncclTopoTuneModel, index1).
constexpr CapTable kLlCap{{{
    {{39.0, 39.0, 20.4}},
    {{87.7, 22.5, 19.0}},
    {{141.0, 45.0, 35.0}},
    {{2 * 141.0, 2 * 45.0, 2 * 35.0}},
}}};
// .perChMaxRingLL128Bws
constexpr CapTable kRingLl128Cap{{{
    {{20.0, 20.0, 20.0}},
    {{20.0, 20.0, 20.0}},
    {{36.7, 36.7, 36.7}},
    {{2 * 36.7, 34.6, 2 * 36.7}},
}}};
// .perChMaxTreeBws
constexpr CapTable kTreeCap{{{
    {{26.5, 18.5, 10.0}},
    {{24.0, 23.6, 17.8}},
    {{38.7, 41.4, 36.0}},
    {{70.0, 42.8, 24.0}},
}}};
// .perChMaxTreeLL128Bws
constexpr CapTable kTreeLl128Cap{{{
    {{20.0, 20.0, 20.0}},
    {{20.0, 20.0, 20.0}},
    {{36.7, 36.7, 29.0}},
    {{55.6, 31.67, 20.0}},
}}};
// .perChMaxNVLSTreeBws
constexpr CapTable kNvlsTreeCap{{{
    {{26.5, 18.5, 10.0}},
    {{24.0, 23.6, 17.8}},
    {{0.0, 57.7, 45.5}},
    {{0.0, 96.0, 43.8}},
}}};

// graph/tuning.cc, treeCorrectionFactor
constexpr ByProtocol<std::array<float, kTreeCorrections>> kTreeCorrection{{{
    {1.0F, 1.0F, 1.0F, 1.0F, .9F, .8F, .7F, .7F,  .7F,  .7F,  .6F, .5F,  // LL, 64 B to 128 KiB
     .4F,  .4F,  .5F,  .6F,  .7F, .8F, .9F, 1.0F, 1.0F, 1.0F, 1.0F},     // 256 KiB to 256 MiB
    {1.0F, 1.0F, 1.0F, 1.0F, 1.0F, .9F, .8F, .8F, .8F, .7F,  .6F, .6F,   // LL128
     .6F,  .6F,  .6F,  .6F,  .8F,  .9F, .9F, .9F, .9F, 1.0F, 1.0F},
    {.9F, .9F, .9F, .9F, .9F, .9F, .9F, .8F, .7F, .6F, .6F, .5F,  // Simple
     .5F, .5F, .5F, .6F, .7F, .8F, .7F, .7F, .8F, .9F, .9F},
}}};

constexpr TuningConstants kTuning{
    .base_latency_us = kBaseLatency,
    .hop_latency_us = {{kNvLinkLatency, kPciLatency, kNetworkLatency}},
    .ll_cap = kLlCap,
    .ring_ll128_cap = kRingLl128Cap,
    .tree_cap = kTreeCap,
    .tree_ll128_cap = kTreeLl128Cap,
    .nvls_tree_cap = kNvlsTreeCap,
    .nvls_efficiency = {{0.0F, 0.0F, 0.85F, 0.74F}},  // graph/tuning.cc, nvlsEfficiency
    // graph/tuning.cc, ncclTopoTuneModel, the refinements of busBw
    .ring_ll_share = .5,
    .ring_ll_share_copying = .5,
    .ring_ll128_share = 0.92,
    .ring_ll128_share_exposed = 0.92,
    .tree_share = .92,
    .tree_ll_divisor = 3.8,
    .tree_ll128_share_one_node = 7.0 / 9.0,
    .tree_ll128_share = 120.0 / 128.0,
    .plain_tree_share = .85,
    .pat_share = .75,
    .collnet_direct_share = .85,
    .collnet_gather_share = 0.9F,
    // graph/tuning.cc, ncclTopoTuneModel, the sums of latencies
    .collnet_direct_us_per_peer = 0.4,
    .pat_network_divisor = 3.5,
    .pat_us_per_rank = 2.8,
    .net_overhead_us = 1.0F,  // getNetOverhead, also for CPUs that it does not name
    .net_overhead_amd_us = 2.0F,
    .net_overhead_simple_factor = 3,
    .tree_correction = kTreeCorrection,
    .ring_plateau = {{1.9, 1.4, 1.4, 1.4}},  // graph/tuning.cc, ncclTopoGetAlgoTime
    .ring_plateau_min_bytes = 64,
    .fp8_ring_penalty = 1024.0,  // enqueue.cc, updateCollCostTable
    .fp8_ring_max_ranks = 8,
    .slow_ring_gb_per_s = 12.0,  // graph/topo.h, PCI_BW
};

constexpr ChannelConstants kChannels{
    .max_channels = 64,                      // include/device.h, MAXCHANNELS
    .wide_min_compute_capability = 90,       // graph/connect.cc, ncclTopoPostset
    .wide_max_compute_capability = 1 << 20,  // none
    .wide_min_intra_gb_per_s = 45.0,
    .wide_max_channels = 16,
    .nvls_channels = 16,  // transport/nvls.cc, NVLS_NCHANNELS_SM90
    .nvls_channels_blackwell = 32,
    .nvls_channels_blackwell_one_node = 24,
    .collnet_min_nodes = 2,  // init.cc, NCCL_COLLNET_NODE_THRESHOLD
    .max_direct_ranks = 8,   // include/device.h, NCCL_MAX_DIRECT_ARITY + 1
    .max_nvls_ranks = 32,    // include/device.h, NCCL_MAX_NVLS_ARITY
};

// Grains: include/device.h, ncclProtoGrainSize. Buffers: init.cc, DEFAULT_*_BUFFSIZE (LL: 8 lines
// of 16 B for each of 512 threads; LL128: 120 words of 8 B for each of 640 threads; 8 steps each).
// Threads: include/device.h, NCCL_*_MAX_NTHREADS. Thresholds: include/comm.h, NCCL_*_THRESHOLD.
constexpr ProtocolConstants kLl{16, 8 * 512 * 8 * 16, 512, 8};
constexpr ProtocolConstants kLl128{1920, 120 * 640 * 8 * 8, 640, 8};
constexpr ProtocolConstants kSimple{512, 1 << 22, 512, 64};

constexpr ScheduleConstants kSchedule{
    .protocols = {{kLl, kLl128, kSimple}},
    .warp_threads = 32,        // include/device.h, WARP_SIZE
    .max_threads = 640,        // include/device.h, NCCL_MAX_NTHREADS
    .min_block_threads = 128,  // include/device.h, NCCL_MIN_NTHREADS
    .min_warps = 3,            // enqueue.cc, topoGetAlgoInfo
    .slow_ring_threads = 256,  // graph/tuning.cc, ncclTopoTuneModel, simpleDefaultThreads
    .buffer_steps = 8,         // include/device.h, NCCL_STEPS
    .ring_chunk_steps = 4,     // include/collectives.h, ALLREDUCE_CHUNKSTEPS and alike
    .ring_sync_warps = 1,      // enqueue.cc, topoGetAlgoInfo
    .tree_sync_warps = 4,
    .collnet_thread_threshold = 512,         // graph/tuning.cc, ncclTopoTuneModel
    .min_channel_traffic_bytes = 16 << 10,   // enqueue.cc, scheduleCollTasksToPlan
    .ll_traffic_factor = 4,                  // enqueue.cc, ncclPrepareTasks
    .nvls_chunk_bytes = 128 * 1024,          // transport/nvls.cc, NCCL_NVLS_CHUNKSIZE
    .nvls_slow_network_chunk_bytes = 32768,  // enqueue.cc, calcCollChunking
    .nvls_slow_network_gb_per_s = 150,
    .nvls_tree_many_nodes = 4,
    .nvls_tree_many_nodes_chunk_bytes = 65536,
    .collnet_chain_chunk_bytes = 256 * 1024,
    .pair_parts_of_step = 8,              // enqueue.cc, addP2pToPlan, minPartSize
    .pair_ll_counts_all_channels = true,  // enqueue.cc, addP2pToPlan, thresholdLL
};

constexpr std::array kSources{
    ConstantSource{"base latencies", "graph/tuning.cc, ncclTunerConstantsDefaults.baseLatencies"},
    ConstantSource{"latencies of hops",
                   "graph/tuning.cc, ncclTunerConstantsDefaults.hwLatencies, getNetOverhead"},
    ConstantSource{"caps on bandwidth",
                   "graph/tuning.cc, ncclTunerConstantsDefaults.llMaxBws, .perChMax*Bws"},
    ConstantSource{"shares of bandwidth", "graph/tuning.cc, ncclTopoTuneModel, nvlsEfficiency"},
    ConstantSource{"corrections by size",
                   "graph/tuning.cc, treeCorrectionFactor, ncclTopoGetAlgoTime"},
    ConstantSource{"link and channel rates", "graph/topo.h; graph/search.cc, *SpeedArray*"},
    ConstantSource{"channels",
                   "graph/connect.cc, ncclTopoPostset; include/device.h; transport/nvls.cc"},
    ConstantSource{"threads and chunks",
                   "enqueue.cc, topoGetAlgoInfo, scheduleCollTasksToPlan, "
                   "calcCollChunking; include/device.h, include/comm.h"},
};

}  // namespace

const Version& version_2_28() {
  static const Version kVersion{
      .name = "2.28.9",
      .until = "2.28.9",
      .source = "NCCL v2.28.9-1",
      .sources = kSources,
      .hardware = hardware_2_28(),
      .search = search_2_28(),
      .tuning = kTuning,
      .channels = kChannels,
      .schedule = kSchedule,
  };
  return kVersion;
}

}  // namespace treering::sim::nccl::versions
