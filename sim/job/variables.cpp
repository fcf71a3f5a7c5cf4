#include "sim/job/variables.h"

#include <algorithm>
#include <array>

#include "sim/job/choice_variables.h"
#include "sim/job/plain_variables.h"
#include "sim/job/port_variables.h"
#include "sim/job/value_text.h"

namespace treering::sim::job {
namespace {

using nccl::Protocol;
using Text = std::string_view;

// NCCL v2.28.9-1: src/include/device.h, MAXCHANNELS and NCCL_*_MAX_NTHREADS; least threads:
// src/graph/tuning.cc, ncclTopoTuneModel.
constexpr int kMost = 64;
constexpr Bounds kThreads{64, 512};
constexpr Bounds kLl128Threads{160, 640};
// A step, an eighth of the buffer, must hold a grain (src/include/device.h, ncclProtoGrainSize) in
// addition to LL's flags, which take half of it, or LL128's, which take a sixteenth.
constexpr int kLeastLlBuffer = 8 * 2 * 16;
constexpr int kLeastLl128Buffer = 8 * 1920 / 15 * 16;
constexpr int kLeastBuffer = 8 * 512;
constexpr int kLeastChunk = 512;

std::optional<int>& buffer(Settings& settings, Protocol protocol) {
  return settings.buffers.by_protocol[static_cast<std::size_t>(protocol)];
}

Remark read_nvls_channels(Text text, Settings& settings) {
  const Number number = read_number(text);
  settings.channels.nvls_channels = as_int(number);
  if (settings.channels.nvls_channels.value_or(1) > 0) return number.remark;
  settings.channels.nvls_channels.reset();
  return std::string("NCCL uses its own number");
}

Remark read_net_overhead(Text text, Settings& settings) {
  const Number number = read_number(text);
  if (number.value && *number.value != kUnset) {
    // NCCL v2.28.9-1, src/graph/tuning.cc, getNetOverhead: ns in double, then float.
    settings.net_overhead_us = static_cast<float>(static_cast<double>(*number.value) * .001);
  }
  return number.remark;
}

Remark read_collnet_nodes(Text text, Settings& settings) {
  const Number number = read_number(text);
  settings.collnet_min_nodes = as_int(number);
  return number.remark;
}

/// NCCL v2.28.9-1, src/init.cc, envConfigOverride: nothing below 1.
Remark read_channels_per_network(Text text, Settings& settings) {
  const Number number = read_number(text);
  const auto asked = as_int(number);
  if (!asked) return number.remark;
  if (*asked <= 0) return std::string("NCCL uses its own number");
  settings.pairs.channels_per_network = asked;
  return number.remark;
}

constexpr Text kZeroOrOne = "0 or 1";
constexpr Text kChannelNumber = "1 to 64";
constexpr Text kJoiningLevel = "LOC, PORT, PIX, PXB, P2C, PXN, PHB or SYS";
constexpr Text kLevel = "LOC, NVL, NVB, C2C, PIX, PXB, P2C, PXN, PHB or SYS; or 0 to 5";

constexpr Variable reaching(Reach reach, Variable variable) {
  variable.reach = reach;
  return variable;
}

constexpr Variable of_tuned(Variable variable) {
  return reaching(Reach::Tuned, variable);
}

constexpr Variable of_pairs(Variable variable) {
  return reaching(Reach::Pairs, variable);
}

constexpr std::array kVariables{
    of_tuned({"NCCL_ALGO", "ring,tree or ^tree or ring;allreduce:tree,nvls",
              "the algorithms that may be chosen, by collective", "graph/tuning.cc, parseList",
              set_algorithms, Rules::OfVersion, set_old_algorithms}),
    of_tuned({"NCCL_PROTO", "ll,simple or ^ll128 or ll;allreduce:simple",
              "the protocols that may be chosen; LL128 then also where NCCL considers it unsafe",
              "graph/tuning.cc, parseList", set_protocols, Rules::OfVersion, set_old_protocols}),

    Variable{"NCCL_MIN_NRINGS", kChannelNumber, "old name of NCCL_MIN_NCHANNELS",
             "graph/connect.cc, ncclMinNchannels",
             [](Text text, Settings& to) {
               return set_bounded(text, {0, kMost}, to.channels.min_channels);
             }},
    Variable{"NCCL_MIN_NCHANNELS", kChannelNumber, "the fewest channels of rings and trees",
             "graph/connect.cc, ncclMinNchannels",
             [](Text text, Settings& to) {
               return set_bounded(text, {0, kMost}, to.channels.min_channels);
             }},
    Variable{"NCCL_MAX_NRINGS", kChannelNumber, "old name of NCCL_MAX_NCHANNELS",
             "graph/connect.cc, ncclMaxNchannels",
             [](Text text, Settings& to) {
               return set_bounded(text, {1, kMost}, to.channels.max_channels);
             }},
    Variable{"NCCL_MAX_NCHANNELS", kChannelNumber, "the most channels of rings and trees",
             "graph/connect.cc, ncclMaxNchannels",
             [](Text text, Settings& to) {
               return set_bounded(text, {1, kMost}, to.channels.max_channels);
             }},
    Variable{"NCCL_MIN_CTAS", kChannelNumber, "the fewest channels, those of NVLS included",
             "init.cc, envConfigOverride",
             [](Text text, Settings& to) {
               return set_at_least_one(text, {1, kMost}, to.channels.min_ctas);
             }},
    Variable{"NCCL_MAX_CTAS", kChannelNumber, "the most channels, those of NVLS included",
             "init.cc, envConfigOverride",
             [](Text text, Settings& to) {
               return set_at_least_one(text, {1, kMost}, to.channels.max_ctas);
             }},
    Variable{"NCCL_NVLS_NCHANNELS", kChannelNumber, "channels of NVLS and NVLSTree",
             "transport/nvls.cc, ncclNvlsInit", read_nvls_channels},

    of_pairs({"NCCL_MIN_P2P_NCHANNELS", kChannelNumber,
              "the fewest channels of messages between pairs",
              "graph/paths.cc, "
              "ncclTopoComputeP2pChannels",
              [](Text text, Settings& to) {
                return set_limited(text, {1, kMost}, to.pairs.min_channels);
              }}),
    of_pairs({"NCCL_MAX_P2P_NCHANNELS", kChannelNumber,
              "the most channels of messages between pairs",
              "graph/paths.cc, "
              "ncclTopoComputeP2pChannels",
              [](Text text, Settings& to) {
                return set_limited(text, {1, kMost}, to.pairs.max_channels);
              }}),
    of_pairs({"NCCL_NCHANNELS_PER_NET_PEER", kChannelNumber,
              "channels of messages to each rank of other nodes",
              "graph/paths.cc, ncclTopoGetNchannels", read_channels_per_network}),

    Variable{"NCCL_NVLS_ENABLE", "0, 1 or 2", "NVLS and NVLSTree: off, on, or where they work",
             "transport/nvls.cc, ncclNvlsInit",
             [](Text text, Settings& to) { return set_switch(text, to.nvls); }},
    of_tuned({"NCCL_COLLNET_ENABLE", kZeroOrOne, "reduction in the network (SHARP)",
              "init.cc, envConfigOverride",
              [](Text text, Settings& to) { return set_collnet(text, to.collnet); }}),
    of_tuned({"NCCL_COLLNET_NODE_THRESHOLD", "N", "the fewest nodes for reduction in the network",
              "init.cc, initTransportsRank", read_collnet_nodes}),
    of_tuned({"NCCL_PAT_ENABLE", "0, 1 or 2", "PAT: off, on, or with one GPU per node",
              "graph/tuning.cc, ncclPatEnable",
              [](Text text, Settings& to) { return set_switch(text, to.pat); }}),

    Variable{"NCCL_P2P_LEVEL", kLevel, "how far apart GPUs may access each other's memory",
             "graph/paths.cc, ncclTopoCheckP2p",
             [](Text text, Settings& to) { return set_peer_to_peer_level(text, to.paths); }},
    Variable{"NCCL_P2P_DISABLE", kZeroOrOne, "GPUs talk through the memory of the host",
             "graph/paths.cc, ncclGetLevel",
             [](Text text, Settings& to) { return set_peer_to_peer_disable(text, to.paths); }},
    Variable{
        "NCCL_SHM_DISABLE", kZeroOrOne,
        "GPUs too far apart for peer-to-peer talk through the network, not through the host",
        "transport/shm.cc, shmCanConnect",
        [](Text text, Settings& to) { return set_if_one(text, false, to.paths.shared_memory); }},
    Variable{"NCCL_NET_DISABLE_INTRA", kZeroOrOne, "no network between GPUs of one node",
             "graph/paths.cc, ncclTopoCheckNet",
             [](Text text, Settings& to) {
               return set_if_one(text, false, to.paths.network_inside_node);
             }},
    Variable{
        "NCCL_NVB_DISABLE", kZeroOrOne, "no way over NVLink through a third GPU",
        "graph/paths.cc, ncclTopoSetPaths",
        [](Text text, Settings& to) { return set_flag(text, false, to.paths.relays_over_nvlink); }},

    Variable{"NCCL_CROSS_NIC", "0, 1 or 2", "rings that change rails: never, always, where better",
             "graph/search.cc, ncclTopoCompute",
             [](Text text, Settings& to) { return set_cross_nic(text, to.cross_nic); }},
    Variable{"NCCL_PXN_DISABLE", kZeroOrOne, "no sending through the NIC of another GPU",
             "graph/paths.cc, ncclPxnDisable",
             [](Text text, Settings& to) { return set_if_one(text, false, to.paths.pxn); }},
    of_pairs({"NCCL_P2P_PXN_LEVEL", "0, 1 or 2",
              "messages between pairs leave by the receiver's NIC: never, where the sender reaches "
              "it, or through the GPU next to it",
              "graph/search.cc, ncclTopoGetNetDev",
              [](Text text, Settings& to) { return set_pxn_level(text, to.pairs.pxn_level); }}),
    Variable{"NCCL_PXN_C2C", kZeroOrOne,
             "sending through the NIC of another GPU also where that GPU reaches it over C2C",
             "graph/paths.cc, ncclTopoComputePaths",
             [](Text text, Settings& to) { return set_flag(text, true, to.paths.pxn_over_c2c); }},
    Variable{"NCCL_NET_GDR_LEVEL", kLevel, "how far from a GPU a NIC still reads its memory",
             "graph/paths.cc, ncclTopoCheckGdr",
             [](Text text, Settings& to) { return set_gpu_direct_level(text, to.paths); }},
    Variable{
        "NCCL_NET_GDR_C2C", kZeroOrOne, "GPUDirect RDMA also over C2C and the CPU",
        "graph/paths.cc, ncclTopoCheckGdr",
        [](Text text, Settings& to) { return set_flag(text, true, to.paths.gpu_direct_over_c2c); }},
    Variable{
        "NCCL_NET_GDR_READ", kZeroOrOne,
        "GPUDirect RDMA for sends: never, or also before Ampere without NVLink",
        "graph/paths.cc, ncclTopoCheckGdr",
        [](Text text, Settings& to) { return set_gpu_direct_reads(text, to.gpu_direct_reads); }},
    Variable{"NCCL_NETDEVS_POLICY", "AUTO, ALL or MAX:N",
             "over how many of the nearest NICs a GPU spreads its channels",
             "graph/topo.cc, ncclTopoGetLocalNet",
             [](Text text, Settings& to) { return set_nets_per_gpu(text, to.nets_per_gpu); }},
    Variable{"NCCL_IB_HCA", "mlx5_0,mlx5_1:1 or =mlx5_0 or ^mlx5_0",
             "the RDMA adapters to use, by the beginnings of their names",
             "transport/net_ib.cc, ncclIbInitDevices",
             [](Text text, Settings& to) { return set_adapters(text, to.adapters); }, Rules::OfAll},
    Variable{"NCCL_IB_MERGE_NICS", kZeroOrOne,
             "the ports of an adapter are one NET: never, or as NCCL's InfiniBand plugin does",
             "transport/net_ib.cc, ncclIbMakeVDevice",
             [](Text text, Settings& to) { return set_nic_joining(text, to.nics); }},
    Variable{"NCCL_NET_MERGE_LEVEL", kJoiningLevel,
             "how far apart ports of one NET may be; PORT: on one adapter",
             "graph/topo.cc, ncclTopoGetFusionEnv",
             [](Text text, Settings& to) { return set_joining_level(text, to.nics); }},
    Variable{"NCCL_NET_FORCE_MERGE", "a,b;c,d",
             "ports that are one NET, by group; the others as NCCL_NET_MERGE_LEVEL says",
             "graph/topo.cc, ncclTopoForceMerge",
             [](Text text, Settings& to) { return set_forced_groups(text, to.nics); }},

    of_tuned(
        {"NCCL_NTHREADS", "64 to 512 by 32", "the most threads per channel of LL and Simple",
         "graph/tuning.cc, getNthreads",
         [](Text text, Settings& to) { return set_threads(text, kThreads, to.threads.threads); }}),
    of_tuned({"NCCL_LL128_NTHREADS", "160 to 640 by 32", "the most threads per channel of LL128",
              "graph/tuning.cc, getNthreads",
              [](Text text, Settings& to) {
                return set_threads(text, kLl128Threads, to.threads.ll128_threads);
              }}),
    of_tuned({"NCCL_THREAD_THRESHOLDS", "up to six numbers",
              "bytes per thread of Tree and Ring (LL, LL128, Simple of each) that pay off",
              "graph/tuning.cc, ncclTopoTuneModel",
              [](Text text, Settings& to) { return set_thresholds(text, to.threads); }}),

    Variable{"NCCL_BUFFSIZE", "bytes", "buffer of a Simple connection, and so its chunks",
             "init.cc, computeBuffSizes",
             [](Text text, Settings& to) {
               return set_bytes(text, kLeastBuffer, buffer(to, Protocol::Simple));
             }},
    Variable{"NCCL_LL_BUFFSIZE", "bytes", "buffer of an LL connection", "init.cc, computeBuffSizes",
             [](Text text, Settings& to) {
               return set_bytes(text, kLeastLlBuffer, buffer(to, Protocol::Ll));
             }},
    Variable{"NCCL_LL128_BUFFSIZE", "bytes", "buffer of an LL128 connection",
             "init.cc, computeBuffSizes",
             [](Text text, Settings& to) {
               return set_bytes(text, kLeastLl128Buffer, buffer(to, Protocol::Ll128));
             }},
    of_tuned({"NCCL_NVLS_CHUNKSIZE", "bytes", "the largest chunk of NVLS and NVLSTree",
              "transport/nvls.cc, ncclNvlsSetup",
              [](Text text, Settings& to) {
                return set_bytes(text, kLeastChunk, to.buffers.nvls_chunk);
              }}),
    of_tuned({"NCCL_NVLSTREE_MAX_CHUNKSIZE", "bytes", "the largest chunk of NVLSTree",
              "enqueue.cc, calcCollChunking",
              [](Text text, Settings& to) {
                return set_bytes(text, kLeastChunk, to.buffers.max_nvls_tree_chunk);
              }}),

    of_tuned({"NCCL_NET_OVERHEAD", "ns", "what posting a message costs in NCCL's model",
              "graph/tuning.cc, getNetOverhead", read_net_overhead}),
    of_tuned({"NCCL_LL128_C2C", kZeroOrOne,
              "LL128 also where messages may pass another GPU or C2C, from Hopper on",
              "graph/tuning.cc, ncclTopoTuneModel",
              [](Text text, Settings& to) { return set_flag(text, true, to.ll128_over_c2c); }}),
};

}  // namespace

std::span<const Variable> all_variables() {
  return kVariables;
}

const Variable* find_variable(std::string_view name) {
  const auto* const found = std::ranges::find(kVariables, name, &Variable::name);
  return found == kVariables.end() ? nullptr : found;
}

}  // namespace treering::sim::job
