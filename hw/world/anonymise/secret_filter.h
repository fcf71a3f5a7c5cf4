// Replaces secrets in texts and paths by placeholders.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "hw/world/anonymise/word_forms.h"

namespace treering::hw::world::anonymise {

// Placeholders for secrets in an anonymised recording. Equal secrets get equal placeholders,
// different ones different ones, in the order of the secrets: devices and interfaces keep their
// order.

class Placeholders {
 public:
  /// "anonaab": letters only, for a word.
  std::string word(std::string_view secret);
  /// "900012": digits only, for a number.
  std::string number(std::string_view secret);
  /// As many hexadecimal digits as before; all zeros stay.
  std::string hex(std::string_view secret);
  /// An address of the range for benchmarks, 198.18.0.0/15 (RFC 2544).
  std::string ipv4(std::string_view secret);
  /// An address of the range for documentation, 2001:db8::/32 (RFC 3849).
  std::string ipv6(std::string_view secret);

  /// Call it when all secrets were given once: from then on their placeholders are final.
  void settle();

 private:
  /// Secrets of one form.
  class Numbered {
   public:
    std::size_t operator()(std::string_view secret);
    /// Numbers all in their order, so that no placeholder equals a secret.
    void settle(std::string (*placeholder)(std::string_view secret, std::size_t number));

   private:
    /// Orders numbers by size, "2" before "10"; then as text.
    struct Less {
      bool operator()(const std::string& a, const std::string& b) const;
    };
    std::map<std::string, std::size_t, Less> numbers_;
  };

  Numbered words_;
  Numbered decimals_;
  Numbered hexes_;
  Numbered ipv4s_;
  Numbered ipv6s_;
};

// Replaces everything in texts and paths that is not known to be harmless
// (hw/world/anonymise/word_forms.h) by placeholders (hw/world/anonymise/secret_filter.h).

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
