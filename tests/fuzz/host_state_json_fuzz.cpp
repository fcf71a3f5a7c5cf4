// core::read_host_state: any JSON gives a HostState or a problem; what is written of one that was
// read says the same when it is read again.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/assert.h"
#include "core/host_state/json.h"
#include "core/json/values.h"
#include "tests/fuzz/shown.h"

using treering::core::FirstProblem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = treering::core::parse_json(text, "x.json");
  if (!json) return 0;
  FirstProblem problem("x.json", text);
  const auto host = treering::core::read_host_state(*json, "", problem);
  if (problem.any()) return 0;
  const std::string written = treering::core::host_state_to_json(host);
  treering::fuzz::check_shown(written);
  const auto again = treering::core::parse_json(written, "y.json");
  TREERING_ASSERT(again, "what is written is JSON");
  FirstProblem none("y.json", written);
  const auto read = treering::core::read_host_state(*again, "", none);
  TREERING_ASSERT(!none.any(), "what is written can be read");
  TREERING_ASSERT(treering::core::host_state_to_json(read) == written, "and says the same");
  return 0;
}
