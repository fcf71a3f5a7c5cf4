// app::files::asked_in: any text is an answer with the question that it belongs to, or an error
// that names the file; what it says is fit to be shown.

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/files/file_kind.h"
#include "core/assert.h"
#include "tests/fuzz/shown.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto asked = app::files::asked_in("f", text);
  if (!asked) {
    TREERING_ASSERT(!asked.error().message().empty(), "an error has a sentence");
    TREERING_ASSERT(asked.error().category != core::Category::Internal, "no error is internal");
    fuzz::check_shown_in_line(asked.error().message());
    return 0;
  }
  for (const std::string* const word : {&asked->command, &asked->machine, &asked->groups}) {
    fuzz::check_shown_in_line(*word);
  }
  for (const auto* const words : {&asked->left_out, &asked->faults, &asked->job.variables.env}) {
    for (const std::string& word : *words) fuzz::check_shown_in_line(word);
  }
  return 0;
}
