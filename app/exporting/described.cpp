#include "app/exporting/described.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/calls.h"
#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "sim/predict.h"

namespace treering::app::exporting {

tuner::advice::Recommendation described(const Subject& subject) {
  const auto& [job, type, op] = subject;
  const core::Topology& node = job.machine.cluster.node;
  tuner::advice::Recommendation result;
  result.topology = node.name();
  result.fingerprint = node.fingerprint();
  result.nodes = job.plan.shape.nodes;
  result.ranks = job.ranks();
  result.nccl_version = job.machine.job.nccl_version;
  result.type = core::name_of(type);
  result.op = core::name_of(op);
  result.failed_search = setup::failed_search_comment(job.plan, job.options.model);
  return result;
}

sim::AlternativesOf alternatives_of(const Subject& subject) {
  const Job& job = subject.job;
  return sim::remembered(sim::alternatives_of(job.plan, job.time_model, subject.type, subject.op));
}

tuner::advice::Question question_on(const Subject& subject) {
  tuner::advice::Question question{setup::parse_collectives("tuned").value(), {}, {}, {}};
  question.lists = sim::nccl::versions::version(subject.job.machine.job.nccl_version).lists;
  return question;
}

void add_others(const Subject& subject, const Others& others, tuner::advice::Question& question,
                tuner::advice::Recommendation& recommendation) {
  for (const tuner::advice::OtherCommunicator& other : others) {
    const auto& shape = other.plan.shape;
    recommendation.others.push_back({other.name, shape.nodes, shape.ranks()});
    // Rows for them follow NCCL's own costs and choices: no model is needed.
    question.others.push_back(
        sim::remembered(sim::alternatives_of(other.plan, {}, subject.type, subject.op)));
  }
}

std::string guess_refusal(const setup::Setup& job) {
  std::vector<std::string> sentences;
  for (const setup::Guess& one : setup::guesses_of(job)) {
    sentences.push_back(fmt::format("{}; {}", one.text, one.hint));
  }
  if (sentences.empty()) return "";
  return fmt::format("nothing written, since settings for another machine make NCCL slower. {}",
                     fmt::join(sentences, ". "));
}

}  // namespace treering::app::exporting
