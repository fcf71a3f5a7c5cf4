#include "app/exporting/described.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"

namespace treering::app::exporting {

tuner::advice::Recommendation described(const setup::Setup& job, const sim::nccl::Plan& plan) {
  tuner::advice::Recommendation result;
  result.topology = job.cluster.node.name();
  result.fingerprint = job.cluster.node.fingerprint();
  result.nodes = plan.shape.nodes;
  result.ranks = plan.shape.ranks();
  result.nccl_version = job.job.nccl_version;
  return result;
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
