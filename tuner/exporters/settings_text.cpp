#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "core/text/table.h"
#include "core/units.h"
#include "sim/nccl/versions/version.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::tuner::exporters {
namespace {

/// Whether NCCL has a list for each collective; up to 2.23 it had one for all.
bool is_by_collective(const advice::Recommendation& recommendation) {
  const sim::nccl::versions::Version* version =
      sim::nccl::versions::find_version(recommendation.nccl_version);
  return version == nullptr || version->lists.by_collective;
}

/// The value of a variable, collective by collective.
class Value {
 public:
  explicit Value(bool by_collective) : by_collective_(by_collective) {}

  /// NCCL reads these names in any case.
  void append(core::Collective collective, const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::vector<std::string> spelt;
    for (const std::string& name : names) spelt.push_back(core::lower_case(name));
    const std::string list = fmt::format("{}", fmt::join(spelt, ","));
    if (!by_collective_) {
      text_ = list;  // the same for all
      return;
    }
    text_ += fmt::format("{}{}:{}", text_.empty() ? "" : ";", plugin_name(collective), list);
  }

  const std::string& text() const { return text_; }

 private:
  bool by_collective_;
  std::string text_;
};

/// "0.500 times as long on average, at worst 1.731 times (64 MiB)".
std::string loss_text(const advice::SettingAdvice& setting) {
  const advice::Gain& gain = setting.gain;
  if (setting.outcomes.size() == 1) {
    return fmt::format("{:.3f} times as long (at {})", 1 / gain.least,
                       core::format_size(gain.least_at));
  }
  return fmt::format("{:.3f} times as long on average, at worst {:.3f} times (at {})",
                     1 / gain.mean, 1 / gain.least, core::format_size(gain.least_at));
}

void add_outcomes(const advice::CollectiveAdvice& advice, Comment& comment) {
  comment.add("");
  comment.add(
      fmt::format("{} takes {}", core::name_of(advice.collective), loss_text(*advice.setting)));
  comment.add(fmt::format("  {:>12}  {:>16}  {:>16}  {:>13}", "size", "NCCL's own",
                          "with the setting", "times as long"));
  for (const auto& outcome : advice.setting->outcomes) {
    comment.add(fmt::format("  {:>12}  {:>16}  {:>16}  {:>13.3f}", core::format_size(outcome.bytes),
                            outcome.usual, outcome.choice, 1 / outcome.gain));
  }
}

Comment comment_for(const advice::Recommendation& recommendation) {
  Comment comment = heading_of(recommendation, "Settings");
  comment.add_lines(
      "They hold for every size and every communicator of the process. Ring and Simple "
      "stay\nallowed, so that every call has a choice.\n");
  if (!is_by_collective(recommendation)) {
    comment.add_lines(
        "They hold for every collective: this NCCL has no lists by collective, as 2.24 has.\nThe "
        "choices of collectives that are not below stay the same.\n");
  }
  for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (advice.has_useful_setting()) add_outcomes(advice, comment);
  }
  return comment;
}

/// "NCCL_ALGO=allreduce:tree,ring NCCL_PROTO=allreduce:simple".
std::string setting_text(const advice::CollectiveAdvice& advice,
                         const advice::Recommendation& recommendation) {
  std::string text;
  const auto add = [&](std::string_view variable, const std::vector<std::string>& names) {
    Value value(is_by_collective(recommendation));
    value.append(advice.collective, names);
    if (value.text().empty()) return;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", variable, value.text());
  };
  add("NCCL_ALGO", advice.setting->filter.algorithms);
  add("NCCL_PROTO", advice.setting->filter.protocols);
  return text;
}

/// The settings among which the closest is: those that change nothing do not count.
std::string compared_text(const advice::CollectiveAdvice& advice,
                          const advice::Recommendation& recommendation) {
  const std::string& candidates = recommendation.candidates;
  if (candidates.empty()) return "of the settings that change a choice";
  if (!advice.is_kept_anyway)
    return fmt::format("of the settings that keep NCCL to {}", candidates);
  return fmt::format("NCCL's own choices keep to {}; of the settings that change one within that",
                     candidates);
}

/// The closest setting for a collective, and its cost.
std::string closest_text(const advice::CollectiveAdvice& advice,
                         const advice::Recommendation& recommendation) {
  if (advice.setting) {
    const bool costs_others = advice.setting->is_worth_it();
    return fmt::format("{}, this loses least:\n    {}\n    takes {}{}",
                       compared_text(advice, recommendation), setting_text(advice, recommendation),
                       loss_text(*advice.setting),
                       costs_others ? "; but it holds for every collective, and others lose" : "");
  }
  if (!recommendation.candidates.empty() && advice.is_kept_anyway) {
    return fmt::format("NCCL's own choices keep to {} at every size", recommendation.candidates);
  }
  if (!recommendation.candidates.empty()) {
    return fmt::format(
        "no setting that changes a choice keeps NCCL to {} at every size\n    (Ring with Simple "
        "must stay allowed, so that no call fails, and NCCL uses it where it believes it cheaper)",
        recommendation.candidates);
  }
  return "no setting under which every call has a choice changes a choice";
}

/// Where some setting gains too little.
std::string by_how_much(const advice::Recommendation& recommendation) {
  const bool is_close = std::ranges::any_of(recommendation.collectives, [](const auto& one) {
    return one.setting && one.setting->mean_where_changed > 1;
  });
  return is_close ? fmt::format("by {} where it changes them, ", advice::least_gain_text()) : "";
}

/// What a choice by size would do, after the name of its form.
std::string_view by_size_text(const advice::Recommendation& recommendation) {
  const bool is_faster = std::ranges::any_of(recommendation.collectives, [](const auto& one) {
    return one.is_advised && one.gain.greatest > 1;
  });
  if (is_faster) return "chooses by size, and gains at some";
  return recommendation.candidates.empty() ? "chooses by size, and would gain nothing either"
                                           : "takes the candidates by size, gain or not";
}

/// Why there is nothing to write, collective by collective.
std::string refusal(const advice::Recommendation& recommendation) {
  std::string text =
      fmt::format("nothing written: no single setting beats NCCL's own choices {}{}\n  by {}",
                  by_how_much(recommendation), sizes_text(recommendation), recommendation.evidence);
  if (!recommendation.failed_search.empty())
    text += "\n  " + core::wrapped(recommendation.failed_search, 98, 2);
  for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.is_advised) continue;
    text += fmt::format("\n  {}: {}", core::name_of(advice.collective),
                        closest_text(advice, recommendation));
  }
  return fmt::format("{}\n  settings that change no choice are not listed; ⟨to⟩ tuner-csv {}", text,
                     by_size_text(recommendation));
}

}  // namespace

Settings settings_for(const advice::Recommendation& recommendation) {
  Settings result;
  Value algorithms(is_by_collective(recommendation));
  Value protocols = algorithms;
  for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.has_useful_setting()) continue;
    algorithms.append(advice.collective, advice.setting->filter.algorithms);
    protocols.append(advice.collective, advice.setting->filter.protocols);
  }
  for (const auto& [variable, value] :
       {std::pair("NCCL_ALGO", &algorithms), std::pair("NCCL_PROTO", &protocols)}) {
    if (!value->text().empty()) result.settings.push_back({variable, value->text()});
  }
  if (result.settings.empty()) {
    result.why_not = refusal(recommendation);
  } else {
    result.comment = comment_for(recommendation);
  }
  return result;
}

}  // namespace treering::tuner::exporters
