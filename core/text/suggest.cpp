#include "core/text/suggest.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "core/text/reading.h"

namespace treering::core {
namespace {

// Longer than any of our names: no misspelling of one, and slow to compare.
constexpr std::size_t kLongestName = 100;

bool same_letter(char a, char b) {
  return lower_case(a) == lower_case(b);
}

bool is_swap(std::string_view a, std::string_view b, std::size_t i, std::size_t j) {
  return i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_letter);
}

struct Alias {
  std::string_view alias;
  std::string_view name;
};

// Common other names of our names, which are no misspellings: types as PyTorch and papers name
// them, and short names of networks.
constexpr std::array<Alias, 13> kAliases{{
    {"bf16", "bfloat16"},
    {"fp16", "half"},
    {"f16", "half"},
    {"float16", "half"},
    {"fp32", "float"},
    {"f32", "float"},
    {"float32", "float"},
    {"fp64", "double"},
    {"f64", "double"},
    {"float64", "double"},
    {"fp8", "f8e4m3"},
    {"ib", "infiniband"},
    {"ss11", "slingshot"},
}};

std::optional<std::string_view> other_name_of(std::string_view given,
                                              std::span<const std::string_view> known) {
  for (const auto& [alias, name] : kAliases) {
    if (!same_letters(given, alias)) continue;
    const auto found = std::ranges::find(known, name);
    if (found != known.end()) return *found;
  }
  return std::nullopt;
}

/// Whether `part` is one of the dash-separated parts of `name`, as h100 of hgx-h100-4.
bool has_part(std::string_view name, std::string_view part) {
  while (true) {
    const std::size_t dash = std::min(name.find_first_of("-_"), name.size());
    if (same_letters(name.substr(0, dash), part)) return true;
    if (dash == name.size()) return false;
    name.remove_prefix(dash + 1);
  }
}

std::optional<std::string_view> first_with_part(std::string_view part,
                                                std::span<const std::string_view> known) {
  constexpr std::size_t kFewest = 3;  // letters that can identify a name
  if (part.size() < kFewest) return std::nullopt;
  const auto found =
      std::ranges::find_if(known, [&](std::string_view name) { return has_part(name, part); });
  return found == known.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::string_view> nearest(std::string_view given,
                                        std::span<const std::string_view> known) {
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  for (const std::string_view name : known) {
    if (name.size() > kLongestName) continue;
    const std::size_t distance = edit_distance(given, name);
    const bool is_near = 3 * distance <= std::max(given.size(), name.size());
    if (is_near && (!best || distance < best_distance)) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // row[j] is the distance of the first i letters of `a` from the first j of `b`.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (is_swap(a, b, i, j)) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string_view> closest_name(std::string_view given,
                                             std::span<const std::string_view> known) {
  if (given.size() > kLongestName) return std::nullopt;
  if (const auto meant = other_name_of(given, known)) return meant;
  if (const auto meant = nearest(given, known)) return meant;
  return first_with_part(given, known);
}

}  // namespace treering::core
