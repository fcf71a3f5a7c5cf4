#include "app/variants.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/setup/plan.h"
#include "hw/complete/variants.h"
#include "tuner/advice/recommend.h"

namespace treering::app {
namespace {

/// Times of a simulated call take long: its first and last size stand for all.
setup::Calls compared_calls(setup::Calls calls) {
  if (calls.model == sim::Model::Event && calls.sizes.size() > 2) {
    calls.sizes = {calls.sizes.front(), calls.sizes.back()};
  }
  return calls;
}

VariantAnswer answer_on(const Job& job, const setup::Calls& calls, std::string value) {
  VariantAnswer answer{{std::move(value)}, {}, setup::failed_search_text(job.plan)};
  const auto rows = sim::predict(job.alternatives(calls.type, calls.op), job.bound,
                                 setup::prediction_request(calls, job.ranks()));
  std::ranges::copy_if(rows, std::back_inserter(answer.choices), [](const sim::Prediction& row) {
    return row.is_nccl_default || row.way.algorithm.empty();
  });
  return answer;
}

bool is_within(core::Duration time, const sim::estimates::Interval& interval) {
  return interval.low <= time && time <= interval.high;
}

/// By a model that knows its error, times within it; by NCCL's own, the way and its cost.
bool is_same_call(const sim::Prediction& one, const sim::Prediction& other) {
  if (!one.time() || !other.time()) return one.time().has_value() == other.time().has_value();
  const auto& first = one.estimate->interval;
  const auto& second = other.estimate->interval;
  if (first && second) return is_within(*one.time(), *second) && is_within(*other.time(), *first);
  const double ratio = *one.time() / *other.time();
  return one.way.has_names_of(other.way) && ratio < tuner::advice::kLeastGain &&
         1 / ratio < tuner::advice::kLeastGain;
}

bool is_same(const VariantAnswer& one, const VariantAnswer& other) {
  return one.failed_search == other.failed_search &&
         std::ranges::equal(one.choices, other.choices, is_same_call);
}

void add(VariantAnswer answer, std::vector<VariantAnswer>& answers) {
  const auto known =
      std::ranges::find_if(answers, [&](const VariantAnswer& one) { return is_same(one, answer); });
  if (known == answers.end()) {
    answers.push_back(std::move(answer));
  } else {
    known->values.push_back(answer.values.front());
  }
}

}  // namespace

std::vector<VariantMachine> variant_machines(const setup::Setup& machine) {
  std::vector<VariantMachine> machines;
  if (!is_even(machine.cluster)) return machines;
  for (const auto& [fact, others] : hw::complete::open_facts(machine.cluster.node)) {
    for (const hw::complete::Variant& variant : others) {
      machines.push_back({fact, variant.name, machine});
      machines.back().machine.cluster.node = variant.node;
    }
  }
  return machines;
}

namespace {

std::vector<DecidingFact> decided(std::vector<VariantMachine> variants, const Job& job,
                                  const setup::Calls& calls) {
  const setup::Calls compared = compared_calls(calls);
  std::vector<DecidingFact> facts;
  for (VariantMachine& variant : variants) {
    const auto other = open(std::move(variant.machine), job.options);
    if (!other) continue;  // NCCL cannot run there: the source means another machine
    if (facts.empty() || facts.back().fact != variant.fact) {
      facts.push_back({variant.fact, {answer_on(job, compared, variant.fact.taken)}});
    }
    add(answer_on(**other, compared, variant.value), facts.back().answers);
  }
  std::erase_if(facts, [](const DecidingFact& one) { return one.answers.size() < 2; });
  return facts;
}

}  // namespace

std::vector<DecidingFact> deciding_facts(const Job& job, const setup::Calls& calls) {
  return decided(variant_machines(job.machine), job, calls);
}

std::vector<DecidingFact> deciding_facts_of(const Job& job, const core::Call& call) {
  auto variants = variant_machines(job.machine);
  if (variants.empty()) return {};  // no second time model is needed
  setup::TimeModelOptions options = job.options;
  options.model = sim::Model::Cost;
  return decided(std::move(variants), *priced_anew(job, std::move(options)),
                 {{call.collective}, {call.bytes}, call.type, call.op, {}, sim::Model::Cost});
}

void add_doubts(const std::vector<DecidingFact>& facts, std::vector<setup::OpenFact>& doubts) {
  for (const DecidingFact& one : facts) {
    if (std::ranges::find(doubts, one.fact) == doubts.end()) doubts.push_back(one.fact);
  }
}

setup::Setup with_doubts(setup::Setup machine, const std::vector<DecidingFact>& facts) {
  add_doubts(facts, machine.doubts);
  return machine;
}

}  // namespace treering::app
