#include "sim/job/variables.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "bench/parity/generate.h"

namespace treering::parity {
namespace {

struct Values {
  std::string_view name;    // without NCCL_
  std::string_view values;  // with bars between
};

constexpr std::array<Values, 52> kMenu{{
    {"ALGO",
     "Ring|tree|NVLS|NVLSTree|^ring|^NVLS,NVLSTREE|PAT|CollnetChain|ring,tree|ring;allreduce:tree|^"
     "tree;reducescatter:pat,ring;broadcast:ring|allgather:^pat|tree,collnetdirect;allgather:nvls"},
    {"PROTO",
     "LL|ll128|Simple|^LL|^ll128|^Simple|LL,Simple|Simple;allreduce:LL128|^LL128;allgather:LL|"
     "broadcast:^simple"},
    {"MIN_NCHANNELS", "1|4|7|12|16|32|64|100|-3|-2"},
    {"MAX_NCHANNELS", "1|2|3|5|8|16|100|0|-2"},
    {"MIN_NRINGS", "2|24|-2"},
    {"MAX_NRINGS", "1|4|-1"},
    {"MIN_CTAS", "1|4|24|64|0|128"},
    {"MAX_CTAS", "1|2|6|8|20|0|128"},
    {"NVLS_NCHANNELS", "1|4|12|24|40|0"},
    {"NVLS_ENABLE", "0|1|2|no"},
    {"COLLNET_ENABLE", "0|1|2"},
    {"COLLNET_NODE_THRESHOLD", "1|2|3|9"},
    {"PAT_ENABLE", "0|1|2"},
    {"P2P_LEVEL", "LOC|NVL|NVB|C2C|PIX|PXB|PHB|SYS|0|1|2|3|4|5|9|nvl"},
    {"P2P_DISABLE", "0|1|2"},
    {"SHM_DISABLE", "0|1"},
    {"NET_DISABLE_INTRA", "0|1"},
    {"NVB_DISABLE", "0|1|2"},
    {"CROSS_NIC", "0|1|2|3"},
    {"PXN_DISABLE", "0|1|2"},
    {"PXN_C2C", "0|1"},
    {"NET_GDR_LEVEL", "LOC|PIX|PXB|PHB|SYS|0|1|2|3|5|phb"},
    {"NET_GDR_C2C", "0|1"},
    {"NET_GDR_READ", "0|1"},
    {"NETDEVS_POLICY", "AUTO|ALL|MAX:1|max:2|MAX:4|MAX:0|some"},
    {"NTHREADS", "64|128|256|320|512|100|32|1024|0"},
    {"LL128_NTHREADS", "160|320|640|128|200|1024"},
    {"THREAD_THRESHOLDS", "0 0 0|16 16 128 16 16 128|4 -2 1000 x|-2 -2 -2 64 8 2048"},
    {"BUFFSIZE", "1048576|16777216|8388608|65536|4096|5000000"},
    {"LL_BUFFSIZE", "262144|32768|2097152"},
    {"LL128_BUFFSIZE", "1966080|262144|16777216"},
    {"NVLS_CHUNKSIZE", "65536|262144|524288|16384"},
    {"NVLSTREE_MAX_CHUNKSIZE", "32768|131072|262144"},
    {"NET_OVERHEAD", "0|500|5000|20000|-2"},
    {"LL128_C2C", "0|1"},
    // Of no effect, as far as treering knows.
    {"P2P_PXN_LEVEL", "0|1"},
    {"NCHANNELS_PER_NET_PEER", "1|8"},
    {"MIN_P2P_NCHANNELS", "4|32"},
    {"MAX_P2P_NCHANNELS", "1|4"},
    {"RUNTIME_CONNECT", "0"},
    {"P2P_NET_CHUNKSIZE", "524288"},
    {"UNPACK_DOUBLE_NCHANNELS", "0"},
    {"CTA_POLICY", "1|2"},
    {"CUMEM_ENABLE", "0|1"},
    {"P2P_USE_CUDA_MEMCPY", "1"},
    // Of effect, but where they were when the seeds were drawn.
    {"IB_MERGE_NICS", "0"},
    {"NET_MERGE_LEVEL", "PIX|SYS|LOC"},
    {"WIN_ENABLE", "0"},
    {"NVLINK_UTIL_CENTRIC_SCHED_ENABLE", "1"},
    {"CGA_CLUSTER_SIZE", "0|8"},
    {"GRAPH_REGISTER", "0"},
    {"P2P_DIRECT_DISABLE", "1"},
}};

/// The value of that number.
std::string_view value_at(std::string_view values, int index) {
  for (; index > 0; --index) values.remove_prefix(values.find('|') + 1);
  return values.substr(0, values.find('|'));
}

int count_of(std::string_view values) {
  return 1 + static_cast<int>(std::count(values.begin(), values.end(), '|'));
}

}  // namespace

std::vector<std::string> random_variables(Dice& dice) {
  std::vector<std::string> result;
  const int count = 1 + dice.below(3);
  for (int i = 0; i < count; ++i) {
    // The first ones are what people set most often.
    constexpr int kOften = 16;
    const int limit = dice.chance(40) ? kOften : static_cast<int>(kMenu.size());
    const Values& one = kMenu.at(static_cast<std::size_t>(dice.below(limit)));
    const std::string_view value = value_at(one.values, dice.below(count_of(one.values)));
    result.push_back(fmt::format("NCCL_{}={}", one.name, value));
  }
  return result;
}

}  // namespace treering::parity
