#include <string>

#include <nlohmann/json.hpp>

#include "core/assert.h"
#include "core/host_state/json.h"
#include "core/json/values.h"
#include "tests/fuzz/shown.h"
#include "tests/fuzz/written.h"

namespace treering::fuzz {

void check_json_of(const core::HostState& host) {
  const std::string written = core::host_state_to_json(host);
  check_shown(written);
  const auto json = core::parse_json(written, "h.json");
  TREERING_ASSERT(json, "what is written is JSON");
  core::FirstProblem problem("h.json", written);
  const auto again = core::read_host_state(*json, "", problem);
  TREERING_ASSERT(!problem.any(), "what is written can be read");
  TREERING_ASSERT(core::host_state_to_json(again) == written, "and says the same");
}

}  // namespace treering::fuzz
