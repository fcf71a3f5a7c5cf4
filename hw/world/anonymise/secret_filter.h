// Puts stand-ins (hw/world/anonymise/placeholders.h) in place of all that is not known to be
// harmless (hw/world/anonymise/harmless_words.h), in texts and paths.
#pragma once

#include <string>
#include <string_view>

#include "hw/world/anonymise/harmless_words.h"
#include "hw/world/anonymise/placeholders.h"

namespace treering::hw::world::anonymise {

class SecretFilter {
 public:
  /// What is no letter and no digit stays, and between that what is harmless. Bus ids stay; UUIDs,
  /// GUIDs, GIDs, hardware and IP addresses keep their form. A word with a number at its end gets a
  /// stand-in for each of the two, so that "abc" still begins "abc0" and "abc1".
  std::string text(std::string_view text, Trust trust);

  /// The same for a path, of which the kernel wrote those in /sys, /proc and /dev.
  std::string path(std::string_view path);

  /// One stand-in for all of a text, with a line break behind it; blank ones stay.
  std::string whole(std::string_view text);

  /// To be called when all texts were given once: they then get their last stand-ins.
  void settle() { placeholders_.settle(); }

 private:
  std::string piece(std::string_view piece, Trust trust);
  std::string address(std::string_view run);

  Placeholders placeholders_;
};

}  // namespace treering::hw::world::anonymise
