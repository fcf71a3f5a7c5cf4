// The facts that the texts of a file say.
#pragma once

#include <string>

#include "core/text/pasted.h"
#include "hw/formats/format.h"
#include "hw/formats/joined.h"

namespace treering::hw::formats::testing {

inline HostFacts facts_of(const std::string& text) {
  return facts_in({"t.txt", core::unwrapped(text)});
}

inline core::HostState host_of(const std::string& text) {
  return facts_of(text).host;
}

/// The name of the format that the text is taken for; "none".
inline std::string format_of(const std::string& text) {
  const Format* const format = recognise(text);
  return format == nullptr ? "none" : std::string(format->name);
}

}  // namespace treering::hw::formats::testing
