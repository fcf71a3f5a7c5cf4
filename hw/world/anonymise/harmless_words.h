// The words and names that an anonymised recording may hold: those of Linux, of drivers, of NCCL
// and its plugins, of formats. Anything else counts as a secret.
#pragma once

#include <string_view>

namespace treering::hw::world::anonymise {

/// Who wrote a text, which decides what in it is harmless.
enum class Trust {
  Words,   // anybody may have written it: known words
  Values,  // it is about devices and settings: numbers, and names of devices in known forms, too
  System,  // the kernel wrote it: names of its other units, too
};

/// Whether all of `text` is a word, or a name in a known form ("mlx5_0", "enp23s0f0"), or a number
/// of up to five digits, in any case.
bool is_harmless(std::string_view text, Trust trust);

/// Whether all of `text` matches `form`, in any case: '#' is one to five decimal digits, '%' one to
/// eight hexadecimal ones, all else itself.
bool has_form(std::string_view text, std::string_view form);

/// A part of a GPU's name: "NVIDIA", "H100", "SXM4", "40GB", "4090".
bool is_gpu_model_word(std::string_view text);

/// "nvmlDeviceGetNvLinkState", with or without "_v2".
bool is_nvml_call(std::string_view text);

/// Where discovery looks for a word anywhere in a text, it also stands within longer ones
/// ("mydocker7"): its place in `text`, nothing for none. Empty where there is none.
std::string_view mark_in(std::string_view text);

}  // namespace treering::hw::world::anonymise
