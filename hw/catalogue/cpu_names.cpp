#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/reading.h"
#include "hw/catalogue/cpus.h"

namespace treering::hw::catalogue {
namespace {

/// A generation of servers by a word that names it: what virtual machines show (QEMU 9,
/// target/i386/cpu.c, "Intel Xeon Processor (SapphireRapids)"; "AMD EPYC-Milan Processor").
struct NamedCpus {
  std::string_view word;  // in lower case
  std::string_view vendor;
  int family;
  int model;
};

constexpr std::array<NamedCpus, 11> kWords{{
    {"epyc-rome", kAmdVendor, kAmdFamily17h, kAmdRome},
    {"epyc-milan", kAmdVendor, kAmdFamily19h, 0x01},
    {"epyc-genoa", kAmdVendor, kAmdFamily19h, kAmdGenoa},
    {"epyc-turin", kAmdVendor, kAmdFamily1Ah, 0x02},
    {"broadwell", kIntelVendor, kIntelFamily, kIntelBroadwell},
    {"skylake", kIntelVendor, kIntelFamily, kIntelSkylake},
    {"cascadelake", kIntelVendor, kIntelFamily, kIntelSkylake},
    {"icelake", kIntelVendor, kIntelFamily, kIntelIceLake},
    {"sapphirerapids", kIntelVendor, kIntelFamily, kIntelSapphireRapids},
    {"emeraldrapids", kIntelVendor, kIntelFamily, kIntelEmeraldRapids},
    {"graniterapids", kIntelVendor, kIntelFamily, 0xAD},
}};

/// What an Arm core or a machine of Arm cores is called: Arm's part names as lscpu prints them
/// (util-linux, sys-utils/lscpu-arm.c), and makers' names.
constexpr std::array<std::string_view, 12> kArmNames{"neoverse", "cortex",  "grace",  "ampere",
                                                     "graviton", "kunpeng", "tsv110", "thunderx",
                                                     "a64fx",    "phytium", "carmel", "aarch64"};

bool name_has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kBetween = " \t,()@";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t start = text.find_first_not_of(kBetween);
    if (start == std::string_view::npos) return words;
    text.remove_prefix(start);
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

core::Cpu x86(std::string_view vendor, std::optional<int> family = {},
              std::optional<int> model = {}) {
  core::Cpu cpu{.arch = "x86_64", .vendor = std::string(vendor)};
  cpu.family = family;
  cpu.model = model;
  return cpu;
}

/// "9575F", "7V12", "9R14": the first character is the series, the fourth the generation (AMD,
/// "EPYC processor model naming"; clouds put a letter in the second or third place).
std::optional<core::Cpu> epyc(std::string_view number) {
  if (number.size() < 4 || !core::is_digit(number[3])) return {};
  const char series = number[0];
  const char generation = number[3];
  if (series == '7') {
    if (generation == '1') return x86(kAmdVendor, kAmdFamily17h, 0x01);
    if (generation == '2') return x86(kAmdVendor, kAmdFamily17h, kAmdRome);
    if (generation == '3') return x86(kAmdVendor, kAmdFamily19h, 0x01);
  }
  if (series == '9' && generation == '4') {
    constexpr int kBergamo = 0xA0;
    return x86(kAmdVendor, kAmdFamily19h, number[1] == '7' ? kBergamo : kAmdGenoa);
  }
  if (series == '8' && generation == '4') return x86(kAmdVendor, kAmdFamily19h, 0xA0);
  if (series == '9' && generation == '5') return x86(kAmdVendor, kAmdFamily1Ah, 0x02);
  return {};
}

/// "8480+", "6430", "8380H": the second digit is the generation (Intel, "processor numbers"). A
/// number alone with P or E is a Xeon 6: "6960P", "6780E".
std::optional<int> scalable_xeon(std::string_view number, bool is_xeon_6) {
  if (number.size() < 4 || !std::all_of(number.begin(), number.begin() + 4, core::is_digit)) {
    return {};
  }
  const char kind = number.size() > 4 ? number[4] : '\0';
  if (is_xeon_6 && number[0] == '6' && kind == 'P') return 0xAD;
  if (is_xeon_6 && number[0] == '6' && kind == 'E') return 0xAF;
  switch (number[1]) {
    case '1':
    case '2':
      return kIntelSkylake;
    case '3':
      // Cooper Lake, of the third generation too, has the model of Skylake.
      return kind == 'H' ? kIntelSkylake : kIntelIceLake;
    case '4':
      return kIntelSapphireRapids;
    case '5':
      return kIntelEmeraldRapids;
    default:
      return {};
  }
}

/// "E5-2690 v4": Xeons up to 2016 have a version.
std::optional<int> old_xeon(const std::vector<std::string_view>& words) {
  const auto is_old = [](std::string_view word) {
    return word.starts_with("e5-") || word.starts_with("e7-");
  };
  const auto number = std::ranges::find_if(words, is_old);
  if (number == words.end()) return {};
  const std::string_view version = number + 1 == words.end() ? "" : *(number + 1);
  if (version == "v2") return 0x3E;
  if (version == "v3") return 0x3F;
  if (version == "v4") return kIntelBroadwell;
  return 0x2D;
}

core::Cpu xeon(const std::string& name, const std::vector<std::string_view>& words) {
  if (const auto model = old_xeon(words)) return x86(kIntelVendor, kIntelFamily, *model);
  const bool has_metal = name_has(name, "platinum") || name_has(name, "gold") ||
                         name_has(name, "silver") || name_has(name, "bronze") ||
                         name_has(name, " max ");
  for (const std::string_view word : words) {
    std::string upper(word);
    std::ranges::transform(upper, upper.begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    });
    const auto model = scalable_xeon(upper, !has_metal);
    const bool is_number = has_metal || (model && *model >= 0xAD && *model <= 0xAF);
    if (model && is_number) return x86(kIntelVendor, kIntelFamily, *model);
  }
  return x86(kIntelVendor);
}

}  // namespace

std::optional<core::Cpu> cpu_named(std::string_view model_name) {
  const std::string name = core::lower_case(model_name);
  for (const NamedCpus& known : kWords) {
    if (name_has(name, known.word)) return x86(known.vendor, known.family, known.model);
  }
  const auto is_in = [&](std::string_view word) { return name_has(name, word); };
  if (std::ranges::any_of(kArmNames, is_in)) return core::Cpu{.arch = "arm64"};
  if (name.starts_with("power")) return core::Cpu{.arch = "ppc64"};
  const auto words = words_of(name);
  const auto mark = std::ranges::find(words, "epyc");
  if (mark != words.end() && mark + 1 != words.end()) {
    return epyc(*(mark + 1)).value_or(x86(kAmdVendor));
  }
  if (name_has(name, "xeon")) return xeon(name, words);
  if (name_has(name, "intel")) return x86(kIntelVendor);
  if (name.starts_with("amd ")) return x86(kAmdVendor);
  return {};
}

}  // namespace treering::hw::catalogue
