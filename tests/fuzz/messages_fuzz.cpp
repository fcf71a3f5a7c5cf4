// What conductor and workers say to each other: any line is a task, a greeting, a batch or an error
// that names the speaker. What was read comes back from the line that is written of it, and the
// messages of a batch are looked at as the conductor does.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "tests/fuzz/shown.h"
#include "tuner/measure/messages.h"
#include "tuner/measure/witness.h"

using namespace treering;

namespace {

template <class Value>
void check(const core::Result<Value>& read,
           core::Result<Value> (*parse)(std::string_view, const std::string&)) {
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("w"), "an error names its speaker");
    fuzz::check_shown_in_line(read.error().message());
    return;
  }
  const std::string line = tuner::measure::line_of(*read);
  fuzz::check_shown_in_line(line);
  const auto again = parse(line, "w");
  TREERING_ASSERT(again && *again == *read, "a line holds all of its message");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string line(reinterpret_cast<const char*>(data), size);
  check(tuner::measure::parse_task(line, "w"), tuner::measure::parse_task);
  check(tuner::measure::parse_hello(line, "w"), tuner::measure::parse_hello);
  const auto batch = tuner::measure::parse_batch(line, "w");
  check(batch, tuner::measure::parse_batch);
  if (!batch) return 0;
  tuner::measure::Configuration call;
  call.call.bytes = 64;
  for (const int ranks : {1, 3}) {
    for (const auto& name : tuner::measure::algorithms_that_send(batch->seen.sent, call, ranks)) {
      fuzz::check_shown_in_line(name);
    }
    tuner::measure::algorithms_with_traffic(batch->seen.sent, call, ranks);
  }
  return 0;
}
