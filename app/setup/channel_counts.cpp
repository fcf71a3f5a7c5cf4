#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "app/setup/calls.h"
#include "app/setup/names.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "sim/channel_limits.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

// As many rows as sizes alone may ask for (calls.cpp).
constexpr std::size_t kMostRows = 4096;

core::Result<std::vector<int>> counts_in(std::string_view text, int most) {
  std::set<int> counts;
  for (const std::string& part : split_list(text)) {
    if (core::is_same_name(part, "all")) {
      const auto all = sim::doubled_up_to(most);
      counts.insert(all.begin(), all.end());
      continue;
    }
    const auto number = core::whole_number<int>(part);
    if (!number || *number < 1 || *number > most) {
      return core::usage_error(
          core::field("channels"),
          part.empty() ? "a number is missing in the list"
                       : fmt::format("'{}' is no number of channels", part),
          fmt::format("expected 1 to {}, the most that NCCL makes, or 'all'", most));
    }
    counts.insert(*number);
  }
  return std::vector<int>(counts.begin(), counts.end());
}

core::Result<void> check_calls(const Calls& calls, std::size_t limits) {
  const auto untuned = std::ranges::find_if_not(calls.collectives, sim::nccl::rules::is_tuned);
  if (untuned != calls.collectives.end()) {
    return core::usage_error(
        core::field("channels"),
        fmt::format("{} is made of sends and receives, whose channels are not modelled",
                    core::name_of(*untuned)),
        "expected all_reduce, all_gather, reduce_scatter, broadcast or reduce",
        "⟨collective⟩ tuned takes them all");
  }
  const std::size_t rows = calls.sizes.size() * (limits + 1);
  if (rows <= kMostRows) return {};
  return core::usage_error(
      core::field("channels"),
      fmt::format("asks for {} sizes and numbers of channels", core::grouped(rows)),
      fmt::format("expected at most {}", core::grouped(kMostRows)), "take larger steps of size");
}

}  // namespace

core::Result<std::vector<int>> channel_counts(const std::optional<std::string>& text,
                                              const Calls& calls, const sim::job::JobSpec& job) {
  if (!text) return std::vector<int>();
  auto counts =
      counts_in(*text, sim::nccl::versions::version(job.nccl_version).channels.max_channels);
  if (!counts) return core::fail(counts.error());
  if (const auto checked = check_calls(calls, counts->size()); !checked) {
    return core::fail(checked.error());
  }
  return counts;
}

}  // namespace treering::app::setup
