#include "hw/catalogue/gpu_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/text/reading.h"
#include "hw/catalogue/gpu_table.h"

namespace treering::hw::catalogue {
namespace {

/// Maxwell's has the words of Pascal's: which it is, "(Pascal)" says.
constexpr std::string_view kTitanXOfMaxwell = "GTX TITAN X";
constexpr std::string_view kPascal = "PASCAL";

constexpr int kVolta = 70;

/// What follows `form` in a text that begins with it; nothing where it does not.
std::optional<std::string_view> after(std::string_view text, std::string_view form) {
  for (const char expected : form) {
    if (expected == ' ') {
      while (!text.empty() && !core::is_letter_or_digit(text.front())) text.remove_prefix(1);
      continue;
    }
    if (text.empty()) return {};
    if (expected == '#' ? !core::is_digit(text.front()) : text.front() != expected) return {};
    text.remove_prefix(1);
  }
  return text;
}

/// What may follow a name: "RTX 3060Ti", "V100S" and "H100SXM", but no digit after a digit and no
/// letter after a letter. Before Volta only the whole word: "P4" begins the names of machines for
/// rent that have newer GPUs.
bool is_end(char last, std::string_view rest, int compute_capability) {
  if (rest.empty() || !core::is_letter_or_digit(rest.front())) return true;
  if (compute_capability < kVolta) return false;
  return core::is_letter(last) != core::is_letter(rest.front());
}

/// At the beginning of a word, or behind a number of GPUs: "8XH100".
bool is_start(std::string_view text, std::size_t at) {
  std::string_view before = text.substr(0, at);
  if (before.empty() || !core::is_letter_or_digit(before.back())) return true;
  if (before.back() != 'X') return false;
  before.remove_suffix(1);
  const bool has_number = !before.empty() && core::is_digit(before.back());
  while (!before.empty() && core::is_digit(before.back())) before.remove_suffix(1);
  return has_number && (before.empty() || !core::is_letter_or_digit(before.back()));
}

/// A text in upper case, and where in it a name may begin: looked up once for all models.
struct SearchedText {
  std::string text;
  std::vector<std::size_t> starts;
};

SearchedText searched(std::string_view text) {
  SearchedText words{core::upper_case(text), {}};
  for (std::size_t at = 0; at < words.text.size(); ++at) {
    if (is_start(words.text, at)) words.starts.push_back(at);
  }
  return words;
}

/// Whether words of the text are such a name.
bool has_name(const SearchedText& words, std::string_view form, int compute_capability) {
  for (const std::size_t at : words.starts) {
    const auto rest = after(std::string_view(words.text).substr(at), form);
    if (rest && is_end(form.back(), *rest, compute_capability)) return true;
  }
  return false;
}

/// A type of a cloud's machine, which has other GPUs: "a2-highgpu-8g" has A100.
bool is_cloud_machine(std::string_view text, std::string_view word) {
  constexpr std::size_t kShort = 2;
  return word.size() == kShort && text.starts_with(word) && text.size() > kShort + 1 &&
         text[kShort] == '-' && core::is_letter(text[kShort + 1]);
}

bool is_titan_x_of_maxwell(const SearchedText& words) {
  return has_name(words, kTitanXOfMaxwell, 0) && !has_name(words, kPascal, 0);
}

/// How well the text speaks for this model: by the length of its word, then by that of its mark; 0:
/// it is another.
std::size_t match(const SearchedText& words, const GpuModel& model) {
  const bool is_marked =
      model.mark.empty() || has_name(words, model.mark, model.compute_capability);
  const bool is_it = is_marked && has_name(words, model.word, model.compute_capability) &&
                     !is_cloud_machine(words.text, model.word);
  constexpr std::size_t kLongestMark = 64;
  return is_it ? model.word.size() * kLongestMark + model.mark.size() : 0;
}

const GpuModel* model_in(const SearchedText& words) {
  if (is_titan_x_of_maxwell(words)) return nullptr;
  const GpuModel* best = nullptr;
  std::size_t most = 0;
  for (const GpuModel& model : gpu_models()) {
    const std::size_t matching = match(words, model);
    if (matching > most) best = &model;
    most = std::max(most, matching);
  }
  return best;
}

std::optional<int> capability_of_series(const SearchedText& words) {
  for (const GpuSeries& series : gpu_series()) {
    if (!has_name(words, series.form, series.compute_capability)) continue;
    if (series.compute_capability == 0) return {};
    return series.compute_capability;
  }
  return {};
}

/// PCIe, SXM and HBM stand in names of one form alone, and NVIDIA's driver begins names so: what it
/// leaves without a mark is one form, but for models whose forms it marks all.
bool names_form(std::string_view text) {
  constexpr std::array<std::string_view, 4> kStarts{"NVIDIA ", "Tesla ", "Quadro ", "GeForce "};
  constexpr std::array<std::string_view, 4> kParts{"PCIE", "NVL", "SXM", "HBM"};
  const std::string upper = core::upper_case(text);
  if (core::has_any(upper, kParts)) return true;
  return std::ranges::any_of(kStarts, [&](auto start) { return text.starts_with(start); }) &&
         !core::has_any(upper, words_with_a_mark());
}

using Models = std::vector<const GpuModel*>;

}  // namespace

std::vector<const GpuModel*> NamedGpu::models() const {
  if (model == nullptr || !is_any_form) return model == nullptr ? Models() : Models{model};
  Models all;
  for (const GpuModel& one : gpu_models()) {
    if (one.word == model->word) all.push_back(&one);
  }
  return all;
}

NamedGpu gpu_named(std::string_view text) {
  const SearchedText words = searched(text);
  if (const GpuModel* const model = model_in(words)) {
    return {model, !names_form(text), model->compute_capability};
  }
  return {nullptr, false, capability_of_series(words)};
}

bool is_cut_name(std::string_view name) {
  return name.size() > kCutEnd.size() && name.ends_with(kCutEnd);
}

}  // namespace treering::hw::catalogue
