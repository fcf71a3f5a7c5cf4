// What a person says of a run that went wrong, in words of their own, beside a log or in its place:
// "training stalls after 20 steps", "all_reduce gives wrong results".
#pragma once

#include <cstdint>
#include <string_view>

namespace treering::core {

enum class Told : std::uint8_t {
  Nothing,
  Hang,       // it does not go on; not of a tool beside it, as nvidia-smi
  WrongData,  // it ends with other results than it should
  Broken,     // it crashes, or does not work
};

/// The trouble that a line of prose reports. Nothing for what is denied ("no longer hangs"), may be
/// ("this may cause hangs") or depends ("if it hangs, ..."), and for lines that are no sentences:
/// code, figures, names.
Told trouble_told_in(std::string_view line);

/// The first sentence of `line` that reports trouble; empty without.
std::string_view sentence_of_trouble(std::string_view line);

}  // namespace treering::core
