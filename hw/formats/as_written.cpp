#include "hw/formats/as_written.h"

#include <string_view>
#include <utility>

#include "core/text/spelt.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw::formats {

std::string as_written(std::string text) {
  text = core::as_utf8(std::move(text));
  if (!core::has_spelt_lines(text)) return text;
  const std::string_view start = without_leading_space(text);
  const bool is_data = start.starts_with('{') || start.starts_with('[') || start.starts_with('<');
  const Format* const format = is_data ? recognise(text) : nullptr;
  // Other objects of JSON than ours may hold what a program printed.
  const bool is_other =
      format != nullptr && format->name == "json" && text.find("\"treering.") == std::string::npos;
  const bool keeps_spelling = format != nullptr && format->read_log == nullptr && !is_other;
  return keeps_spelling ? text : core::with_spelt_lines(text);
}

}  // namespace treering::hw::formats
