// Replaces everything in texts and paths that is not known to be harmless
// (hw/world/anonymise/harmless_words.h) by placeholders (hw/world/anonymise/placeholders.h).
#pragma once

#include <string>
#include <string_view>

#include "hw/world/anonymise/harmless_words.h"
#include "hw/world/anonymise/placeholders.h"

namespace treering::hw::world::anonymise {

class SecretFilter {
 public:
  /// Keeps harmless words, bus ids, and all but letters and digits; UUIDs, GUIDs, GIDs, hardware
  /// and IP addresses keep their form. A word with a number at its end gets two placeholders, so
  /// that "abc" still begins "abc0" and "abc1".
  std::string text(std::string_view text, Trust trust);

  /// The same for a path, of which the kernel wrote those in /sys, /proc and /dev.
  std::string path(std::string_view path);

  /// One placeholder and a line break for a whole text; blank texts stay.
  std::string whole(std::string_view text);

  /// Call it when all texts were given once: their placeholders are then final.
  void settle() { placeholders_.settle(); }

 private:
  std::string piece(std::string_view piece, Trust trust);
  std::string address(std::string_view run);

  Placeholders placeholders_;
};

}  // namespace treering::hw::world::anonymise
