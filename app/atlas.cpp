#include "app/atlas.h"

#include <algorithm>
#include <utility>

#include "app/setup/names.h"

namespace treering::app {
namespace {

constexpr std::uint64_t kMib = std::uint64_t{1} << 20U;

/// 64 KiB, 1, 16 and 256 MiB, 1 and 8 GiB.
setup::SizesRequest atlas_sizes() {
  setup::SizesRequest sizes;
  sizes.minbytes = kMib / 16;
  sizes.maxbytes = 256 * kMib;
  sizes.stepfactor = 16;
  sizes.besides = {1024 * kMib, 8192 * kMib};
  return sizes;
}

core::Result<ExpectReport> expected_on(const std::string& topology, int nodes) {
  using core::Collective;
  ExpectRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.calls.collectives = {Collective::AllReduce,     Collective::AllGather,
                               Collective::ReduceScatter, Collective::Broadcast,
                               Collective::AllToAll,      Collective::SendRecv};
  request.calls.sizes = atlas_sizes();
  return answer(request);
}

/// Fewer of racks, each of which is one node.
std::vector<int> further_nodes(const ExpectReport& one) {
  if (one.sheet.hosts > 1) return {2, 8};
  return {2, 4, 16, 64};
}

}  // namespace

std::vector<std::string> atlas_names() {
  std::vector<std::string> names;
  for (const setup::Word& word : setup::words_of(setup::NameKind::Topology)) {
    names.push_back(word.name);
  }
  return names;
}

core::Result<Atlas> atlas_of(const std::string& topology) {
  Atlas atlas;
  atlas.topology = topology;
  for (const setup::Word& word : setup::words_of(setup::NameKind::Topology)) {
    if (word.name == topology) atlas.description = word.description;
  }
  auto one = expected_on(topology, 1);
  if (!one) return core::fail(one.error());
  const std::vector<int> further = further_nodes(*one);
  if (one->sheet.ranks > 1) atlas.by_nodes.push_back(*std::move(one));
  for (const int nodes : further) {
    auto report = expected_on(topology, nodes);
    if (!report) break;  // a machine that is joined to no other
    atlas.by_nodes.push_back(*std::move(report));
  }
  return atlas;
}

}  // namespace treering::app
