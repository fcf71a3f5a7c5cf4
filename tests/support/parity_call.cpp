#include "tests/support/parity_call.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/nccl/call/choice.h"

namespace treering::testing {
namespace {

using core::Call;
using nlohmann::json;
using sim::nccl::Algorithm;
using sim::nccl::Plan;
using sim::nccl::call::Candidate;
using sim::nccl::call::ChannelPart;
using sim::nccl::call::Decision;
using sim::nccl::rules::CallSize;
using sim::nccl::rules::size_of;

void compare_cost(const std::string& where, const Candidate& ours, const json& costs,
                  Tally& tally) {
  const std::string algorithm(name_of(ours.offer.algorithm));
  const std::string protocol(name_of(ours.offer.protocol));
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
  return decision.offer.algorithm == Algorithm::CollNetDirect ||
         decision.offer.algorithm == Algorithm::CollNetChain ||
         (decision.offer.algorithm == Algorithm::Nvls && plan.shape.nodes > 1);
}

/// A call of the recording, and ours.
struct RecordedCall {
  std::string where;
  const json& recorded;
  Call call;
  bool is_refused = false;  // NCCL had nothing to choose from
};

void compare_schedule(const RecordedCall& one, const Decision& ours, const Plan& plan,
                      Tally& tally) {
  const CallSize size = size_of(one.call, plan.shape.ranks());
  const json& work = one.recorded.at("work");
  const std::string our_parts =
      is_even(plan, ours)
          ? fmt::format("{} {}", size.count, ours.low.chunk_bytes / size.element_bytes)
          : parts(ours, size);
  const std::string their_parts =
      is_even(plan, ours) ? fmt::format("{} {}", work.at("countLo").get<std::uint64_t>(),
                                        work.at("countMid").get<std::uint64_t>())
                          : recorded_parts(work);
  const std::string text =
      fmt::format("{} channels of {}: {}", ours.channels, ours.threads, our_parts);
  const std::string theirs =
      fmt::format("{} channels of {}: {}", one.recorded.at("grid").get<int>(),
                  one.recorded.at("block").get<int>(), their_parts);
  ++tally.compared;
  if (text != theirs) {
    tally.differences.push_back(fmt::format("{}: {}, NCCL has {}", one.where, text, theirs));
  }
}

void compare_costs(const RecordedCall& one, const Plan& plan, Tally& tally) {
  const CallSize size = size_of(one.call, plan.shape.ranks());
  ++tally.compared;
  if (one.recorded.contains("nccl_bytes") && size.model_bytes != one.recorded.at("nccl_bytes")) {
    tally.differences.push_back(
        fmt::format("{}: counted as {} bytes", one.where, size.model_bytes));
  }
  if (!one.recorded.contains("cost_us")) return;
  for (const Candidate& candidate : sim::nccl::call::candidates(plan, one.call)) {
    compare_cost(one.where, candidate, one.recorded.at("cost_us"), tally);
  }
}

void compare_call(const RecordedCall& one, const Plan& plan, Comparison& result) {
  compare_costs(one, plan, result.of(Aspect::Costs));
  const bool is_decided = one.recorded.contains("algo");
  if (!is_decided && !one.is_refused) return;  // one rank: NCCL decides nothing
  const auto ours = sim::nccl::call::choose(plan, one.call);
  const std::string text =
      ours ? fmt::format("{} {}", name_of(ours->offer.algorithm), name_of(ours->offer.protocol))
           : "nothing";
  const std::string theirs = is_decided
                                 ? fmt::format("{} {}", one.recorded.at("algo").get<std::string>(),
                                               one.recorded.at("proto").get<std::string>())
                                 : "nothing";
  Tally& choices = result.of(Aspect::Choices);
  ++choices.compared;
  if (text != theirs) {
    choices.differences.push_back(fmt::format("{}: {}, NCCL takes {}", one.where, text, theirs));
  } else if (one.recorded.contains("work")) {
    compare_schedule(one, *ours, plan, result.of(Aspect::Schedules));
  }
}

/// NCCL fails a call that settings leave nothing to; the recording of that collective ends there.
bool is_refused(const json& recorded, const std::string& collective) {
  const std::string complaint = "algorithm/protocol available for function " + collective + " ";
  return std::ranges::any_of(recorded.at("warnings"), [&](const json& warning) {
    return warning.get<std::string>().find(complaint) != std::string::npos;
  });
}

}  // namespace

void compare_calls(const OracleCase& recorded, const Plan& ours, Comparison& result) {
  for (const auto& [name, calls] : recorded.json->at("decisions").items()) {
    const auto collective = core::parse_collective(name);
    if (!collective || !sim::nccl::rules::is_tuned(*collective)) continue;
    for (const json& one : calls) {
      const Call call{*collective, one.at("bytes"), recorded.type};
      compare_call(
          {fmt::format("{} {}", name, call.bytes), one, call, is_refused(*recorded.json, name)},
          ours, result);
    }
  }
}

}  // namespace treering::testing
