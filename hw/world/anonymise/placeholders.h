// Placeholders for secrets in an anonymised recording. Equal secrets get equal placeholders,
// different ones different ones, in the order of the secrets: devices and interfaces keep their
// order.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace treering::hw::world::anonymise {

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

}  // namespace treering::hw::world::anonymise
