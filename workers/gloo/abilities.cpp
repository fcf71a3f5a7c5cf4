#include <algorithm>
#include <bit>
#include <climits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "workers/gloo/gloo_call.h"
#include "workers/stored_type.h"

namespace treering::workers::gloo {
namespace {

using core::Collective;
using core::ReduceOp;
using tuner::measure::Configuration;

struct Entry {
  Collective collective;
  std::vector<std::string> algorithms;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> kAll{
      {Collective::AllReduce,
       {"ring", "bcube", "ring_chunked", "halving_doubling", "ring_simple", "bcube_old"}},
      {Collective::AllGather, {"ring"}},
      {Collective::ReduceScatter, {"halving_doubling"}},
      {Collective::Broadcast, {"binomial"}},
      {Collective::Reduce, {"ring"}},
      {Collective::AllToAll, {"linear"}},
      {Collective::Gather, {"linear"}},
      {Collective::Scatter, {"linear"}},
      {Collective::SendRecv, {"sendrecv"}},
      {Collective::Barrier, {"dissemination"}},
  };
  return kAll;
}

bool can_be_in_place(Collective collective) {
  return collective == Collective::AllReduce || collective == Collective::Reduce ||
         collective == Collective::Broadcast || collective == Collective::AllGather;
}

core::Failure refusal(const Configuration& asked, std::string why, std::string expected = {}) {
  return core::environment_error(std::string(name_of(asked.call.collective)), std::move(why),
                                 std::move(expected));
}

core::Result<void> check_algorithm(const Configuration& asked, int ranks) {
  const auto entry = std::ranges::find(entries(), asked.call.collective, &Entry::collective);
  const bool is_known =
      asked.way.algorithm.empty() ||
      std::ranges::find(entry->algorithms, asked.way.algorithm) != entry->algorithms.end();
  if (!is_known) {
    return refusal(asked, "no algorithm " + core::in_quotes(asked.way.algorithm),
                   fmt::format("have {}", fmt::join(entry->algorithms, ", ")));
  }
  // Elsewhere its groups miss each other and the sums are wrong (gloo/allreduce_bcube.h).
  if (asked.way.algorithm == "bcube_old" && !std::has_single_bit(static_cast<unsigned>(ranks))) {
    return refusal(asked, fmt::format("bcube_old with {} ranks", ranks), "expected a power of two");
  }
  return {};
}

bool has_operation(const Configuration& asked) {
  return asked.call.op != ReduceOp::Avg && asked.call.op != ReduceOp::MulSum;
}

/// The older classes count bytes in an int.
bool is_bound(const Configuration& asked) {
  if (asked.call.collective == Collective::ReduceScatter) return true;
  return asked.call.collective == Collective::AllReduce && !asked.way.algorithm.empty() &&
         asked.way.algorithm != "ring" && asked.way.algorithm != "bcube";
}

}  // namespace

std::map<std::string, std::vector<std::string>> forcible_algorithms() {
  std::map<std::string, std::vector<std::string>> all;
  for (const Entry& entry : entries()) {
    all[std::string(name_of(entry.collective))] = entry.algorithms;
  }
  return all;
}

core::Result<void> check_ability(const Configuration& asked, int ranks, std::size_t in_bytes) {
  if (!asked.way.protocol.empty() || asked.way.channels != 0) {
    return refusal(asked, "Gloo has neither protocols nor channels");
  }
  if (asked.is_in_place && !can_be_in_place(asked.call.collective)) {
    return refusal(asked, "Gloo cannot do it in place");
  }
  if (!with_host_type(asked.call.type, [](auto /*zero*/) {})) {
    return refusal(asked, "no type " + std::string(name_of(asked.call.type)) + " on this host");
  }
  if (!has_operation(asked)) {
    return refusal(asked, "Gloo has no operation " + std::string(name_of(asked.call.op)));
  }
  if (is_bound(asked) && in_bytes > INT_MAX) {
    return refusal(asked, "more bytes than this algorithm of Gloo counts");
  }
  return check_algorithm(asked, ranks);
}

}  // namespace treering::workers::gloo
