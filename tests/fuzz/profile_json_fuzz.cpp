// core::profile_from_json: any text gives a profile or an error that names the file; what a profile
// is written as stays the same when it is read and written again.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/assert.h"
#include "core/profile/profile.h"
#include "tests/fuzz/shown.h"

using treering::core::profile_from_json;
using treering::core::profile_to_json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto profile = profile_from_json(text, "x.json");
  if (!profile) {
    TREERING_ASSERT(profile.error().where.starts_with("x.json"), "an error names its file");
    treering::fuzz::check_shown_in_line(profile.error().message());
    return 0;
  }
  for (const auto& [name, parameter] : profile->parameters) {
    TREERING_ASSERT(std::isfinite(parameter.value) && parameter.value > 0, "values are above 0");
    TREERING_ASSERT(std::isfinite(parameter.spread) && parameter.spread >= 0, "spreads are finite");
  }
  const std::string written = profile_to_json(*profile);
  treering::fuzz::check_shown(written);
  treering::fuzz::check_shown_in_line(profile->name);
  const auto again = profile_from_json(written, "x.json");
  TREERING_ASSERT(again, "what is written can be read");
  TREERING_ASSERT(profile_to_json(*again) == written, "figures are rounded once");
  return 0;
}
