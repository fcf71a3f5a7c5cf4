// tuner::runs::read_run_file(): any text gives measurements or an error that names the file; rows
// have a size and a time above 0, and survive being written as CSV.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "tests/fuzz/shown.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/runs.h"

using namespace treering;

namespace {

core::Result<tuner::MeasurementSet> rows_in(const std::string& text) {
  const tuner::runs::ImportHints hints{"", core::Collective::AllReduce, 0};
  const auto runs = tuner::runs::read_run_file({"f", text}, hints);
  return runs ? tuner::runs::rows_of({*runs}) : core::fail(runs.error());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto set = rows_in(text);
  if (!set) {
    TREERING_ASSERT(set.error().where.starts_with("f"), "an error names its file");
    return 0;
  }
  for (const auto& row : set->rows) {
    TREERING_ASSERT(row.bytes > 0, "a row has a size");
    for (const auto& time : {row.out_of_place, row.in_place}) {
      TREERING_ASSERT(!time || (time->in_us() > 0 && std::isfinite(time->in_us())),
                      "times are above 0");
    }
    TREERING_ASSERT(treering::tuner::time_of(row), "a row has a time");
    for (const auto* word : {&row.id, &row.gpu, &row.network, &row.way.algorithm, &row.way.protocol,
                             &row.nccl_version}) {
      treering::fuzz::check_shown_in_line(*word);
    }
  }
  const auto again = rows_in(tuner::runs::write_measurement_csv(set->rows));
  TREERING_ASSERT(again, "what is written can be read");
  TREERING_ASSERT(again->rows.size() == set->rows.size(), "no row is lost on the way");
  for (std::size_t i = 0; i < set->rows.size(); ++i) {
    TREERING_ASSERT(
        treering::tuner::time_of(again->rows[i]) == treering::tuner::time_of(set->rows[i]),
        "times are kept");
  }
  return 0;
}
