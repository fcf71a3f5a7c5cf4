#include "hw/world/anonymise/placeholders.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::hw::world::anonymise {
namespace {

constexpr std::size_t kLetters = 26;

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Placeholders of one width, for as many secrets as recordings have, sort as their numbers do.

std::string word_for(std::string_view /*secret*/, std::size_t number) {
  std::string letters;
  for (; letters.size() < 3 || number > 0; number /= kLetters) {
    letters.insert(letters.begin(), static_cast<char>('a' + number % kLetters));
  }
  return "anon" + letters;
}

std::string number_for(std::string_view /*secret*/, std::size_t number) {
  constexpr std::size_t kFirst = 900'000;
  return fmt::format("{}", kFirst + number);
}

std::string hex_for(std::string_view secret, std::size_t number) {
  return fmt::format("{:0{}x}", number + 1, secret.size());
}

std::string ipv4_for(std::string_view /*secret*/, std::size_t number) {
  constexpr std::size_t kByte = 256;
  constexpr std::size_t kRange = 2 * kByte * kByte;
  const std::size_t at = (number + 1) % kRange;
  return fmt::format("198.{}.{}.{}", 18 + at / (kByte * kByte), at / kByte % kByte, at % kByte);
}

std::string ipv6_for(std::string_view /*secret*/, std::size_t number) {
  constexpr std::size_t kGroup = 65536;
  const std::size_t at = number + 1;
  return at < kGroup ? fmt::format("2001:db8::{:x}", at)
                     : fmt::format("2001:db8::{:x}:{:x}", at / kGroup, at % kGroup);
}

}  // namespace

bool Placeholders::Numbered::Less::operator()(const std::string& a, const std::string& b) const {
  if (!is_number(a) || !is_number(b)) return a < b;
  const auto key = [](const std::string& text) {
    const std::size_t first = std::min(text.find_first_not_of('0'), text.size());
    return std::tuple(text.size() - first, text.substr(first), text);
  };
  return key(a) < key(b);
}

std::size_t Placeholders::Numbered::operator()(std::string_view secret) {
  return numbers_.try_emplace(std::string(secret), numbers_.size()).first->second;
}

void Placeholders::Numbered::settle(std::string (*placeholder)(std::string_view, std::size_t)) {
  std::size_t next = 0;
  for (auto& [secret, number] : numbers_) {
    while (numbers_.contains(placeholder(secret, next))) ++next;
    number = next++;
  }
}

std::string Placeholders::word(std::string_view secret) {
  return word_for(secret, words_(secret));
}

std::string Placeholders::number(std::string_view secret) {
  return number_for(secret, decimals_(secret));
}

std::string Placeholders::hex(std::string_view secret) {
  if (secret.find_first_not_of('0') == std::string_view::npos) return std::string(secret);
  return hex_for(secret, hexes_(core::lower_case(secret)));
}

std::string Placeholders::ipv4(std::string_view secret) {
  return ipv4_for(secret, ipv4s_(secret));
}

std::string Placeholders::ipv6(std::string_view secret) {
  return ipv6_for(secret, ipv6s_(core::lower_case(secret)));
}

void Placeholders::settle() {
  words_.settle(word_for);
  decimals_.settle(number_for);
  hexes_.settle(hex_for);
  ipv4s_.settle(ipv4_for);
  ipv6s_.settle(ipv6_for);
}

}  // namespace treering::hw::world::anonymise
