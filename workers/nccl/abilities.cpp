#include "workers/nccl/abilities.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"

namespace treering::workers::nccl {
namespace {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using tuner::measure::Configuration;

// minCTAs and maxCTAs of the settings.
constexpr int kChannelsSince = 21700;
// ncclFloat8e4m3 and ncclFloat8e5m2 of nccl.h.
constexpr int kSmallFloatsSince = 22400;

template <class Table>
Name name_in(const Table& table, std::string_view ours) {
  const auto found = std::ranges::find(table, ours, &Name::ours);
  return found == table.end() ? Name{} : *found;
}

/// All others have Simple alone (2.31's algorithm_registry.cc).
bool has_all_protocols(std::string_view algorithm) {
  return algorithm == "ring" || algorithm == "tree";
}

/// In settings of calls. A name there stands for all names that begin so, so that LL has to exclude
/// LL128; and a comment says that it stands for all that contain it: Tree is a part of NVLSTree.
std::string selected(std::string_view algorithm, std::string_view protocol) {
  const std::string_view name = name_in(kAlgorithms, algorithm).in_settings;
  std::string text = fmt::format("{}_{}", name, name_in(kProtocols, protocol).in_settings);
  if (protocol == "ll") text += fmt::format("+^{}_LL128", name);
  if (algorithm == "tree" && protocol == "simple") text += "+^NVLSTREE_SIMPLE";
  return text;
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
    case Collective::Barrier:
      break;
  }
  return {};
}

core::Failure refusal(const Configuration& asked, std::string why, std::string expected = {}) {
  return core::environment_error(std::string(name_of(asked.call.collective)), std::move(why),
                                 std::move(expected));
}

core::Result<void> check_choice(const Configuration& asked) {
  const bool is_forced = !asked.way.is_default();
  const auto have = algorithms_of(asked.call.collective);
  if (is_forced && have.empty()) {
    return refusal(asked, "NCCL makes it of sends and receives, without a choice");
  }
  if (!asked.way.algorithm.empty() && std::ranges::find(have, asked.way.algorithm) == have.end()) {
    return refusal(asked, "no algorithm " + core::in_quotes(asked.way.algorithm),
                   fmt::format("have {}", fmt::join(have, ", ")));
  }
  if (!asked.way.protocol.empty() && name_in(kProtocols, asked.way.protocol).ours.empty()) {
    return refusal(asked, "no protocol " + core::in_quotes(asked.way.protocol),
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
  if (asked.way.channels != 0 && version < kChannelsSince) {
    return refusal(asked, "NCCL " + version_text(version) + " takes no number of channels",
                   "expected 2.17 or later");
  }
  if (asked.is_in_place && !can_be_in_place(asked.call.collective)) {
    return refusal(asked, "NCCL cannot do it in place");
  }
  const bool is_of_8_bits =
      asked.call.type == DataType::F8e4m3 || asked.call.type == DataType::F8e5m2;
  if (is_of_8_bits && version < kSmallFloatsSince) {
    return refusal(
        asked, "NCCL " + version_text(version) + " has no " + std::string(name_of(asked.call.type)),
        "expected 2.24 or later");
  }
  return check_choice(asked);
}

std::map<std::string, std::string> forcing_variables(const Configuration& asked) {
  std::map<std::string, std::string> all;
  if (!asked.way.algorithm.empty())
    all["NCCL_ALGO"] = name_in(kAlgorithms, asked.way.algorithm).in_variables;
  if (!asked.way.protocol.empty())
    all["NCCL_PROTO"] = name_in(kProtocols, asked.way.protocol).in_variables;
  return all;
}

std::string selection_of(const Configuration& asked) {
  if (asked.way.algorithm.empty() && asked.way.protocol.empty()) return "";
  std::vector<std::string> all;
  for (const std::string& algorithm : algorithms_of(asked.call.collective)) {
    if (!asked.way.algorithm.empty() && algorithm != asked.way.algorithm) continue;
    for (const Name& protocol : kProtocols) {
      const bool is_there = has_all_protocols(algorithm) || protocol.ours == "simple";
      const bool is_wanted =
          asked.way.protocol.empty() ? is_there : protocol.ours == asked.way.protocol;
      // One that NCCL does not have is for NCCL to refuse, but not where others are left.
      if (!is_wanted || (!is_there && asked.way.algorithm.empty())) continue;
      all.push_back(selected(algorithm, protocol.ours));
    }
  }
  return fmt::format("{}", fmt::join(all, ","));
}

CommunicatorSettings communicator_settings(const Configuration& asked) {
  CommunicatorSettings settings;
  if (asked.way.channels == 0) return settings;
  settings.least_channels = asked.way.channels;
  settings.most_channels = asked.way.channels;
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
