// sim::schedule::read_schedule: any text gives a schedule or an error that names the file; what is
// read can be written, and read again as the same steps.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/assert.h"
#include "sim/schedule/written_schedule.h"
#include "tests/fuzz/shown.h"
#include "tests/support/written_schedule.h"

using treering::sim::schedule::read_schedule;
using treering::sim::schedule::StreamId;
using treering::testing::schedule_to_json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto schedule = read_schedule(text, "x.json");
  if (!schedule) {
    TREERING_ASSERT(schedule.error().where.starts_with("x.json"), "an error names its file");
    treering::fuzz::check_shown_in_line(schedule.error().message());
    return 0;
  }
  const std::string written = schedule_to_json(*schedule);
  treering::fuzz::check_shown(written);
  const auto again = read_schedule(written, "x.json");
  TREERING_ASSERT(again, "what is written can be read");
  TREERING_ASSERT(again->promise == schedule->promise, "the collective stays");
  TREERING_ASSERT(again->streams() == schedule->streams(), "streams stay");
  for (StreamId id = 0; id < schedule->streams(); ++id) {
    const auto steps = schedule->stream(id).steps;
    TREERING_ASSERT(again->stream(id).steps == steps, "steps stay");
    for (std::uint64_t step = 0; step < steps; ++step) {
      TREERING_ASSERT(again->data(id, step) == schedule->data(id, step), "their data stay");
    }
  }
  return 0;
}
