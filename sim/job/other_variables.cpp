#include <algorithm>
#include <array>
#include <vector>

#include "sim/job/variables.h"

namespace treering::sim::job {
namespace {

using Name = std::string_view;

// Names that NCCL v2.28.9-1 reads anywhere in its src/.
constexpr std::array<Name, 9> kHardware{
    "NCCL_DMABUF_ENABLE", "NCCL_IB_DATA_DIRECT",      "NCCL_IB_DISABLE",
    "NCCL_IB_MERGE_VFS",  "NCCL_IGNORE_DISABLED_P2P", "NCCL_NET",
    "NCCL_NET_PLUGIN",    "NCCL_SOCKET_IFNAME",       "NCCL_TOPO_FILE",
};

constexpr std::array<Name, 20> kUnmodelled{
    "NCCL_COMM_SHRINK_SHARE_RESOURCES",
    "NCCL_COMM_SPLIT_SHARE_RESOURCES",
    "NCCL_CONF_FILE",
    "NCCL_CTA_POLICY",
    "NCCL_CUMEM_ENABLE",
    "NCCL_ENV_PLUGIN",
    "NCCL_GRAPH_FILE",
    "NCCL_HOSTID",
    "NCCL_MNNVL_CLIQUE_ID",
    "NCCL_MNNVL_ENABLE",
    "NCCL_MNNVL_RAIL_PER_HOST",
    "NCCL_MNNVL_SCATTER_NETS_ENABLE",
    "NCCL_MNNVL_UUID",
    "NCCL_P2P_USE_CUDA_MEMCPY",
    "NCCL_SYM_CTAS",
    "NCCL_SYM_KERNEL",
    "NCCL_TUNER_CONFIG_FILE",
    "NCCL_TUNER_PLUGIN",
    "NCCL_UNPACK_DOUBLE_NCHANNELS",
    "NCCL_WORK_ARGS_BYTES",
};

// They set how sockets, adapters, copies and proxies carry data, and when.
constexpr std::array<Name, 52> kTimes{
    "NCCL_ALLOC_P2P_NET_LL_BUFFERS",
    "NCCL_CGA_CLUSTER_SIZE",
    "NCCL_CHUNK_SIZE",
    "NCCL_CUMEM_HOST_ENABLE",
    "NCCL_GDRCOPY_ENABLE",
    "NCCL_GDRCOPY_FIFO_ENABLE",
    "NCCL_GDRCOPY_FLUSH_ENABLE",
    "NCCL_GDRCOPY_SYNC_ENABLE",
    "NCCL_GDR_FLUSH_DISABLE",
    "NCCL_GRAPH_HELPER_DISABLE",
    "NCCL_GRAPH_REGISTER",
    "NCCL_IB_ADAPTIVE_ROUTING",
    "NCCL_IB_AR_THRESHOLD",
    "NCCL_IB_ECE_ENABLE",
    "NCCL_IB_FIFO_TC",
    "NCCL_IB_PCI_RELAXED_ORDERING",
    "NCCL_IB_QPS_PER_CONNECTION",
    "NCCL_IB_SL",
    "NCCL_IB_SPLIT_DATA_ON_QPS",
    "NCCL_IB_TC",
    "NCCL_IB_USE_INLINE",
    "NCCL_IGNORE_CPU_AFFINITY",
    "NCCL_L1_SHARED_MEMORY_CARVEOUT",
    "NCCL_LAUNCH_MODE",
    "NCCL_LEGACY_CUDA_REGISTER",
    "NCCL_LOCAL_REGISTER",
    "NCCL_MEM_SYNC_DOMAIN",
    "NCCL_NET_FORCE_FLUSH",
    "NCCL_NET_OPTIONAL_RECV_COMPLETION",
    "NCCL_NET_SHARED_BUFFERS",
    "NCCL_NET_SHARED_COMMS",
    "NCCL_NSOCKS_PERTHREAD",
    "NCCL_NVLINK_UTIL_CENTRIC_SCHED_ENABLE",
    "NCCL_P2P_DIRECT_DISABLE",
    "NCCL_P2P_LL_THRESHOLD",
    "NCCL_P2P_NET_CHUNKSIZE",
    "NCCL_P2P_NVL_CHUNKSIZE",
    "NCCL_P2P_PCI_CHUNKSIZE",
    "NCCL_P2P_READ_ENABLE",
    "NCCL_P2P_SCHEDULE_GROUP_SIZE",
    "NCCL_PROGRESS_APPENDOP_FREQ",
    "NCCL_PROXY_APPEND_BATCH_SIZE",
    "NCCL_PROXY_CPUSET",
    "NCCL_SHM_LOCALITY",
    "NCCL_SHM_MEMCPY_MODE",
    "NCCL_SHM_USE_CUDA_MEMCPY",
    "NCCL_SINGLE_PROC_MEM_REG_ENABLE",
    "NCCL_SOCKET_INLINE",
    "NCCL_SOCKET_MIN_TASKSIZE",
    "NCCL_SOCKET_NTHREADS",
    "NCCL_SOCKET_RCVBUF",
    "NCCL_SOCKET_SNDBUF",
};

constexpr std::array<Name, 65> kNoEffect{
    "NCCL_CHECK_POINTERS",
    "NCCL_COMM_BLOCKING",
    "NCCL_COMM_ID",
    "NCCL_CONNECT_ROUND_MAX_PEERS",
    "NCCL_CREATE_THREAD_CONTEXT",
    "NCCL_DEBUG",
    "NCCL_DEBUG_FILE",
    "NCCL_DEBUG_SUBSYS",
    "NCCL_DEBUG_TIMESTAMP_FORMAT",
    "NCCL_DEBUG_TIMESTAMP_LEVELS",
    "NCCL_GIN_COUNTER_POOL_SIZE",
    "NCCL_GIN_ENABLE",
    "NCCL_GIN_ERROR_QUERY_SEC",
    "NCCL_GIN_GDAKI_NIC_HANDLER",
    "NCCL_GIN_GDAKI_QP_DEPTH",
    "NCCL_GIN_NCONTEXTS",
    "NCCL_GIN_PROXY_QUEUE_SIZE",
    "NCCL_GIN_SIGNAL_POOL_SIZE",
    "NCCL_GIN_TYPE",
    "NCCL_GRAPH_DUMP_FILE",
    "NCCL_GRAPH_DUMP_FILE_RANK",
    "NCCL_GRAPH_MIXING_SUPPORT",
    "NCCL_GROUP_CUDA_STREAM",
    "NCCL_IB_ADDR_FAMILY",
    "NCCL_IB_ADDR_RANGE",
    "NCCL_IB_GID_INDEX",
    "NCCL_IB_MQP_RETRY_ALL",
    "NCCL_IB_MQP_RETRY_CNT",
    "NCCL_IB_MQP_RETRY_SLEEP_MSEC",
    "NCCL_IB_PKEY",
    "NCCL_IB_RETRY_CNT",
    "NCCL_IB_RETURN_ASYNC_EVENTS",
    "NCCL_IB_ROCE_VERSION_NUM",
    "NCCL_IB_ROUTABLE_FLID_GID_INDEX",
    "NCCL_IB_TIMEOUT",
    "NCCL_IB_WARN_RAIL_LOCAL",
    "NCCL_LAUNCH_ORDER_IMPLICIT",
    "NCCL_LAUNCH_RACE_FATAL",
    "NCCL_NET_PLUGIN_REF_COUNT",
    "NCCL_NVB_PRECONNECT",
    "NCCL_NVTX_DISABLE",
    "NCCL_OOB_NET_ENABLE",
    "NCCL_OOB_NET_IFNAME",
    "NCCL_PROFILER_PLUGIN",
    "NCCL_PROXY_DUMP_SIGNAL",
    "NCCL_RAS_ADDR",
    "NCCL_RAS_ENABLE",
    "NCCL_RAS_TIMEOUT_FACTOR",
    "NCCL_REPORT_CONNECT_PROGRESS",
    "NCCL_RUNTIME_CONNECT",
    "NCCL_SET_CPU_STACK_SIZE",
    "NCCL_SET_STACK_SIZE",
    "NCCL_SET_THREAD_NAME",
    "NCCL_SOCKET_FAMILY",
    "NCCL_SOCKET_RETRY_CNT",
    "NCCL_SOCKET_RETRY_SLEEP_MSEC",
    "NCCL_TOPO_DUMP_FILE",
    "NCCL_TOPO_DUMP_FILE_RANK",
    "NCCL_UID_STAGGER_RATE",
    "NCCL_UID_STAGGER_THRESHOLD",
    "NCCL_VERSION",  // NVIDIA's container images set it; NCCL does not read it
    "NCCL_WARN_ENABLE_DEBUG_INFO",
    "NCCL_WIN_ENABLE",
    "NCCL_WIN_STRIDE",
    "NCCL_WORK_FIFO_BYTES",
};

// Read by old versions of NCCL and still found in scripts. Sources: NVIDIA's user guides of NCCL
// 2.3.7, 2.4.8 and 2.15.5 (Environment Variables); src/init.cu and src/rings.cu of NCCL 2.4.8.
constexpr std::array kRemoved{
    OtherVariable{"NCCL_IB_CUDA_SUPPORT", NotFollowed::Removed, "2.3",
                  "switched GPUDirect RDMA on or off"},
    OtherVariable{"NCCL_LL_THRESHOLD", NotFollowed::Removed, "2.4",
                  "was the size up to which LL is used, and 0 left Simple alone"},
    OtherVariable{"NCCL_RINGS", NotFollowed::Removed, "2.4", "listed the rings by hand"},
    OtherVariable{"NCCL_SINGLE_RING_THRESHOLD", NotFollowed::Removed, "2.2",
                  "was the size up to which one ring is used"},
    OtherVariable{"NCCL_THREAD_THRESHOLD", NotFollowed::Removed, "2.4",
                  "was the bytes of each thread below which fewer channels run"},
    OtherVariable{"NCCL_TREE_THRESHOLD", NotFollowed::Removed, "2.4",
                  "was the size up to which trees are used, and 0 left rings alone"},
};

template <std::size_t N>
void add(const std::array<Name, N>& names, NotFollowed why, std::vector<OtherVariable>& all) {
  for (const Name name : names) all.push_back({name, why});
}

std::vector<OtherVariable> collect() {
  std::vector<OtherVariable> all;
  add(kHardware, NotFollowed::Hardware, all);
  add(kUnmodelled, NotFollowed::Unmodelled, all);
  add(kTimes, NotFollowed::Times, all);
  add(kNoEffect, NotFollowed::NoEffect, all);
  all.insert(all.end(), kRemoved.begin(), kRemoved.end());
  return all;
}

}  // namespace

std::span<const OtherVariable> other_variables() {
  static const std::vector<OtherVariable> kAll = collect();
  return kAll;
}

std::string_view meaning_of(NotFollowed why) {
  switch (why) {
    case NotFollowed::NoEffect:
      return "no effect on the algorithms, protocols, channels and times of collectives";
    case NotFollowed::Times:
      return "not modelled: times can depend on it, algorithms, protocols and channels do not";
    case NotFollowed::Hardware:
      return "not followed: the topology says which devices there are";
    case NotFollowed::Unmodelled:
      return "not modelled, although NCCL's decisions can depend on it";
    case NotFollowed::Removed:
      return "no longer read by NCCL";
  }
  return "";
}

std::optional<OtherVariable> find_other_variable(std::string_view name) {
  const auto all = other_variables();
  const auto found = std::ranges::find(all, name, &OtherVariable::name);
  if (found == all.end()) return std::nullopt;
  return *found;
}

}  // namespace treering::sim::job
