// core::read_host_state: any JSON gives a HostState or a problem; what is written of one that was
// read says the same when it is read again.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/host_state/json.h"
#include "core/json/values.h"
#include "tests/fuzz/written.h"

using treering::core::FirstProblem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = treering::core::parse_json(text, "x.json");
  if (!json) return 0;
  FirstProblem problem("x.json", text);
  const auto host = treering::core::read_host_state(*json, "", problem);
  if (problem.any()) return 0;
  treering::fuzz::check_json_of(host);
  return 0;
}
