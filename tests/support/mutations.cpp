#include "tests/support/mutations.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "tests/support/value_run.h"

namespace treering::testing {
namespace {

using sim::schedule::ListedStep;
using sim::schedule::ListedStream;
using sim::schedule::StepIndex;
using sim::schedule::StepsInMemory;
using sim::schedule::StreamId;
using Kind = Mutation::Kind;

ListedStream& stream_of(StepsInMemory& schedule, StreamId id) {
  return schedule.list[static_cast<std::size_t>(id)];
}

bool overlap(const ListedStep& a, const ListedStep& b) {
  return std::ranges::any_of(a.data, [&](const auto& one) {
    return std::ranges::any_of(b.data, [&](const auto& other) {
      return one.begin < other.end() && other.begin < one.end();
    });
  });
}

/// Whether a rank has the step's data from the first, and nothing is combined with them: what it
/// sends before it receives them is the same, and no mistake.
bool are_its_own(const StepsInMemory& schedule, int agent, const ListedStep& step) {
  const auto& promise = schedule.promise;
  if (sim::schedule::combines(promise.goal) || agent >= promise.ranks) return false;
  const auto first = promise.first(agent);
  return std::ranges::all_of(step.data, [&](const auto& range) {
    return std::ranges::any_of(first, [&](const auto& own) {
      return own.begin <= range.begin && range.end() <= own.end();
    });
  });
}

bool applies(const StepsInMemory& schedule, const ListedStream& stream, const Mutation& mutation) {
  const ListedStep& one = stream.list[mutation.step];
  if (one.data.empty()) return false;  // nothing moves
  switch (mutation.kind) {
    case Kind::Drop:
      return true;
    case Kind::Double:
      return one.step.receive.count > 0 || one.step.send.count > 0;
    case Kind::Redirect:
      return one.step.send.count > 0 && schedule.list.size() > 1;
    case Kind::Early: {
      if (one.step.send.count == 0) return false;
      if (are_its_own(schedule, stream.stream.agent, one)) return false;
      if (one.step.receive.count > 0) return true;
      if (mutation.step == 0) return false;
      const ListedStep& before = stream.list[mutation.step - 1];
      return before.step.keeps && before.step.receive.count > 0 && overlap(before, one);
    }
  }
  return false;
}

void redirect(StepsInMemory& schedule, const Mutation& mutation) {
  const auto other =
      static_cast<StreamId>((static_cast<std::size_t>(mutation.stream) + 1) % schedule.list.size());
  ListedStream& from = stream_of(schedule, mutation.stream);
  ListedStream& to = stream_of(schedule, other);
  const auto out = static_cast<int>(from.stream.sends.size());
  const auto in = static_cast<int>(to.stream.receives.size());
  from.stream.sends.push_back({other, in});
  to.stream.receives.push_back({mutation.stream, out});
  from.list[mutation.step].step.send = {out, 1};
}

void send_early(ListedStream& stream, StepIndex step) {
  const auto at = stream.list.begin() + static_cast<std::ptrdiff_t>(step);
  if (at->step.receive.count == 0) {
    std::iter_swap(at - 1, at);
    return;
  }
  ListedStep early = *at;
  early.step.receive = {};
  early.step.keeps = false;
  early.step.takes_own = true;
  at->step.send = {};
  stream.list.insert(at, early);
}

bool is_harmless(const StepsInMemory& schedule) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    if (!keeps_promise(schedule, seed)) return false;
  }
  return true;
}

}  // namespace

StepsInMemory listed(const sim::schedule::Schedule& schedule) {
  StepsInMemory all;
  all.promise = schedule.contract();
  all.agent_count = schedule.agents();
  all.slot_count = schedule.slots();
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    ListedStream stream{schedule.stream(id), {}};
    for (StepIndex step = 0; step < stream.stream.steps; ++step) {
      stream.list.push_back({schedule.step(id, step), schedule.data(id, step)});
    }
    all.list.push_back(std::move(stream));
  }
  return all;
}

std::vector<Mutation> mutations_of(const StepsInMemory& schedule, std::size_t most, unsigned seed) {
  std::vector<Mutation> all;
  for (std::size_t i = 0; i < schedule.list.size(); ++i) {
    for (StepIndex step = 0; step < schedule.list[i].list.size(); ++step) {
      for (const Kind kind : {Kind::Drop, Kind::Double, Kind::Redirect, Kind::Early}) {
        const Mutation one{kind, static_cast<StreamId>(i), step};
        if (applies(schedule, schedule.list[i], one)) all.push_back(one);
      }
    }
  }
  if (all.size() <= most) return all;
  std::vector<Mutation> some;
  std::ranges::sample(all, std::back_inserter(some), static_cast<std::ptrdiff_t>(most),
                      std::mt19937(seed));
  return some;
}

StepsInMemory mutated(StepsInMemory schedule, const Mutation& mutation) {
  ListedStream& stream = stream_of(schedule, mutation.stream);
  const auto at = stream.list.begin() + static_cast<std::ptrdiff_t>(mutation.step);
  switch (mutation.kind) {
    case Kind::Drop:
      stream.list.erase(at);
      break;
    case Kind::Double: {
      const ListedStep twice = *at;
      stream.list.insert(at, twice);
      break;
    }
    case Kind::Redirect:
      redirect(schedule, mutation);
      break;
    case Kind::Early:
      send_early(stream, mutation.step);
      break;
  }
  stream.stream.steps = stream.list.size();
  return schedule;
}

std::string text_of(const Mutation& mutation) {
  constexpr std::array kNames{"drop", "double", "redirect", "early"};
  return fmt::format("{} of step {} of stream {}", kNames[static_cast<std::size_t>(mutation.kind)],
                     mutation.step, mutation.stream);
}

MutationCounts& MutationCounts::operator+=(const MutationCounts& other) {
  found += other.found;
  missed += other.missed;
  harmless += other.harmless;
  if (first_harmless.empty()) first_harmless = other.first_harmless;
  if (first_missed.empty()) first_missed = other.first_missed;
  return *this;
}

MutationCounts mutations_found(const sim::schedule::Schedule& schedule, std::size_t most) {
  const StepsInMemory all = listed(schedule);
  MutationCounts counts;
  for (const Mutation& one : mutations_of(all, most)) {
    const StepsInMemory wrong = mutated(all, one);
    if (sim::schedule::fault_of(wrong)) {
      ++counts.found;
    } else if (is_harmless(wrong)) {
      if (counts.first_harmless.empty()) counts.first_harmless = text_of(one);
      ++counts.harmless;
    } else {
      if (counts.first_missed.empty()) counts.first_missed = text_of(one);
      ++counts.missed;
    }
  }
  return counts;
}

void expect_found(const MutationCounts& counts, sim::schedule::Goal goal) {
  EXPECT_GE(counts.found, 99) << "too few to show that 99 % are found";
  EXPECT_LE(counts.missed * 99, counts.found)
      << counts.missed << " missed, such as " << counts.first_missed;
  const bool is_barrier = goal == sim::schedule::Goal::Barrier;
  EXPECT_LE(counts.harmless, is_barrier ? counts.found / 20 : 0)
      << counts.harmless << " harmless, such as " << counts.first_harmless;
}

}  // namespace treering::testing
