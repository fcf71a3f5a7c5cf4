#include "hw/formats/nvidia_smi/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/reading.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

constexpr std::array<std::pair<std::string_view, Path>, 7> kWords{{
    {"X", Path::Self},
    {"PIX", Path::Pix},
    {"PXB", Path::Pxb},
    {"PHB", Path::Phb},
    {"NODE", Path::Node},
    {"SYS", Path::Sys},
    // NVIDIA's name for SYS up to driver 375 or so ("socket-level link").
    {"SOC", Path::Sys},
}};

constexpr std::string_view kBlanks = " \t\r\v\f";
// Linux on x86 is built for at most 8192 CPUs (arch/x86/Kconfig, NR_CPUS_RANGE_END).
constexpr int kMaxCpus = 8192;

/// A whole number without sign; nothing beyond 9 digits.
std::optional<int> whole_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 9;
  if (text.empty() || text.size() > kMostDigits) return {};
  if (!std::ranges::all_of(text, core::is_digit)) return {};
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The number behind `start`, which stands in any case.
std::optional<int> number_after(std::string_view word, std::string_view start) {
  if (word.size() <= start.size()) return {};
  if (!core::is_same_name(word.substr(0, start.size()), start)) return {};
  return whole_number(word.substr(start.size()));
}

/// "5" or "0-23" as its first and last.
std::optional<std::pair<int, int>> parse_run(std::string_view run) {
  const std::size_t dash = run.find('-');
  const auto first = whole_number(run.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : whole_number(run.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= kMaxCpus) return {};
  return std::pair(*first, *last);
}

}  // namespace

std::optional<Cell> parse_smi_cell(std::string_view word) {
  for (const auto& [name, path] : kWords) {
    if (core::is_same_name(word, name)) return Cell{path, 0};
  }
  const auto nvlinks = number_after(word, "NV");
  if (!nvlinks || *nvlinks == 0) return {};
  return Cell{Path::NvLink, *nvlinks};
}

std::string text_of(const Cell& cell) {
  if (cell.path == Path::NvLink) return fmt::format("NV{}", cell.nvlinks);
  const auto* word = std::ranges::find(kWords, cell.path, &decltype(kWords)::value_type::second);
  return std::string(word->first);
}

bool is_smi_half_cell(std::string_view word) {
  constexpr std::array<std::string_view, 6> kCells{"PIX", "PXB", "PHB", "NODE", "SYS", "NV0"};
  return std::ranges::any_of(kCells, [word](std::string_view cell) {
    return word.size() < cell.size() && core::is_same_name(word, cell.substr(0, word.size()));
  });
}

std::optional<int> smi_number(std::string_view word, std::string_view kind) {
  return number_after(word, kind);
}

bool is_smi_affinity(std::string_view word) {
  if (core::is_same_name(word, "N/A")) return true;
  const auto may_stand = [](char c) { return core::is_digit(c) || c == ',' || c == '-'; };
  return !word.empty() && std::ranges::all_of(word, may_stand);
}

std::optional<std::vector<int>> parse_cpu_list(std::string_view list) {
  std::vector<bool> is_in(kMaxCpus);
  while (true) {
    const std::size_t comma = list.find(',');
    const auto run = parse_run(list.substr(0, comma));
    if (!run) return {};
    std::fill(is_in.begin() + run->first, is_in.begin() + run->second + 1, true);
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  std::vector<int> cpus;
  for (int cpu = 0; cpu < kMaxCpus; ++cpu) {
    if (is_in[static_cast<std::size_t>(cpu)]) cpus.push_back(cpu);
  }
  return cpus;
}

std::string cpumap_of(const std::vector<int>& cpus) {
  constexpr std::size_t kBits = 32;
  if (cpus.empty()) return "";
  std::vector<std::uint32_t> words(static_cast<std::size_t>(cpus.back()) / kBits + 1);
  for (const int cpu : cpus) {
    const auto bit = static_cast<std::size_t>(cpu);
    words[bit / kBits] |= std::uint32_t{1} << (bit % kBits);
  }
  std::string text;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    text += fmt::format("{}{:08x}", text.empty() ? "" : ",", *word);
  }
  return text;
}

std::string cpu_list_of_map(std::string_view map) {
  constexpr std::size_t kBits = 32;
  std::vector<std::uint32_t> words;  // least significant first
  while (!map.empty()) {
    const std::size_t comma = map.rfind(',');
    const std::size_t start = comma == std::string_view::npos ? 0 : comma + 1;
    const auto word = core::whole_number<std::uint32_t>(map.substr(start), 16);
    if (!word || words.size() * kBits >= kMaxCpus) return "";
    words.push_back(*word);
    map = map.substr(0, comma == std::string_view::npos ? 0 : comma);
  }
  const auto is_in = [&](std::size_t cpu) {
    return cpu < words.size() * kBits && ((words[cpu / kBits] >> (cpu % kBits)) & 1U) != 0;
  };
  std::string list;
  for (std::size_t first = 0; first < words.size() * kBits; ++first) {
    if (!is_in(first)) continue;
    std::size_t last = first;
    while (is_in(last + 1)) ++last;
    list += fmt::format("{}{}", list.empty() ? "" : ",", first);
    if (last > first) list += fmt::format("-{}", last);
    first = last;
  }
  return list;
}

std::vector<std::string_view> smi_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (words.size() < kMaxSmiWords) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return words;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::string_view from_line(std::string_view text, std::size_t number) {
  core::LineReader lines(text);
  while (lines.number() + 1 < number && lines.next()) {
  }
  return lines.rest();
}

std::size_t last_line_of(std::string_view text) {
  std::size_t last = 0;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.line());
    if (!line.empty() && !line.starts_with("```")) last = lines.number();
  }
  return last;
}

}  // namespace treering::hw::formats::nvidia_smi
