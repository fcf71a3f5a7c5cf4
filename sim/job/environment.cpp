#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/suggest.h"
#include "sim/job/variables.h"

namespace treering::sim::job {
namespace {

constexpr std::string_view kPrefix = "NCCL_";

/// Each name once with its last value. Names without a value are left out.
std::vector<Assignment> last_of_each(std::span<const Assignment> given) {
  std::vector<Assignment> result;
  for (const Assignment& one : given) {
    std::erase_if(result, [&](const Assignment& earlier) { return earlier.name == one.name; });
    result.push_back(one);
  }
  std::erase_if(result, [](const Assignment& one) { return one.value.empty(); });
  return result;
}

std::string_view without_prefix(std::string_view name) {
  const bool has_prefix = core::is_same_name(name.substr(0, kPrefix.size()), kPrefix);
  return has_prefix ? name.substr(kPrefix.size()) : name;
}

/// The known names without their common prefix, so that only the rest is compared.
std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names;
  for (const Variable& variable : all_variables()) names.push_back(without_prefix(variable.name));
  for (const OtherVariable& other : other_variables()) names.push_back(without_prefix(other.name));
  return names;
}

/// "did you mean 'NCCL_ALGO'" for NCCL_ALGOO, nccl_algo and ALGO; empty when nothing is close.
std::string hint_for(std::string_view name) {
  if (name == "CUDA_VISIBLE_DEVICES") return "name the GPUs with ⟨devices⟩";
  const std::vector<std::string_view> known = known_names();
  const auto closest = core::closest_name(without_prefix(name), known);
  return closest ? fmt::format("did you mean '{}{}'", kPrefix, *closest) : "";
}

core::Result<void> check_name(const Assignment& one, std::vector<std::string>& notes) {
  if (find_variable(one.name) != nullptr || find_other_variable(one.name)) return {};
  // A process has variables of others, too, such as CUDA_VISIBLE_DEVICES.
  if (one.origin == Origin::Process && !one.name.starts_with(kPrefix)) return {};
  const std::string complaint = fmt::format("NCCL has no variable '{}'", one.name);
  const std::string hint = hint_for(one.name);
  if (one.origin == Origin::Option)
    return core::usage_error(core::field("env"), complaint, "", hint);
  notes.push_back(complaint + (hint.empty() ? "" : "; " + hint));
  return {};
}

/// One sentence for all variables of a kind.
void add_notes(const std::vector<Assignment>& given, std::vector<std::string>& notes) {
  for (const NotFollowed why : {NotFollowed::Unmodelled, NotFollowed::Hardware, NotFollowed::Times,
                                NotFollowed::Removed, NotFollowed::NoEffect}) {
    std::vector<std::string> names;
    for (const Assignment& one : given) {
      const auto other = find_other_variable(one.name);
      if (other && other->why == why) names.push_back(one.name);
    }
    if (!names.empty()) {
      notes.push_back(fmt::format("{}: {}", fmt::join(names, ", "), meaning_of(why)));
    }
  }
}

Remark read(const Variable& variable, std::string_view value,
            const nccl::versions::Version& version, Settings& settings) {
  const bool is_old = variable.read_old != nullptr && !version.lists.by_collective;
  return is_old ? variable.read_old(value, version, settings) : variable.read(value, settings);
}

core::Result<void> follow(const Variable& variable, const Assignment& one,
                          const nccl::versions::Version& version, Environment& result) {
  auto remark = read(variable, one.value, version, result.settings);
  if (!remark) {
    core::Error error = std::move(remark.error());
    error.where = one.name;
    return core::fail(std::move(error));
  }
  if (!remark->empty()) {
    result.notes.push_back(fmt::format("{}={}: {}", one.name, one.value, *remark));
  }
  result.followed.push_back(one);
  return {};
}

/// NCCL v2.28.9-1, src/init.cc, envConfigOverride.
void settle(Environment& result) {
  ChannelLimits& channels = result.settings.channels;
  if (channels.min_ctas <= channels.max_ctas) return;
  channels.min_ctas = channels.max_ctas;
  result.notes.push_back(
      fmt::format("NCCL_MIN_CTAS is above NCCL_MAX_CTAS: NCCL uses {}", channels.max_ctas));
}

}  // namespace

core::Result<Environment> read_environment(std::span<const Assignment> given,
                                           const nccl::versions::Version& version) {
  Environment result;
  const std::vector<Assignment> assignments = last_of_each(given);
  for (const Assignment& one : assignments) {
    if (const auto checked = check_name(one, result.notes); !checked) {
      return core::fail(checked.error());
    }
  }
  for (const Variable& variable : all_variables()) {
    const auto one = std::ranges::find(assignments, variable.name, &Assignment::name);
    if (one == assignments.end()) continue;
    const auto done = follow(variable, *one, version, result);
    if (!done) return core::fail(done.error());
  }
  settle(result);
  add_notes(assignments, result.notes);
  return result;
}

std::string rules_note(const std::vector<Assignment>& followed,
                       const nccl::versions::Version& version) {
  const nccl::versions::Version& rules = nccl::versions::default_version();
  if (version.name == rules.name) return {};
  std::vector<std::string> names;
  for (const Assignment& one : followed) {
    if (find_variable(one.name)->rules == Rules::OfDefault) names.push_back(one.name);
  }
  if (names.empty()) return {};
  return fmt::format("{}: followed as in NCCL {}, not as in {}", fmt::join(names, ", "), rules.name,
                     version.name);
}

}  // namespace treering::sim::job
