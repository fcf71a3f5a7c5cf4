#include "tests/support/parity_call.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace treering::testing {
namespace {

using nlohmann::json;
using sim::nccl::Algorithm;
using sim::nccl::Call;
using sim::nccl::CallSize;
using sim::nccl::Candidate;
using sim::nccl::ChannelPart;
using sim::nccl::Decision;
using sim::nccl::Plan;

void compare_cost(const std::string& where, const Candidate& ours, const json& costs,
                  Tally& tally) {
  const std::string algorithm(name_of(ours.algorithm));
  const std::string protocol(name_of(ours.protocol));
  const bool is_expected = costs.contains(algorithm) && costs.at(algorithm).contains(protocol);
  ++tally.compared;
  if (ours.available != is_expected) {
    tally.differences.push_back(fmt::format("{} {} {}: available {} {}", where, algorithm, protocol,
                                            ours.available, ours.ruled_out));
    return;
  }
  if (!is_expected) return;
  const double recorded = costs.at(algorithm).at(protocol);
  const auto time = static_cast<double>(ours.time_us);
  if (std::abs(time - recorded) > 1e-6 * std::abs(recorded)) {
    tally.differences.push_back(
        fmt::format("{} {} {}: {} us, NCCL has {}", where, algorithm, protocol, time, recorded));
  }
}

std::string parts(const Decision& decision, const CallSize& size) {
  const auto part = [&](const ChannelPart& one) {
    return fmt::format("{} in {}", one.bytes / size.element_bytes, one.chunk_bytes);
  };
  return fmt::format("{}, {}, {}", part(decision.low), part(decision.middle), part(decision.high));
}

std::string recorded_parts(const json& work) {
  const auto part = [&](const std::string& which) {
    return fmt::format("{} in {}", work.at("count" + which).get<std::uint64_t>(),
                       work.at("chunkBytes" + which).get<std::uint64_t>());
  };
  return fmt::format("{}, {}, {}", part("Lo"), part("Mid"), part("Hi"));
}

/// In-network reduction's work record: the whole count, then elements per chunk.
bool is_even(const Plan& plan, const Decision& decision) {
  return decision.algorithm == Algorithm::CollNetDirect ||
         decision.algorithm == Algorithm::CollNetChain ||
         (decision.algorithm == Algorithm::Nvls && plan.shape.nodes > 1);
}

void compare_schedule(const std::string& where, const json& recorded, const Call& call,
                      const Plan& plan, Tally& tally) {
  const Decision ours = choose(plan, call);
  const CallSize size = size_of(call, plan.shape.ranks());
  const json& work = recorded.at("work");
  const bool even = is_even(plan, ours);
  const std::string our_parts =
      even ? fmt::format("{} {}", size.count, ours.low.chunk_bytes / size.element_bytes)
           : parts(ours, size);
  const std::string their_parts =
      even ? fmt::format("{} {}", work.at("countLo").get<std::uint64_t>(),
                         work.at("countMid").get<std::uint64_t>())
           : recorded_parts(work);
  const std::string text =
      fmt::format("{} channels of {}: {}", ours.channels, ours.threads, our_parts);
  const std::string theirs = fmt::format("{} channels of {}: {}", recorded.at("grid").get<int>(),
                                         recorded.at("block").get<int>(), their_parts);
  ++tally.compared;
  if (text != theirs) {
    tally.differences.push_back(fmt::format("{}: {}, NCCL has {}", where, text, theirs));
  }
}

void compare_call(const std::string& where, const json& recorded, const Call& call,
                  const Plan& plan, Comparison& result) {
  const CallSize size = size_of(call, plan.shape.ranks());
  Tally& costs = result.of(Aspect::Costs);
  ++costs.compared;
  if (recorded.contains("nccl_bytes") && size.model_bytes != recorded.at("nccl_bytes")) {
    costs.differences.push_back(fmt::format("{}: counted as {} bytes", where, size.model_bytes));
  }
  if (recorded.contains("cost_us")) {
    for (const Candidate& candidate : candidates(plan, call)) {
      compare_cost(where, candidate, recorded.at("cost_us"), costs);
    }
  }
  if (!recorded.contains("algo")) return;  // one rank: NCCL decides nothing
  const Decision ours = choose(plan, call);
  const std::string text = fmt::format("{} {}", name_of(ours.algorithm), name_of(ours.protocol));
  const std::string theirs = fmt::format("{} {}", recorded.at("algo").get<std::string>(),
                                         recorded.at("proto").get<std::string>());
  Tally& choices = result.of(Aspect::Choices);
  ++choices.compared;
  if (text != theirs) {
    choices.differences.push_back(fmt::format("{}: {}, NCCL takes {}", where, text, theirs));
  } else if (recorded.contains("work")) {
    compare_schedule(where, recorded, call, plan, result.of(Aspect::Schedules));
  }
}

}  // namespace

void compare_calls(const OracleCase& recorded, const Plan& ours, Comparison& result) {
  for (const auto& [name, calls] : recorded.json->at("decisions").items()) {
    const auto collective = core::parse_collective(name);
    if (!collective || !sim::nccl::is_tuned(*collective)) continue;
    for (const json& one : calls) {
      const Call call{*collective, one.at("bytes"), recorded.type};
      compare_call(fmt::format("{} {}", name, call.bytes), one, call, ours, result);
    }
  }
}

}  // namespace treering::testing
