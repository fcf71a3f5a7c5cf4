#include "tuner/doctor/causes.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/text/error_codes.h"
#include "core/text/reading.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

constexpr auto kCauses = std::to_array<Cause>({
#define CAUSE(kind, pattern, needs, cause, fix, set, run, source) \
  Cause{CauseKind::kind, pattern, needs, cause, fix, set, run, source, false},
#define AROUND(kind, pattern, needs, cause, fix, set, run, source) \
  Cause{CauseKind::kind, pattern, needs, cause, fix, set, run, source, true},
#include "tuner/doctor/causes.def"
#undef AROUND
#undef CAUSE
});

/// What patterns are compared with: behind the text its codes in one form, whatever frame they
/// stand in, so that a cause is written once.
std::string subject_of(const core::RunWarning& warning) {
  const std::string codes = core::codes_in_words(warning.text);
  return warning.place.empty() ? warning.text + codes : warning.place + " " + warning.text + codes;
}

/// {2, 14} of "2.14.3+cuda11.7"; empty where it is none.
std::vector<int> parts_of_version(std::string_view text) {
  std::vector<int> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find_first_not_of("0123456789"));
    const auto number = core::whole_number<int>(part);
    if (!number) break;
    parts.push_back(*number);
    text.remove_prefix(part.size());
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return parts;
}

/// "11.7" of "2.14.3+cuda11.7".
std::string_view cuda_of_nccl(const core::HostState& host) {
  constexpr std::string_view kCuda = "+cuda";
  if (!host.nccl_version) return {};
  const std::string_view version = host.nccl_version->value;
  const std::size_t at = version.find(kCuda);
  return at == std::string_view::npos ? std::string_view() : version.substr(at + kCuda.size());
}

/// "11.0" of "CUDA 11.0"; a driver's own number says nothing here.
std::string_view cuda_of_driver(const core::HostState& host) {
  constexpr std::string_view kCuda = "CUDA ";
  if (host.cuda_version) return host.cuda_version->value;
  if (!host.driver_version) return {};
  const std::string_view version = host.driver_version->value;
  return version.starts_with(kCuda) ? version.substr(kCuda.size()) : std::string_view();
}

/// Since CUDA 11 the minor version does not matter to most (CUDA, minor version compatibility), but
/// NCCL asks the driver for functions of its own (NCCL 2.14, src/misc/cudawrap.cc).
bool is_driver_older(const core::HostState& host) {
  const auto driver = parts_of_version(cuda_of_driver(host));
  const auto nccl = parts_of_version(cuda_of_nccl(host));
  return !driver.empty() && !nccl.empty() && driver < nccl;
}

bool is_nccl(std::string_view comparison, const core::HostState& host) {
  const auto version =
      host.nccl_version ? parts_of_version(host.nccl_version->value) : std::vector<int>();
  if (version.empty()) return false;
  if (comparison.starts_with(">=")) return version >= parts_of_version(comparison.substr(2));
  return version < parts_of_version(comparison.substr(1));
}

bool is_set(std::string_view setting, const core::HostState& host) {
  const std::size_t equals = setting.find('=');
  return std::ranges::any_of(host.variables, [&](const core::NcclVariable& variable) {
    return variable.name == setting.substr(0, equals) &&
           (equals == std::string_view::npos || variable.value == setting.substr(equals + 1));
  });
}

bool is_said(std::string_view pattern, const core::HostState& host) {
  return std::ranges::any_of(host.warnings, [&](const core::RunWarning& warning) {
    return matched(pattern, subject_of(warning)).has_value();
  });
}

bool holds(std::string_view condition, const core::HostState& host) {
  constexpr std::string_view kNot = "not ";
  constexpr std::string_view kLine = "line:";
  constexpr std::string_view kSet = "set:";
  constexpr std::string_view kNccl = "nccl";
  if (condition.starts_with(kNot)) return !holds(condition.substr(kNot.size()), host);
  if (condition.starts_with(kLine)) return is_said(condition.substr(kLine.size()), host);
  if (condition.starts_with(kSet)) return is_set(condition.substr(kSet.size()), host);
  if (condition.starts_with(kNccl)) return is_nccl(condition.substr(kNccl.size()), host);
  return condition == "driver<nccl" && is_driver_older(host);
}

/// What a place of a sentence stands for: what the log has there, the versions of the run
/// ({nccl-cuda}, {driver-cuda}), or a variable with its value ({$NCCL_TOPO_FILE}).
std::string value_of_place(std::string_view name, const Places& places,
                           const core::HostState& host) {
  if (name == "nccl-cuda") return std::string(cuda_of_nccl(host));
  if (name == "driver-cuda") return std::string(cuda_of_driver(host));
  if (name.starts_with('$')) {
    const auto* const variable = find_variable(host, std::string(name.substr(1)));
    return variable == nullptr ? std::string(name.substr(1)) : text_of(*variable);
  }
  const auto found = std::ranges::find(places, name, &Places::value_type::first);
  return found == places.end() ? "?" : found->second;
}

}  // namespace

std::span<const Cause> all_causes() {
  return kCauses;
}

bool has_evidence(std::string_view needs, const core::HostState& host) {
  constexpr std::string_view kAnd = " & ";
  while (!needs.empty()) {
    const std::size_t end = std::min(needs.find(kAnd), needs.size());
    if (!holds(needs.substr(0, end), host)) return false;
    needs.remove_prefix(std::min(end + kAnd.size(), needs.size()));
  }
  return true;
}

std::optional<Explained> explained(const core::RunWarning& warning, const core::HostState& host) {
  const std::string subject = subject_of(warning);
  for (const Cause& cause : kCauses) {
    // The words of NCCL mean something else where anybody may have printed them.
    if (warning.is_by_form && !cause.is_around) continue;
    const auto places = matched(cause.pattern, subject);
    if (!places || !has_evidence(cause.needs, host)) continue;
    const auto value_of = [&](std::string_view name) {
      return value_of_place(name, *places, host);
    };
    return Explained{&cause, with_places(cause.cause, value_of), with_places(cause.fix, value_of)};
  }
  return {};
}

}  // namespace treering::tuner::doctor
