#include "app/simulation/faults.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/simulation/cuts.h"
#include "app/simulation/fault_words.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/words.h"

namespace treering::app::simulation {
namespace {

using sim::machine::Faults;
using sim::machine::LateRank;
using sim::machine::SlowLinks;

constexpr double kLeastShare = 1e-6;

/// Nothing where there is more, or less, than a number.
std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::set<std::string> devices_of(const sim::machine::NodeLinks& node) {
  std::set<std::string> names;
  for (const auto& link : node.links()) {
    if (!link.from.empty()) names.insert({link.from, link.to});
  }
  return names;
}

core::Result<std::string> device_named(std::string_view name, const sim::machine::NodeLinks& node) {
  const auto names = devices_of(node);
  for (const std::string& one : names) {
    if (core::is_same_name(one, name)) return one;
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  return core::unknown_name(core::field("fault"), name, known);
}

core::Result<LateRank> late_rank(std::string_view word, std::string_view rank,
                                 std::string_view time, const Place& place) {
  const auto number = core::whole_number<int>(rank);
  if (!number || !time.starts_with('+')) return not_a_fault(word);
  auto us = us_of(time.substr(1), "fault");
  if (!us) {
    us.error().found = fmt::format("found '{}'", word);
    return core::fail(us.error());
  }
  if (*number >= 0 && *number < place.plan.shape.ranks()) return LateRank{*number, *us};
  return core::usage_error(core::field("fault"), fmt::format("the job has no rank {}", *number),
                           fmt::format("expected 0 to {}", place.plan.shape.ranks() - 1));
}

/// "mlx5_0", "GPU 0-NVSwitch"; names may have dashes of their own.
core::Result<SlowLinks> between(std::string_view devices, const sim::machine::NodeLinks& node) {
  SlowLinks slow;
  const auto whole = device_named(devices, node);
  const auto dash = devices.find('-');
  if (whole) {
    slow.device = *whole;
    return slow;
  }
  if (dash == std::string_view::npos) return core::fail(whole.error());
  const auto one = device_named(devices.substr(0, dash), node);
  const auto other = device_named(devices.substr(dash + 1), node);
  if (!one) return core::fail(one.error());
  if (!other) return core::fail(other.error());
  slow.device = *one;
  slow.other = *other;
  if (!links_of(slow, node).empty()) return slow;
  return core::usage_error(core::field("fault"),
                           fmt::format("no link joins {} and {}", slow.device, slow.other), "",
                           "treering show lists the links");
}

core::Result<SlowLinks> slow_links(std::string_view word, const Place& place) {
  const auto at = place_of(word, place.plan.job.nodes);
  if (!at) return core::fail(at.error());
  const auto share = number_in(at->value);
  if (!share) return not_a_fault(word);
  if (*share < kLeastShare || *share > 1) {
    return core::usage_error(core::field("fault"), fmt::format("found '{}'", word),
                             "expected a share from 0.000001 to 1",
                             "what carries nothing is down, as in 0/mlx5_0=down");
  }
  auto slow = between(at->devices, place.links.of(at->node));
  if (!slow) return core::fail(slow.error());
  slow->node = at->node;
  slow->share = *share;
  return slow;
}

}  // namespace

std::vector<std::string> texts_of(const FaultsRequest& request) {
  std::vector<std::string> texts = request.words;
  if (request.jitter.most) texts.push_back(words_of(request.jitter));
  return texts;
}

core::Result<Faults> faults_of(const FaultsRequest& request, const Place& place) {
  Faults faults;
  for (const std::string& text : request.words) {
    const std::string_view word = text;
    if (is_cut(word)) continue;
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) return not_a_fault(word);
    const std::string_view what = word.substr(0, equals);
    if (what.find('/') == std::string_view::npos) {
      if (!what.starts_with("rank")) return not_a_fault(word);
      const auto late = late_rank(word, what.substr(4), word.substr(equals + 1), place);
      if (!late) return core::fail(late.error());
      faults.late.push_back(*late);
      continue;
    }
    auto slow = slow_links(word, place);
    if (!slow) return core::fail(slow.error());
    faults.slow.push_back(*std::move(slow));
  }
  const auto late = late_ranks(request.jitter, place.plan.shape.ranks());
  if (!late) return core::fail(late.error());
  std::ranges::copy(*late, std::back_inserter(faults.late));
  return faults;
}

}  // namespace treering::app::simulation
