#include "workers/nccl/abilities.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "workers/nccl/names.h"

namespace treering::workers::nccl {
namespace {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using tuner::measure::Configuration;

// minCTAs and maxCTAs of the settings.
constexpr int kChannelsSince = 21700;

template <class Table>
std::string nccl_name_in(const Table& table, std::string_view ours) {
  const auto found = std::ranges::find(table, ours, &Name::ours);
  return found == table.end() ? "" : std::string(found->in_variables);
}

/// By ncclTopoTuneModel of 2.28.9, which rules out the others.
std::vector<std::string> algorithms_of(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
      return {"ring", "tree", "collnet_direct", "collnet_chain", "nvls", "nvls_tree"};
    case Collective::AllGather:
    case Collective::ReduceScatter:
      return {"ring", "pat", "nvls", "collnet_direct"};
    case Collective::Broadcast:
    case Collective::Reduce:
      return {"ring"};
    case Collective::AllToAll:
    case Collective::Gather:
    case Collective::Scatter:
    case Collective::SendRecv:
      break;
  }
  return {};
}

core::Failure refusal(const Configuration& asked, std::string why, std::string expected = {}) {
  return core::environment_error(std::string(name_of(asked.collective)), std::move(why),
                                 std::move(expected));
}

core::Result<void> check_choice(const Configuration& asked) {
  const bool is_forced = !asked.algorithm.empty() || !asked.protocol.empty() || asked.channels != 0;
  const auto have = algorithms_of(asked.collective);
  if (is_forced && have.empty()) {
    return refusal(asked, "NCCL makes it of sends and receives, without a choice");
  }
  if (!asked.algorithm.empty() && std::ranges::find(have, asked.algorithm) == have.end()) {
    return refusal(asked, "no algorithm " + core::in_quotes(asked.algorithm),
                   fmt::format("have {}", fmt::join(have, ", ")));
  }
  if (!asked.protocol.empty() && nccl_name_in(kProtocols, asked.protocol).empty()) {
    return refusal(asked, "no protocol " + core::in_quotes(asked.protocol),
                   "have ll, ll128, simple");
  }
  return {};
}

bool can_be_in_place(Collective collective) {
  return collective != Collective::AllToAll && collective != Collective::SendRecv;
}

}  // namespace

std::map<std::string, std::vector<std::string>> forcible_algorithms() {
  std::map<std::string, std::vector<std::string>> all;
  for (const Collective collective : core::all_collectives()) {
    auto names = algorithms_of(collective);
    if (!names.empty()) all[std::string(name_of(collective))] = std::move(names);
  }
  return all;
}

core::Result<void> check_ability(const Configuration& asked, int version) {
  if (asked.channels != 0 && version < kChannelsSince) {
    return refusal(asked, "NCCL " + version_text(version) + " takes no number of channels",
                   "expected 2.17 or later");
  }
  if (asked.is_in_place && !can_be_in_place(asked.collective)) {
    return refusal(asked, "NCCL cannot do it in place");
  }
  if (asked.op == ReduceOp::MulSum) {
    return refusal(asked, "mulsum is not measured", "have sum, prod, max, min, avg");
  }
  return check_choice(asked);
}

std::map<std::string, std::string> forcing_variables(const Configuration& asked) {
  std::map<std::string, std::string> all;
  if (!asked.algorithm.empty()) all["NCCL_ALGO"] = nccl_name_in(kAlgorithms, asked.algorithm);
  if (!asked.protocol.empty()) all["NCCL_PROTO"] = nccl_name_in(kProtocols, asked.protocol);
  return all;
}

CommunicatorSettings communicator_settings(const Configuration& asked) {
  CommunicatorSettings settings;
  if (asked.channels == 0) return settings;
  settings.least_channels = asked.channels;
  settings.most_channels = asked.channels;
  return settings;
}

int number_of(DataType type) {
  switch (type) {
    case DataType::Int8:
      return 0;
    case DataType::Uint8:
      return 1;
    case DataType::Int32:
      return 2;
    case DataType::Uint32:
      return 3;
    case DataType::Int64:
      return 4;
    case DataType::Uint64:
      return 5;
    case DataType::Half:
      return 6;
    case DataType::Float:
      return 7;
    case DataType::Double:
      return 8;
    case DataType::Bfloat16:
      return 9;
    case DataType::F8e4m3:
      return 10;
    case DataType::F8e5m2:
      return 11;
  }
  return -1;
}

int number_of(ReduceOp op) {
  switch (op) {
    case ReduceOp::Sum:
      return 0;
    case ReduceOp::Prod:
      return 1;
    case ReduceOp::Max:
      return 2;
    case ReduceOp::Min:
      return 3;
    case ReduceOp::Avg:
      return 4;
    case ReduceOp::MulSum:
      break;
  }
  return -1;
}

}  // namespace treering::workers::nccl
