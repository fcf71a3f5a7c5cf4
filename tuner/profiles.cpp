#include "tuner/profiles.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "core/assert.h"
#include "sim/cost/parameters.h"

namespace treering::tuner {
namespace {

core::Profile embedded(std::string_view name) {
  const auto files = profile_files();
  const auto file = std::ranges::find(files, name, &core::EmbeddedFile::name);
  TREERING_ASSERT(file != files.end(), "profiles are embedded under their names");
  auto profile = sim::cost::read_profile(file->text, fmt::format("profiles/{}.json", name));
  TREERING_ASSERT(profile, "embedded profiles are valid");
  return *std::move(profile);
}

}  // namespace

const core::Profile& prior_profile() {
  static const core::Profile kPriors = embedded("priors");
  return kPriors;
}

const core::Profile& shipped_profile() {
  static const core::Profile kShipped = core::overlaid(prior_profile(), embedded("published"));
  return kShipped;
}

core::Profile what_changed(const core::Profile& base, const core::Profile& whole) {
  core::Profile change{whole.name, whole.description, {}, {}, {}};
  std::ranges::set_difference(whole.fitted_rows, base.fitted_rows,
                              std::inserter(change.fitted_rows, change.fitted_rows.end()));
  for (const auto& [name, parameter] : whole.parameters) {
    const auto old = base.parameters.find(name);
    if (old == base.parameters.end() || old->second != parameter) {
      change.parameters[name] = parameter;
    }
  }
  std::ranges::copy_if(whole.corrections, std::back_inserter(change.corrections),
                       [&](const core::Correction& one) {
                         return std::ranges::find(base.corrections, one) == base.corrections.end();
                       });
  return change;
}

}  // namespace treering::tuner
