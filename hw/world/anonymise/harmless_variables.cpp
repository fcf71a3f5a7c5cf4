#include <algorithm>
#include <set>
#include <sstream>

#include "core/text/reading.h"
#include "hw/world/anonymise/harmless_texts.h"

namespace treering::hw::world::anonymise {
namespace {

// Names that NCCL reads (v2.28.9-1, src/), without NCCL_. Most take numbers, words and names of
// devices.
constexpr const char* kPlain =
    "ALGO ALLOC_P2P_NET_LL_BUFFERS BUFFSIZE CGA_CLUSTER_SIZE CHECK_POINTERS CHUNK_SIZE "
    "COLLNET_ENABLE COLLNET_NODE_THRESHOLD COMM_BLOCKING COMM_SHRINK_SHARE_RESOURCES "
    "COMM_SPLIT_SHARE_RESOURCES CONNECT_ROUND_MAX_PEERS CREATE_THREAD_CONTEXT CROSS_NIC "
    "CTA_POLICY CUMEM_ENABLE CUMEM_HOST_ENABLE DEBUG DEBUG_SUBSYS DEBUG_TIMESTAMP_LEVELS "
    "DMABUF_ENABLE GDRCOPY_ENABLE GDRCOPY_FIFO_ENABLE GDRCOPY_FLUSH_ENABLE GDRCOPY_SYNC_ENABLE "
    "GDR_FLUSH_DISABLE GIN_COUNTER_POOL_SIZE GIN_ENABLE GIN_ERROR_QUERY_SEC GIN_GDAKI_NIC_HANDLER "
    "GIN_GDAKI_QP_DEPTH GIN_NCONTEXTS GIN_PROXY_QUEUE_SIZE GIN_SIGNAL_POOL_SIZE GIN_TYPE "
    "GRAPH_DUMP_FILE_RANK GRAPH_HELPER_DISABLE GRAPH_MIXING_SUPPORT GRAPH_REGISTER "
    "GROUP_CUDA_STREAM IB_ADAPTIVE_ROUTING IB_ADDR_FAMILY IB_AR_THRESHOLD IB_CUDA_SUPPORT "
    "IB_DATA_DIRECT IB_DISABLE IB_ECE_ENABLE IB_FIFO_TC IB_GID_INDEX IB_HCA IB_MERGE_NICS "
    "IB_MERGE_VFS IB_MQP_RETRY_ALL IB_MQP_RETRY_CNT IB_MQP_RETRY_SLEEP_MSEC "
    "IB_PCI_RELAXED_ORDERING IB_QPS_PER_CONNECTION IB_RETRY_CNT IB_RETURN_ASYNC_EVENTS "
    "IB_ROCE_VERSION_NUM IB_ROUTABLE_FLID_GID_INDEX IB_SL IB_SPLIT_DATA_ON_QPS IB_TC IB_TIMEOUT "
    "IB_USE_INLINE IB_WARN_RAIL_LOCAL IGNORE_CPU_AFFINITY IGNORE_DISABLED_P2P "
    "L1_SHARED_MEMORY_CARVEOUT LAUNCH_MODE LAUNCH_ORDER_IMPLICIT LAUNCH_RACE_FATAL "
    "LEGACY_CUDA_REGISTER LL128_BUFFSIZE LL128_C2C LL128_NTHREADS LL_BUFFSIZE LL_THRESHOLD "
    "LOCAL_REGISTER MAX_CTAS MAX_NCHANNELS MAX_NRINGS MAX_P2P_NCHANNELS MEM_SYNC_DOMAIN MIN_CTAS "
    "MIN_NCHANNELS MIN_NRINGS MIN_P2P_NCHANNELS MNNVL_ENABLE MNNVL_RAIL_PER_HOST "
    "MNNVL_SCATTER_NETS_ENABLE NCHANNELS_PER_NET_PEER NETDEVS_POLICY NET_DISABLE_INTRA "
    "NET_FORCE_FLUSH NET_FORCE_MERGE NET_GDR_C2C NET_GDR_LEVEL NET_GDR_READ NET_MERGE_LEVEL "
    "NET_OPTIONAL_RECV_COMPLETION NET_OVERHEAD NET_PLUGIN_REF_COUNT NET_SHARED_BUFFERS "
    "NET_SHARED_COMMS NSOCKS_PERTHREAD NTHREADS NVB_DISABLE NVB_PRECONNECT "
    "NVLINK_UTIL_CENTRIC_SCHED_ENABLE NVLSTREE_MAX_CHUNKSIZE NVLS_CHUNKSIZE NVLS_ENABLE "
    "NVLS_NCHANNELS NVTX_DISABLE OOB_NET_ENABLE OOB_NET_IFNAME P2P_DIRECT_DISABLE P2P_DISABLE "
    "P2P_LEVEL P2P_LL_THRESHOLD P2P_NET_CHUNKSIZE P2P_NVL_CHUNKSIZE P2P_PCI_CHUNKSIZE "
    "P2P_PXN_LEVEL P2P_READ_ENABLE P2P_SCHEDULE_GROUP_SIZE P2P_USE_CUDA_MEMCPY PAT_ENABLE "
    "PROGRESS_APPENDOP_FREQ PROTO PROXY_APPEND_BATCH_SIZE PROXY_CPUSET PROXY_DUMP_SIGNAL PXN_C2C "
    "PXN_DISABLE RAS_ENABLE RAS_TIMEOUT_FACTOR REPORT_CONNECT_PROGRESS RINGS RUNTIME_CONNECT "
    "SET_CPU_STACK_SIZE SET_STACK_SIZE SET_THREAD_NAME SHM_DISABLE SHM_LOCALITY SHM_MEMCPY_MODE "
    "SHM_USE_CUDA_MEMCPY SINGLE_PROC_MEM_REG_ENABLE SINGLE_RING_THRESHOLD SOCKET_FAMILY "
    "SOCKET_IFNAME SOCKET_INLINE SOCKET_MIN_TASKSIZE SOCKET_NTHREADS SOCKET_RCVBUF "
    "SOCKET_RETRY_CNT SOCKET_RETRY_SLEEP_MSEC SOCKET_SNDBUF SYM_CTAS SYM_KERNEL THREAD_THRESHOLD "
    "THREAD_THRESHOLDS "
    "TOPO_DUMP_FILE_RANK TREE_THRESHOLD UID_STAGGER_RATE UID_STAGGER_THRESHOLD "
    "UNPACK_DOUBLE_NCHANNELS WARN_ENABLE_DEBUG_INFO WIN_ENABLE WIN_STRIDE WORK_ARGS_BYTES "
    "WORK_FIFO_BYTES ";

// These name files, plugins, hosts, addresses, or the partition of a tenant.
constexpr const char* kNaming =
    "COMM_ID CONF_FILE DEBUG_FILE DEBUG_TIMESTAMP_FORMAT ENV_PLUGIN GRAPH_DUMP_FILE GRAPH_FILE "
    "HOSTID IB_ADDR_RANGE IB_PKEY MNNVL_CLIQUE_ID MNNVL_UUID NET NET_PLUGIN PROFILER_PLUGIN "
    "RAS_ADDR "
    "TOPO_DUMP_FILE TOPO_FILE TUNER_CONFIG_FILE TUNER_PLUGIN ";

using Names = std::set<std::string, std::less<>>;

Names names_in(const char* list, std::string_view prefix) {
  std::istringstream stream(list);
  Names names;
  for (std::string name; stream >> name;) names.insert(std::string(prefix) + name);
  return names;
}

bool is_plain(std::string_view name) {
  static const Names kAll = names_in(kPlain, "NCCL_");
  return kAll.contains(name) || name == "CUDA_VISIBLE_DEVICES" || name == "NVIDIA_VISIBLE_DEVICES";
}

bool is_naming(std::string_view name) {
  static const Names kAll = names_in(kNaming, "NCCL_");
  return kAll.contains(name) || name == "LD_LIBRARY_PATH";
}

/// Words of NCCL's names, so that of one that is misspelt only the fault is lost.
bool is_part_of_names(std::string_view part) {
  static const Names kAll = [] {
    std::string parts = std::string("NCCL ") + kPlain + kNaming;
    std::ranges::replace(parts, '_', ' ');
    return names_in(parts.c_str(), "");
  }();
  return kAll.contains(part);
}

/// The number that a text begins with, as strtoll reads it: "-2" of "-2x". Empty for none.
std::string_view number_at_start(std::string_view text) {
  constexpr std::size_t kMost = 10;
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", sign), text.size());
  const bool is_alone = end == text.size() || text[end] == ' ' || text[end] == '\r';
  return end > sign && end - sign <= kMost && is_alone ? text.substr(0, end) : std::string_view();
}

}  // namespace

std::string harmless_variable_name(const std::string& name, SecretFilter& filter) {
  if (is_plain(name) || is_naming(name)) return name;
  std::string result;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('_', at), name.size());
    const std::string part = name.substr(at, end - at);
    result += is_part_of_names(part) ? part : filter.text(part, Trust::Words);
    if (end < name.size()) result += '_';
    at = end + 1;
  }
  return result;
}

std::string harmless_value(const std::string& name, const std::string& value,
                           SecretFilter& filter) {
  if (value.starts_with('/') && value.find_first_of(":,") == std::string::npos) {
    return filter.path(value);
  }
  if (!is_plain(name)) return filter.text(value, Trust::Words);
  const std::string_view number = number_at_start(value);
  return std::string(number) +
         filter.text(std::string_view(value).substr(number.size()), Trust::Values);
}

std::string harmless_gpu_model(std::string_view model, SecretFilter& filter) {
  std::string result;
  for (std::size_t at = 0; at <= model.size();) {
    const std::size_t end = std::min(model.find_first_of(" -_", at), model.size());
    const std::string_view word = model.substr(at, end - at);
    result += is_gpu_model_word(word) ? std::string(word) : filter.text(word, Trust::Words);
    if (end < model.size()) result += model[end];
    at = end + 1;
  }
  return result;
}

}  // namespace treering::hw::world::anonymise
