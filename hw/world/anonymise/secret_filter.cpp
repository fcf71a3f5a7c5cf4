#include "hw/world/anonymise/secret_filter.h"

#include <algorithm>
#include <filesystem>

#include "core/text/reading.h"
#include "hw/world/anonymise/address_forms.h"
#include "hw/world/anonymise/harmless_words.h"

namespace treering::hw::world::anonymise {
namespace {

/// Letters of other alphabets are letters.
bool is_of_name(char c) {
  return core::is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool is_in_name(char c) {
  return is_of_name(c) || c == '_' || c == '-' || c == '.';
}

/// What `is_in` holds for from `at` on.
std::string_view run_at(std::string_view text, std::size_t at, bool (*is_in)(char)) {
  std::size_t end = at;
  while (end < text.size() && is_in(text[end])) ++end;
  return text.substr(at, end - at);
}

/// The length of "libnccl-net.so" in "libnccl-net.so.2"; of other names all.
std::size_t length_without_version(std::string_view name) {
  constexpr std::string_view kLibrary = ".so.";
  const std::size_t at = name.find(kLibrary);
  if (at == std::string_view::npos) return name.size();
  const std::string_view version = name.substr(at + kLibrary.size());
  const bool is_version =
      has_form(version, "#") || has_form(version, "#.#") || has_form(version, "#.#.#");
  return is_version ? at + kLibrary.size() - 1 : name.size();
}

}  // namespace

std::string SecretFilter::text(std::string_view text, Trust trust) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_of_name(text[at])) {
      result += text[at++];
      continue;
    }
    // At the beginning of a word, since words are taken whole.
    const std::string_view rest = text.substr(at);
    const std::string_view name = run_at(text, at, is_in_name);
    const std::size_t unversioned = length_without_version(name);
    const bool is_start = at == 0 || !is_in_name(text[at - 1]);
    std::size_t size = bus_id_size(rest);
    const std::size_t address_length = size > 0 ? 0 : address_size(rest);
    if (size > 0) {
      result += rest.substr(0, size);
    } else if (address_length > 0) {
      size = address_length;
      result += address(rest.substr(0, size));
    } else if (is_start && is_harmless(name, trust)) {
      size = name.size();
      result += name;
    } else if (is_start && unversioned < name.size()) {
      size = name.size();
      result += this->text(name.substr(0, unversioned), trust);
      result += name.substr(unversioned);
    } else {
      const std::string_view word = run_at(text, at, is_of_name);
      size = word.size();
      result += piece(word, trust);
    }
    at += size;
  }
  return result;
}

std::string SecretFilter::piece(std::string_view piece, Trust trust) {
  const bool is_number = std::ranges::all_of(piece, core::is_digit);
  if (!is_number && is_harmless(piece, trust)) return std::string(piece);
  if (const std::string_view mark = mark_in(piece); !mark.empty() && mark.size() < piece.size()) {
    const auto before = static_cast<std::size_t>(mark.data() - piece.data());
    const std::string_view after = piece.substr(before + mark.size());
    return (before == 0 ? "" : this->piece(piece.substr(0, before), trust)) + std::string(mark) +
           (after.empty() ? "" : this->piece(after, trust));
  }
  const auto* const digit = std::ranges::find_if(piece, core::is_digit);
  const auto letters = piece.substr(0, static_cast<std::size_t>(digit - piece.begin()));
  const auto digits = piece.substr(letters.size());
  if (!std::ranges::all_of(digits, core::is_digit)) return placeholders_.word(piece);
  const std::string word = letters.empty()                      ? ""
                           : is_harmless(letters, Trust::Words) ? std::string(letters)
                                                                : placeholders_.word(letters);
  return word + (digits.empty() ? "" : placeholders_.number(digits));
}

std::string SecretFilter::address(std::string_view run) {
  const Address address = address_of(run);
  switch (address.form) {
    case Address::Form::Ipv4:
      return is_common_address(run) ? std::string(run) : placeholders_.ipv4(run);
    case Address::Form::Ipv6:
      return is_common_address(run) ? std::string(run) : placeholders_.ipv6(run);
    case Address::Form::Hex:
      break;
  }
  std::string result(run);
  std::size_t at = 0;
  for (const HexPart& part : address.parts) {
    const std::string digits = placeholders_.hex(part.digits);
    std::size_t next = 0;
    // Where digits stood, the others; what separates them stays.
    for (at = part.begin; next < digits.size(); ++at) {
      if (core::is_hex_digit(result[at])) result[at] = digits[next++];
    }
  }
  return result;
}

std::string SecretFilter::path(std::string_view path) {
  const std::string normal = std::filesystem::path(path).lexically_normal().string();
  const auto is_in = [&](std::string_view folder) { return normal.starts_with(folder); };
  const bool is_system = is_in("/sys/") || is_in("/proc/") || is_in("/dev/");
  std::string result;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    const Trust trust = is_system ? Trust::System : Trust::Words;
    result += is_harmless(part, trust) ? std::string(part) : text(part, trust);
    if (end < path.size()) result += '/';
    at = end + 1;
  }
  return result;
}

std::string SecretFilter::whole(std::string_view text) {
  const std::string_view secret = core::trimmed(text);
  return secret.empty() ? std::string(text) : placeholders_.word(secret) + "\n";
}

}  // namespace treering::hw::world::anonymise
