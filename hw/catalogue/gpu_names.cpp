#include "hw/catalogue/gpu_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {
namespace {

struct Series {
  std::string_view word;
  int compute_capability = 0;
};

// Models and series of which the catalogue needs nothing else: developer.nvidia.com/cuda-gpus.
// TITAN: that of the TITAN V.
constexpr auto kSeries = std::to_array<Series>({
    {"B100", 100},
    {"RTX PRO", 120},
    {"RTX 50", 120},
    {"L20", 89},
    {"RTX 40", 89},
    {"RTX 6000 ADA", 89},
    {"RTX 30", 86},
    {"RTX 20", 75},
    {"TITAN", 70},
});

bool is_letter_or_digit(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(), [](unsigned char character) {
    return static_cast<char>(std::toupper(character));
  });
  return upper;
}

/// Whether a word of the text begins so.
bool has_start(std::string_view text, std::string_view start) {
  for (std::size_t at = text.find(start); at != std::string_view::npos;
       at = text.find(start, at + 1)) {
    if (at == 0 || !is_letter_or_digit(text[at - 1])) return true;
  }
  return false;
}

/// Not where the word says too little: "3090" is any number, and "P4" begins the names of machines
/// for rent that have newer GPUs.
bool is_telling(const GpuModel& model) {
  constexpr int kVolta = 70;
  const bool is_for_jobs = model.compute_capability >= kVolta || model.joining != GpuJoining::None;
  return is_for_jobs && std::isdigit(static_cast<unsigned char>(model.word.front())) == 0;
}

}  // namespace

std::optional<int> compute_capability_named(std::string_view text) {
  const std::string name = upper_case(text);
  for (const GpuModel& model : gpu_models()) {
    if (is_telling(model) && has_start(name, upper_case(model.word)))
      return model.compute_capability;
  }
  const auto* const found = std::ranges::find_if(
      kSeries, [&](const Series& series) { return has_start(name, series.word); });
  if (found == kSeries.end()) return {};
  return found->compute_capability;
}

}  // namespace treering::hw::catalogue
