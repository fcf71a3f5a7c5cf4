#include "hw/world/anonymise/anonymise.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/text/reading.h"
#include "hw/world/anonymise/harmless_texts.h"
#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {
namespace {

/// NVML's answers and its words for failures.
class NvmlCleaner {
 public:
  explicit NvmlCleaner(SecretFilter& filter) : filter_(filter) {}

  Unseen unseen(const Unseen& unseen) { return {unseen.why, sentence(unseen.text)}; }

  NvmlAnswers answers(NvmlAnswers answers) {
    answers.driver_version = version(answers.driver_version);
    for (NvmlGpu& gpu : answers.gpus) clean(gpu);
    for (NvmlFault& fault : answers.faults) {
      fault.call = call(fault.call);
      fault.text = sentence(fault.text);
    }
    return answers;
  }

 private:
  void clean(NvmlGpu& gpu) {
    gpu.name = harmless_gpu_model(gpu.name, filter_);
    gpu.bus_id = words(gpu.bus_id);
    if (!is_vbios(gpu.vbios)) gpu.vbios = words(gpu.vbios);
    for (NvmlLink& link : gpu.links) link.remote_bus_id = words(link.remote_bus_id);
    if (!gpu.fabric) return;
    gpu.fabric->fault = sentence(gpu.fabric->fault);
    gpu.fabric->cluster_uuid = words(gpu.fabric->cluster_uuid);
  }

  /// "96.00.89.00.01": pairs of hexadecimal digits, which all boards of a kind share.
  static bool is_vbios(std::string_view text) {
    constexpr std::size_t kLongest = 14;
    if (text.size() > kLongest) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i % 3 == 2 ? text[i] != '.' : !core::is_hex_digit(text[i])) return false;
    }
    return true;
  }

  std::string words(const std::string& text) { return filter_.text(text, Trust::Words); }

  std::string call(const std::string& text) { return is_nvml_call(text) ? text : words(text); }

  std::string version(const std::string& text) {
    return has_form(text, "#.#.#") || has_form(text, "#.#") ? text : words(text);
  }

  /// "nvmlInit_v2: driver not loaded".
  std::string sentence(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) return words(text);
    return call(text.substr(0, colon)) + words(text.substr(colon));
  }

  SecretFilter& filter_;
};

/// nccl.conf under the name that the process gives it; empty where it gives none.
std::string given_conf(const recording::Recording& recording) {
  const auto given = recording.variables.find("NCCL_CONF_FILE");
  if (given == recording.variables.end() || !given->second.starts_with('/')) return "";
  return std::filesystem::path(given->second).lexically_normal().string();
}

recording::Recording filtered(const recording::Recording& recording, SecretFilter& filter) {
  recording::Recording result;
  NvmlCleaner cleaner(filter);
  const std::string conf = given_conf(recording);
  for (const auto& [path, text] : recording.texts) {
    result.texts[filter.path(path)] =
        path == conf ? harmless_nccl_conf(text, filter) : harmless_text(path, text, filter);
  }
  for (const auto& [path, target] : recording.links) {
    // A relative one goes on from its folder, and is the kernel's where that is.
    const bool is_absolute = target.starts_with('/');
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    const std::string clean = filter.path(folder);
    result.links[filter.path(path)] =
        is_absolute ? filter.path(target) : filter.path(folder + target).substr(clean.size());
  }
  for (const std::string& path : recording.folders) result.folders.insert(filter.path(path));
  for (const auto& [path, unseen] : recording.unreadable) {
    result.unreadable[filter.path(path)] = cleaner.unseen(unseen);
  }
  for (const auto& [name, value] : recording.variables) {
    result.variables[harmless_variable_name(name, filter)] = harmless_value(name, value, filter);
  }
  if (recording.nvml) {
    result.nvml = cleaner.answers(*recording.nvml);
  } else {
    result.nvml = tl::unexpected(cleaner.unseen(recording.nvml.error()));
  }
  return result;
}

}  // namespace

recording::Recording anonymised(const recording::Recording& recording) {
  SecretFilter filter;
  // Once to know all secrets, since their placeholders have the order of the secrets.
  filtered(recording, filter);
  filter.settle();
  return filtered(recording, filter);
}

}  // namespace treering::hw::world::anonymise
