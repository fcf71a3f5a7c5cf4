#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {
namespace {

/// Several models, of which a text says no more. In `form` '#' is a digit, and a space any
/// characters between words, or none.
struct Series {
  std::string_view form;
  int compute_capability = 0;
};

// Sources as in gpu_models.cpp. The first that a text names counts: of cards for workstations only
// the whole name tells the generation, "RTX 6000" alone does not.
constexpr auto kSeries = std::to_array<Series>({
    {"RTX PRO", 120},   {"RTX #### ADA", 89}, {"RTX ### ADA", 89}, {"RTX A###", 86},
    {"RTX A####", 86},  {"A#000", 86},        {"A#500", 86},       {"QUADRO RTX", 75},
    {"RTX #000", 0},    {"RTX 50", 120},      {"RTX 50##", 120},   {"RTX 40", 89},
    {"RTX 40##", 89},   {"RTX 30", 86},       {"RTX 30##", 86},    {"RTX 20", 75},
    {"RTX 20##", 75},   {"GTX 16##", 75},     {"GTX 10##", 61},    {"GTX 9##", 52},
    {"GTX 9## TI", 52}, {"M6000", 52},        {"GTX TITAN X", 52}, {"M10", 50},
    {"GTX TITAN", 35},  {"K6000", 35},        {"K40", 35},         {"K40C", 35},
    {"K20", 35},        {"K20C", 35},         {"K20M", 35},        {"K20X", 35},
});

/// Maxwell's has the words of Pascal's: which it is, "(Pascal)" says.
constexpr std::string_view kTitanXOfMaxwell = "GTX TITAN X";
constexpr std::string_view kPascal = "PASCAL";

constexpr int kVolta = 70;

bool is_digit(char character) {
  return std::isdigit(static_cast<unsigned char>(character)) != 0;
}

bool is_letter(char character) {
  return std::isalpha(static_cast<unsigned char>(character)) != 0;
}

bool is_letter_or_digit(char character) {
  return is_letter(character) || is_digit(character);
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(), [](unsigned char character) {
    return static_cast<char>(std::toupper(character));
  });
  return upper;
}

/// What follows `form` in a text that begins with it; nothing where it does not.
std::optional<std::string_view> after(std::string_view text, std::string_view form) {
  for (const char expected : form) {
    if (expected == ' ') {
      while (!text.empty() && !is_letter_or_digit(text.front())) text.remove_prefix(1);
      continue;
    }
    if (text.empty()) return {};
    if (expected == '#' ? !is_digit(text.front()) : text.front() != expected) return {};
    text.remove_prefix(1);
  }
  return text;
}

/// What may follow a name: "RTX 3060Ti", "V100S" and "H100SXM", but no digit after a digit and no
/// letter after a letter. Before Volta only the whole word: "P4" begins the names of machines for
/// rent that have newer GPUs.
bool is_end(char last, std::string_view rest, int compute_capability) {
  if (rest.empty() || !is_letter_or_digit(rest.front())) return true;
  if (compute_capability < kVolta) return false;
  return is_letter(last) != is_letter(rest.front());
}

/// At the beginning of a word, or behind a number of GPUs: "8XH100".
bool is_start(std::string_view text, std::size_t at) {
  std::string_view before = text.substr(0, at);
  if (before.empty() || !is_letter_or_digit(before.back())) return true;
  if (before.back() != 'X') return false;
  before.remove_suffix(1);
  const bool has_number = !before.empty() && is_digit(before.back());
  while (!before.empty() && is_digit(before.back())) before.remove_suffix(1);
  return has_number && (before.empty() || !is_letter_or_digit(before.back()));
}

/// Whether words of the text, in upper case, are such a name.
bool has_name(std::string_view text, std::string_view form, int compute_capability) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_start(text, at)) continue;
    const auto rest = after(text.substr(at), form);
    if (rest && is_end(form.back(), *rest, compute_capability)) return true;
  }
  return false;
}

/// A type of a cloud's machine, which has other GPUs: "a2-highgpu-8g" has A100.
bool is_cloud_machine(std::string_view text, std::string_view word) {
  constexpr std::size_t kShort = 2;
  return word.size() == kShort && text.starts_with(word) && text.size() > kShort + 1 &&
         text[kShort] == '-' && is_letter(text[kShort + 1]);
}

bool is_titan_x_of_maxwell(std::string_view text) {
  return has_name(text, kTitanXOfMaxwell, 0) && !has_name(text, kPascal, 0);
}

/// How well the text speaks for this model: by the length of its word, then by that of its mark; 0:
/// it is another.
std::size_t match(std::string_view text, const GpuModel& model) {
  const bool is_marked = model.mark.empty() || has_name(text, model.mark, model.compute_capability);
  const bool is_it = is_marked && has_name(text, model.word, model.compute_capability) &&
                     !is_cloud_machine(text, model.word);
  constexpr std::size_t kLongestMark = 64;
  return is_it ? model.word.size() * kLongestMark + model.mark.size() : 0;
}

}  // namespace

const GpuModel* gpu_model_named(std::string_view text) {
  const std::string name = upper_case(text);
  if (is_titan_x_of_maxwell(name)) return nullptr;
  const GpuModel* best = nullptr;
  std::size_t most = 0;
  for (const GpuModel& model : gpu_models()) {
    const std::size_t matching = match(name, model);
    if (matching > most) best = &model;
    most = std::max(most, matching);
  }
  return best;
}

std::optional<int> compute_capability_named(std::string_view text) {
  if (const GpuModel* model = gpu_model_named(text)) return model->compute_capability;
  const std::string name = upper_case(text);
  const auto* const found = std::ranges::find_if(kSeries, [&](const Series& series) {
    return has_name(name, series.form, series.compute_capability);
  });
  if (found == kSeries.end() || found->compute_capability == 0) return {};
  return found->compute_capability;
}

}  // namespace treering::hw::catalogue
