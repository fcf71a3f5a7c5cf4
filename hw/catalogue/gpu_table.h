// The rows of gpu_models.cpp that are about names alone.
#pragma once

#include <span>
#include <string_view>

namespace treering::hw::catalogue {

/// Several models, of which a text says no more. In `form` '#' is a digit, and a space any
/// characters between words, or none.
struct GpuSeries {
  std::string_view form;
  int compute_capability = 0;  // 0: several
};

/// The first that a text names counts.
std::span<const GpuSeries> gpu_series();

/// The words of models of which NVIDIA's driver marks every form: a name without a mark is not the
/// driver's.
std::span<const std::string_view> words_with_a_mark();

}  // namespace treering::hw::catalogue
