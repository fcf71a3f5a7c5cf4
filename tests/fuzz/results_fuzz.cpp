// measure::parse_journal: any text gives results or an error that names the file. Results come back
// as they were from the lines that are written of them, and can be summarised.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "tests/fuzz/shown.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/summary.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto records = tuner::measure::parse_journal(text, "f");
  if (!records) {
    TREERING_ASSERT(records.error().where.starts_with("f"), "an error names its file");
    fuzz::check_shown_in_line(records.error().message());
    return 0;
  }
  std::string again;
  for (const tuner::measure::Record& record : *records) {
    again += tuner::measure::line_of(record) + "\n";
    fuzz::check_shown_in_line(record.error);
  }
  const auto same = tuner::measure::parse_journal(again, "f");
  TREERING_ASSERT(same && *same == *records, "lines hold all of their results");
  std::size_t launches = 0;
  for (const auto& summary : tuner::measure::summarise(*records)) {
    launches += summary.start_keys.size();
  }
  TREERING_ASSERT(launches <= records->size(), "each launch has a result");
  return 0;
}
