// CPUs in people's words.
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/catalogue/cpus.h"

namespace treering::hw::catalogue {
namespace {

using SaidWords = std::vector<std::string>;

constexpr auto kNoWord = std::string_view::npos;

/// "epyc" of "2xepyc".
std::string without_number(const std::string& word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  const bool has_count = digits != std::string::npos && digits > 0 && word[digits] == 'x' &&
                         digits + 1 < word.size() && core::is_letter(word[digits + 1]);
  return has_count ? word.substr(digits + 1) : word;
}

/// In lower case, without marks of trade and words that stand between a name and its number.
SaidWords said_words(std::string_view text) {
  constexpr std::array<std::string_view, 7> kBetween{"r",          "tm",       "cpu", "processor",
                                                     "processors", "scalable", "cpus"};
  SaidWords words;
  std::string word;
  const auto flush = [&] {
    while (!word.empty() && (word.back() == '.' || word.back() == '-')) word.pop_back();
    if (!word.empty() && std::ranges::find(kBetween, word) == kBetween.end()) {
      words.push_back(without_number(word));
    }
    word.clear();
  };
  for (const char c : text) {
    if (core::is_letter_or_digit(c) || c == '+' || c == '-' || c == '.') {
      word += core::lower_case(c);
    } else {
      flush();
    }
  }
  flush();
  return words;
}

std::string_view word_at(const SaidWords& words, std::size_t at) {
  return at < words.size() ? std::string_view(words[at]) : std::string_view();
}

/// Four digits, then letters or a plus, "8480+"; of EPYC the second and third may be letters.
bool is_part_number(std::string_view word, bool may_have_letters) {
  constexpr std::size_t kDigits = 4;
  constexpr std::size_t kLongest = 7;
  if (word.size() < kDigits || word.size() > kLongest) return false;
  for (std::size_t i = 0; i < kDigits; ++i) {
    const bool may_be_letter = may_have_letters && (i == 1 || i == 2) && core::is_letter(word[i]);
    if (!core::is_digit(word[i]) && !may_be_letter) return false;
  }
  return std::all_of(word.begin() + kDigits, word.end(),
                     [](char c) { return core::is_letter(c) || c == '+'; });
}

/// The name for people, and what cpu_named() knows it by.
struct CpuWords {
  std::string name;
  std::string model_name;
};

CpuWords alike(std::string name) {
  return {name, name};
}

/// "genoa" behind "epyc" or "amd".
std::optional<CpuWords> epyc_of_codename(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kCodenames{
      {{"naples", ""},
       {"rome", "Rome"},
       {"milan", "Milan"},
       {"genoa", "Genoa"},
       {"bergamo", ""},
       {"siena", ""},
       {"turin", "Turin"}}};
  for (const auto& [codename, known] : kCodenames) {
    if (word != codename) continue;
    if (known.empty()) return alike("AMD EPYC");
    return CpuWords{fmt::format("AMD EPYC {}", known), fmt::format("AMD EPYC-{}", known)};
  }
  return {};
}

std::optional<CpuWords> amd_at(const SaidWords& words, std::size_t at) {
  constexpr std::string_view kEpyc = "epyc";
  const std::string_view word = words[at];
  const std::string_view next = word_at(words, at + 1);
  if (word == "amd") {
    const std::string name = "AMD EPYC " + core::upper_case(next);
    const bool is_epyc = is_part_number(next, true) && cpu_named(name)->family.has_value();
    return is_epyc ? alike(name) : epyc_of_codename(next);
  }
  if (word.starts_with(kEpyc)) {
    std::string_view number = core::trimmed(word.substr(kEpyc.size()), "-");
    if (number.empty() || number == "s") number = next;
    // Series of EPYC; no year is one.
    constexpr std::string_view kFirstDigits = "34789";
    const bool is_part = is_part_number(number, true) && kFirstDigits.find(number[0]) != kNoWord;
    if (is_part) return alike("AMD EPYC " + core::upper_case(number));
    return epyc_of_codename(number).value_or(alike("AMD EPYC"));
  }
  if (word == "threadripper") {
    const bool is_pro = next == "pro";
    const std::string_view number = is_pro ? word_at(words, at + 2) : next;
    return alike(fmt::format(
        "AMD Ryzen Threadripper{}{}", is_pro ? " PRO" : "",
        is_part_number(number, false) ? " " + core::upper_case(number) : std::string()));
  }
  if (word == "ryzen" && next.size() == 1 && is_part_number(word_at(words, at + 2), false)) {
    return alike(fmt::format("AMD Ryzen {} {}", next, core::upper_case(word_at(words, at + 2))));
  }
  return {};
}

/// "Platinum" of "platinum", "Gold" of "gold"; by the first digit where only a number is named, as
/// Intel numbers them.
std::string_view xeon_kind(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kKinds{
      {{"platinum", "Platinum"},
       {"gold", "Gold"},
       {"silver", "Silver"},
       {"bronze", "Bronze"},
       {"max", "Max"}}};
  const auto* const found = std::ranges::find(kKinds, word, &decltype(kKinds)::value_type::first);
  return found == kKinds.end() ? "" : found->second;
}

std::string_view kind_of_number(char first) {
  switch (first) {
    case '8':
    case '9':
      return "Platinum";
    case '4':
      return "Silver";
    case '3':
      return "Bronze";
    default:
      return "Gold";
  }
}

/// Generations of Xeons by two words, "sapphire rapids".
std::optional<CpuWords> xeon_of_codename(std::string_view word, std::string_view next) {
  constexpr std::array<std::array<std::string_view, 4>, 6> kCodenames{
      {{"sapphire", "rapids", "Sapphire Rapids", "SapphireRapids"},
       {"emerald", "rapids", "Emerald Rapids", "EmeraldRapids"},
       {"granite", "rapids", "Granite Rapids", "GraniteRapids"},
       {"ice", "lake", "Ice Lake", "IceLake"},
       {"cascade", "lake", "Cascade Lake", "CascadeLake"},
       {"skylake", "", "Skylake", "Skylake"}}};
  for (const auto& [first, second, name, glued] : kCodenames) {
    if (word != first || (!second.empty() && next != second)) continue;
    return CpuWords{fmt::format("Intel Xeon {}", name), fmt::format("Intel Xeon ({})", glued)};
  }
  return {};
}

/// "E5-2690 v4" of "e5-2690", "v4" or of "e5-2690v4"; empty for others.
std::string old_xeon_number(std::string_view word, std::string_view next) {
  const bool is_old = word.size() > 6 && word[0] == 'e' && core::is_digit(word[1]) &&
                      word[2] == '-' && core::is_digit(word[3]);
  if (!is_old) return "";
  const std::size_t version = word.find('v', 3);
  std::string number = core::upper_case(word.substr(0, version));
  if (version != std::string_view::npos) {
    number += " " + std::string(word.substr(version));
  } else if (next.size() == 2 && next[0] == 'v' && core::is_digit(next[1])) {
    number += " " + std::string(next);
  }
  return number;
}

/// "8480+" and "6430", not "1000": by the first digit of Intel's kinds and the second of its
/// generations.
bool is_scalable_number(std::string_view word) {
  return is_part_number(word, false) && word[0] >= '3' && word[1] >= '1' && word[1] <= '5';
}

/// Behind "xeon". A name without number leaves open what NCCL tells Xeons apart by.
std::optional<CpuWords> xeon_behind(const SaidWords& words, std::size_t at) {
  const std::string_view word = word_at(words, at);
  const std::string_view next = word_at(words, at + 1);
  if (auto known = xeon_of_codename(word, next)) return known;
  if (const std::string old = old_xeon_number(word, next); !old.empty()) {
    return alike("Intel Xeon " + old);
  }
  const std::size_t dash = word.find('-');
  const bool is_for_desks = word.starts_with('w') && dash <= 2 && dash + 1 < word.size() &&
                            core::is_digit(word[dash + 1]);
  if (is_for_desks) return alike("Intel Xeon " + core::upper_case(word));
  const std::string_view kind = xeon_kind(word);
  const std::string_view number = kind.empty() && word != "6" ? word : next;
  const bool is_xeon_6 = kind.empty() && is_part_number(number, false) && number[0] == '6' &&
                         (number.ends_with('p') || number.ends_with('e'));
  if (is_xeon_6) return alike("Intel Xeon " + core::upper_case(number));
  if (!is_scalable_number(number)) return {};
  return alike(fmt::format("Intel Xeon {} {}", kind.empty() ? kind_of_number(number[0]) : kind,
                           core::upper_case(number)));
}

std::optional<CpuWords> intel_at(const SaidWords& words, std::size_t at) {
  const std::string_view word = words[at];
  const std::string_view next = word_at(words, at + 1);
  if (word == "xeon" || word == "xeons") return xeon_behind(words, at + 1);
  const bool is_behind_xeon = at > 0 && (words[at - 1] == "xeon" || words[at - 1] == "xeons");
  if (!is_behind_xeon && word != "max" && !xeon_kind(word).empty()) return xeon_behind(words, at);
  // The names of functions in lspci are those of an older generation.
  const bool is_in_lspci = at > 0 && words[at - 1] == "corporation";
  if (next == "rapids" && !is_in_lspci) return xeon_of_codename(word, next);
  if (at > 0 && words[at - 1] == "intel" && next == "lake") return xeon_of_codename(word, next);
  if (word == "intel" && is_scalable_number(next) && next[0] != '3')
    return xeon_behind(words, at + 1);
  const bool is_core = word.size() > 6 && word[0] == 'i' && core::is_digit(word[1]) &&
                       word[2] == '-' && core::is_digit(word[3]);
  if (is_core)
    return alike("Intel Core " + std::string(word.substr(0, 2)) + core::upper_case(word.substr(2)));
  return {};
}

std::optional<CpuWords> arm_at(const SaidWords& words, std::size_t at) {
  const std::string_view word = words[at];
  if (word == "grace" && at > 0 && words[at - 1] == "nvidia") return alike("NVIDIA Grace");
  if (word.starts_with("graviton")) return alike("AWS Graviton" + std::string(word.substr(8)));
  if (word == "altra") return alike("Ampere Altra");
  if (word.starts_with("kunpeng")) return alike("Kunpeng");
  return {};
}

/// The sockets that words before a name count: "2x", "2 x AMD", "dual"; 0 for none.
int sockets_before(const SaidWords& words, std::size_t at) {
  constexpr int kMostSockets = 8;
  if (at > 0 && (words[at - 1] == "amd" || words[at - 1] == "intel")) --at;
  if (at == 0) return 0;
  std::string_view word = words[at - 1];
  if (word == "two" || word.starts_with("dual")) return 2;
  if (!word.ends_with('x')) return 0;
  word.remove_suffix(1);
  if (word.empty() && at > 1) word = words[at - 2];
  const int count = core::whole_number<int>(word).value_or(0);
  return count > 0 && count <= kMostSockets ? count : 0;
}

}  // namespace

std::optional<SaidCpu> cpu_named_in(std::string_view text) {
  const SaidWords words = said_words(text);
  std::optional<SaidCpu> found;
  std::set<int> sockets;
  for (std::size_t at = 0; at < words.size(); ++at) {
    auto said = amd_at(words, at);
    if (!said) said = intel_at(words, at);
    if (!said) said = arm_at(words, at);
    const auto cpu = said ? cpu_named(said->model_name) : std::nullopt;
    if (!cpu) continue;
    if (const int count = sockets_before(words, at); count > 0) sockets.insert(count);
    const bool is_same_maker =
        found && found->cpu.arch == cpu->arch && found->cpu.vendor == cpu->vendor;
    if (found && !is_same_maker) return {};
    if (!found || !found->cpu.model) {
      found = SaidCpu{std::move(said->name), *cpu, 0};
    } else if (cpu->model && *cpu != found->cpu) {
      return {};
    }
  }
  if (found && sockets.size() == 1) found->sockets = *sockets.begin();
  return found;
}

}  // namespace treering::hw::catalogue
