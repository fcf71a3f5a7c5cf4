// floors::read_sheet: any text gives a sheet of floors or an error that names the file. Every form
// of a sheet is fit to be shown, and its floors are those of their sizes.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "tests/fuzz/shown.h"
#include "tuner/floors/forms.h"
#include "tuner/floors/judge.h"
#include "tuner/floors/sheet.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto sheet = tuner::floors::read_sheet(text, "f");
  if (!sheet) {
    TREERING_ASSERT(sheet.error().where.starts_with("f"), "an error names its file");
    fuzz::check_shown_in_line(sheet.error().message());
    return 0;
  }
  for (const tuner::floors::Form& form : tuner::floors::all_forms()) {
    const tuner::floors::Written written = form.write(*sheet);
    TREERING_ASSERT(written.text.empty() != written.why_not.empty(), "a text or why there is none");
    fuzz::check_shown(written.text);
  }
  for (const tuner::floors::Row& row : sheet->rows) {
    const auto floor = tuner::floors::floor_at(*sheet, row.collective, row.bytes);
    TREERING_ASSERT(!row.floor || floor == row.floor, "a floor is that of its size");
  }
  return 0;
}
