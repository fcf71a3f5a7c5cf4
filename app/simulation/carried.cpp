#include "app/simulation/carried.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/calls.h"
#include "app/setup/names.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "hw/io/files.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/call/call_schedule.h"
#include "sim/protocols/registry.h"
#include "sim/schedule/proof/verify.h"
#include "sim/schedule/written_schedule.h"

namespace treering::app::simulation {

namespace {

constexpr std::string_view kBarrier = "barrier";

}  // namespace

core::Result<Aim> aim_of(std::string_view name) {
  if (core::is_same_name(name, kBarrier)) return Aim{core::Collective::AllReduce, true};
  const auto collective = setup::parse_collective(name);
  if (!collective) return core::fail(collective.error());
  return Aim{*collective, false};
}

std::string name_of(core::Collective collective, bool is_barrier) {
  return std::string(is_barrier ? kBarrier : core::name_of(collective));
}

core::Failure has_no_size(std::string_view field) {
  return core::usage_error(core::field(field), "given for a barrier",
                           "expected none, because a barrier carries nothing");
}

core::Call stand_in(const core::Call& asked) {
  return {core::Collective::AllReduce, core::size_of(asked.type).count(), asked.type, asked.op};
}

std::string stand_in_note(std::string_view done) {
  return fmt::format(
      "NCCL has no barrier: {} is what frameworks send in its place, an all_reduce of one element",
      done);
}

namespace {

using core::Call;
using sim::algorithms::Entry;
using sim::nccl::call::Candidate;
using sim::nccl::call::Decision;

/// With the names as they are spelt; each may be empty.
core::Result<Wish> spelt(Wish wish) {
  if (!wish.way.algorithm.empty()) {
    auto name = core::in_field(
        "algo", setup::parse_name(setup::NameKind::SimulatedAlgorithm, wish.way.algorithm));
    if (!name) return core::fail(name.error());
    wish.way.algorithm = *std::move(name);
  }
  if (!wish.way.protocol.empty()) {
    auto name =
        core::in_field("proto", setup::parse_name(setup::NameKind::Protocol, wish.way.protocol));
    if (!name) return core::fail(name.error());
    wish.way.protocol = *std::move(name);
  }
  return wish;
}

bool is_allowed(const sim::Way& asked, const Candidate& candidate) {
  return (asked.algorithm.empty() || asked.algorithm == name_of(candidate.offer.algorithm)) &&
         (asked.protocol.empty() || asked.protocol == name_of(candidate.offer.protocol));
}

core::Failure not_offered(const sim::Way& asked, const std::string& why) {
  const std::string name = text_of(asked);
  return core::usage_error(
      core::field(asked.algorithm.empty() && !asked.protocol.empty() ? "proto" : "algo"),
      fmt::format("NCCL offers {} for this call{}{}", name.empty() ? "nothing" : "no " + name,
                  why.empty() ? "" : ": ", why),
      "", "treering explain with the same options shows what it offers");
}

/// The candidate that NCCL would take among those wished for.
core::Result<Decision> decision_of(const sim::Way& asked, const Call& call, const Job& job) {
  const Candidate* best = nullptr;
  std::string why;
  bool is_spoken = true;
  const auto candidates = sim::nccl::call::candidates(job.plan, call);
  for (const Candidate& one : candidates) {
    if (!is_allowed(asked, one)) continue;
    if (!one.available) {
      // Where the wish leaves the protocol open, one that the algorithm lacks explains nothing.
      if (why.empty() || !is_spoken) {
        why = one.ruled_out;
        is_spoken = sim::algorithms::rules_of(one.offer.algorithm).speaks(one.offer.protocol);
      }
    } else if (best == nullptr || one.time_us < best->time_us) {
      best = &one;
    }
  }
  if (best != nullptr) return sim::nccl::call::decision_for(job.plan, call, *best);
  return not_offered(asked, why);
}

/// \param goal "all_gather", "barrier"
core::Failure does_not_serve(const Entry& entry, std::string_view goal) {
  const auto served = served_by(entry);
  if (std::ranges::find(served, goal) != served.end()) {
    return core::usage_error(core::field("algo"),
                             fmt::format("{} has no schedule for {} here", entry.name, goal));
  }
  return core::usage_error(
      core::field("algo"),
      fmt::format("{} does not serve {}, only {}", entry.name, goal, fmt::join(served, ", ")), "",
      "treering list algorithms says what each serves");
}

Carried with_decision(const Call& call, const Decision& decision, std::string_view algorithm) {
  Carried carried;
  carried.call = call;
  carried.way.algorithm = algorithm;
  carried.way.protocol = name_of(decision.offer.protocol);
  carried.way.channels = decision.channels;
  carried.decision = decision;
  return carried;
}

/// \pre the job's time model is Event
Decision pairs_decision(const Job& job, const Call& call) {
  return sim::nccl::call::pairs_decision(job.plan, call,
                                         job.time_model.connections->pair_channels());
}

/// \pre as above
sim::machine::CallInput input_of(const Job& job, const Call& call, const Decision& decision) {
  const sim::TimeModel& model = job.time_model;
  return {job.plan, *model.links, *model.connections, *model.cost, call, decision};
}

core::Result<Carried> carried_in_nccl(const sim::Way& asked, const Call& call, const Job& job) {
  const auto decision = decision_of(asked, call, job);
  if (!decision) return core::fail(decision.error());
  Carried carried = with_decision(call, *decision, name_of(decision->offer.algorithm));
  const auto choice = sim::nccl::call::choose(job.plan, call);
  carried.is_nccl_choice = choice && choice->offer == decision->offer;
  carried.run = sim::machine::run_of(input_of(job, call, carried.decision));
  if (carried.run == nullptr) {
    return does_not_serve(sim::algorithms::entry_of(decision->offer.algorithm),
                          core::name_of(call.collective));
  }
  return carried;
}

/// Of messages between pairs, which NCCL's tuning does not know.
core::Result<void> check_protocol(const sim::Way& asked, const Call& call) {
  const std::string_view simple = name_of(sim::nccl::Protocol::Simple);
  if (asked.protocol.empty() || asked.protocol == simple) return {};
  return core::usage_error(
      core::field("proto"),
      fmt::format("found '{}' for {}", asked.protocol, core::name_of(call.collective)),
      fmt::format("expected {}, with which messages between pairs are simulated", simple));
}

/// With the channels and chunks of NCCL's rings.
core::Result<Carried> carried_for_comparison(const Entry& entry, const Wish& wish, const Call& call,
                                             const Job& job) {
  Decision decision = pairs_decision(job, call);
  if (sim::nccl::rules::is_tuned(call.collective)) {
    const std::string protocol = wish.way.protocol.empty() ? "Simple" : wish.way.protocol;
    const auto rings = decision_of({"Ring", protocol}, call, job);
    if (!rings) return core::fail(rings.error());
    decision = *rings;
  } else if (auto checked = check_protocol(wish.way, call); !checked) {
    return core::fail(checked.error());
  }
  Carried carried = with_decision(call, decision, entry.name);
  carried.is_in_nccl = entry.is_in_nccl();
  carried.is_nccl_choice = carried.is_in_nccl;
  carried.is_barrier = wish.is_barrier;
  carried.has_chunks = entry.schedule.has_chunks;
  auto schedule = wish.is_barrier ? sim::nccl::call::make_barrier_by(entry, job.plan)
                                  : make_schedule_by(entry, job.plan, call, carried.decision);
  if (schedule == nullptr) {
    return does_not_serve(entry, name_of(call.collective, wish.is_barrier));
  }
  carried.run = sim::machine::run_of(input_of(job, call, carried.decision), std::move(schedule));
  if (carried.run == nullptr) {
    return does_not_serve(entry, name_of(call.collective, wish.is_barrier));
  }
  return carried;
}

/// Barriers carry nothing: they take the latencies of a small all_reduce.
Call call_of(const sim::schedule::Contract& contract) {
  Call call;
  call.type = core::DataType::Int8;
  for (const core::Collective collective : core::all_collectives()) {
    if (sim::schedule::goal_of(collective) == contract.goal) call.collective = collective;
  }
  call.bytes = std::max<std::uint64_t>(contract.call_bytes(), 1);
  return call;
}

}  // namespace

core::Result<Carried> carried_by(const Wish& wish, const Call& call, const Job& job) {
  const auto asked = spelt(wish);
  if (!asked) return core::fail(asked.error());
  const bool is_tuned = sim::nccl::rules::is_tuned(call.collective);
  const bool is_free = asked->way.algorithm.empty();
  const Entry* const entry = sim::algorithms::find(is_free ? "p2p" : asked->way.algorithm);
  const bool is_in_nccl = is_free || entry->rules != nullptr;
  return is_in_nccl && is_tuned ? carried_in_nccl(asked->way, call, job)
                                : carried_for_comparison(*entry, *asked, call, job);
}

core::Result<OwnSchedule> own_schedule(const std::string& file, int ranks) {
  const auto text = hw::io::RealFiles().read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto read = sim::schedule::read_schedule(*text, file);
  if (!read) return core::fail(read.error());
  if (read->contract().ranks != ranks) {
    return core::usage_error(file, fmt::format("the schedule has {} ranks", read->contract().ranks),
                             fmt::format("expected those of the job, {}", ranks),
                             "⟨nodes⟩ and ⟨gpus-per-node⟩ set the job");
  }
  if (const auto fault = sim::schedule::fault_of(*read)) {
    return core::fail(error_of(*fault, file, *text));
  }
  OwnSchedule own;
  own.call = call_of(read->contract());
  own.is_barrier = read->contract().goal == sim::schedule::Goal::Barrier;
  read->in_hand = 1;
  own.schedule = std::make_unique<sim::schedule::StepsInMemory>(*std::move(read));
  return own;
}

int channels_of(const sim::schedule::Schedule& schedule) {
  int channels = 1;
  for (int id = 0; id < schedule.streams(); ++id) {
    channels = std::max(channels, schedule.stream(id).channel + 1);
  }
  return channels;
}

std::uint64_t largest_message(const sim::schedule::Schedule& schedule) {
  std::uint64_t most = 0;
  for (int id = 0; id < schedule.streams(); ++id) {
    const auto steps = schedule.stream(id).steps;
    for (sim::schedule::StepIndex index = 0; index < steps; ++index) {
      const sim::schedule::Step step = schedule.step(id, index);
      if (step.send.count > 0) most = std::max(most, step.bytes);
    }
  }
  return most;
}

core::Result<Carried> carried_by(OwnSchedule own, const std::string& file, const Job& job) {
  const Call& call = own.call;
  Decision decision = pairs_decision(job, call);
  decision.channels = channels_of(*own.schedule);
  Carried carried = with_decision(call, decision, file);
  carried.is_in_nccl = false;
  carried.is_barrier = own.is_barrier;
  carried.has_chunks = false;
  carried.message_bytes = largest_message(*own.schedule);
  carried.run =
      sim::machine::run_of(input_of(job, call, carried.decision), std::move(own.schedule));
  return carried;
}

}  // namespace treering::app::simulation
