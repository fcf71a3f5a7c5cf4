#include "tuner/settings_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/unit_text.h"
#include "tuner/plugin_csv.h"

namespace treering::tuner {
namespace {

std::string size_text(std::uint64_t bytes) {
  return core::format_size(core::Bytes::of(bytes));
}

bool is_better(const CollectiveAdvice& advice) {
  return advice.setting && advice.setting->gain.mean > 1;
}

/// NCCL reads these names in any case.
std::string lower(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

void append(std::string& value, core::Collective collective,
            const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<std::string> spelt;
  std::transform(names.begin(), names.end(), std::back_inserter(spelt), lower);
  if (!value.empty()) value += ';';
  value += fmt::format("{}:{}", plugin_name(collective), fmt::join(spelt, ","));
}

std::string outcome_lines(const CollectiveAdvice& advice) {
  const Gain& gain = advice.setting->gain;
  std::string text = fmt::format(
      "#\n# {}: {:.3f} times as fast on average, at worst {:.3f} times at {}\n"
      "#   {:>12}  {:>16}  {:>16}  {:>13}\n",
      core::name_of(advice.collective), gain.mean, gain.least, size_text(gain.least_at), "size",
      "NCCL's own", "with the setting", "times as fast");
  for (const auto& outcome : advice.setting->outcomes) {
    text += fmt::format("#   {:>12}  {:>16}  {:>16}  {:>13.3f}\n", size_text(outcome.bytes),
                        outcome.usual, outcome.choice, outcome.gain);
  }
  return text;
}

std::string comment_for(const Recommendation& recommendation) {
  std::string text = fmt::format(
      "# Settings for {} of {} ({} ranks), NCCL {}\n"
      "# from {}: predicted, not measured; topology fingerprint {}\n"
      "# They hold for every size and every communicator of the process. Ring and Simple stay\n"
      "# allowed, so that no call is left without a choice.\n",
      nodes_text(recommendation), recommendation.topology, recommendation.ranks,
      recommendation.nccl_version, recommendation.evidence, recommendation.fingerprint);
  for (const CollectiveAdvice& advice : recommendation.collectives) {
    if (is_better(advice)) text += outcome_lines(advice);
  }
  return text;
}

/// What the best setting that keeps to the question would do; empty when leaving NCCL alone is as
/// good.
std::string loss_text(const CollectiveAdvice& advice) {
  if (!advice.setting) return "";
  const Gain& gain = advice.setting->gain;
  return fmt::format("the best for {} is {:.3f} times as fast on average, at worst {:.3f} at {}",
                     core::name_of(advice.collective), gain.mean, gain.least,
                     size_text(gain.least_at));
}

std::string refusal(const Recommendation& recommendation) {
  std::vector<std::string> losses;
  for (const CollectiveAdvice& advice : recommendation.collectives) {
    const std::string loss = loss_text(advice);
    if (!loss.empty()) losses.push_back(loss);
  }
  return fmt::format(
      "nothing written: by {} no single setting for all sizes from {} to {} beats what NCCL "
      "chooses "
      "by itself{}{}; --to tuner-csv chooses by size and can always be written",
      recommendation.evidence, size_text(recommendation.sizes.front()),
      size_text(recommendation.sizes.back()), losses.empty() ? "" : ": ", fmt::join(losses, "; "));
}

}  // namespace

Settings settings_for(const Recommendation& recommendation) {
  Settings result;
  std::string algorithms;
  std::string protocols;
  for (const CollectiveAdvice& advice : recommendation.collectives) {
    if (!is_better(advice)) continue;
    append(algorithms, advice.collective, advice.setting->filter.algorithms);
    append(protocols, advice.collective, advice.setting->filter.protocols);
  }
  if (!algorithms.empty()) result.settings.push_back({"NCCL_ALGO", algorithms});
  if (!protocols.empty()) result.settings.push_back({"NCCL_PROTO", protocols});
  if (result.settings.empty()) {
    result.why_not = refusal(recommendation);
  } else {
    result.comment = comment_for(recommendation);
  }
  return result;
}

}  // namespace treering::tuner
