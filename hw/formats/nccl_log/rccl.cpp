#include "hw/formats/nccl_log/rccl.h"

#include <algorithm>
#include <array>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_log/machine.h"
#include "hw/formats/nccl_log/word_search.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// As releases of RCCL from 2.7 to 2.28 write them (ROCm/rccl, src/init.cc, src/graph,
// src/transport): the version of HIP behind NCCL's, its own name and library, AMD's links and GPUs.
constexpr std::string_view kOfHip = "+hip";
constexpr std::string_view kRcclVersion = "RCCL version ";
constexpr std::array<std::string_view, 8> kInLines{"RCCL ",        "RCCL_",      "librccl",
                                                   "Librccl",      "+ XGMI[",    "HIP version",
                                                   "ROCm version", "HIP failure"};
constexpr std::array<std::string_view, 4> kStartsOfLines{"RCCL version", "HIP version",
                                                         "ROCm version", "Librccl path"};
constexpr std::string_view kGfx = " gfx";
constexpr auto kAny = joined(kInLines, std::array{kOfHip, kGfx});
constexpr WordSearch kSearch{kAny};
constexpr WordSearch kLineSearch{kInLines};

/// "gfx90a", "gfx942:sramecc+", not "gfx" of a path.
bool names_gfx(std::string_view text) {
  const std::size_t at = text.find(kGfx);
  return at != kNone && at + kGfx.size() < text.size() && core::is_digit(text[at + kGfx.size()]);
}

/// "2.18.3+hip5.7"; also of PyTorch's exceptions, which end so.
bool has_hip_version(std::string_view text) {
  const std::size_t at = text.find(kOfHip);
  return at != kNone && at > 0 && core::is_digit(text[at - 1]) &&
         at + kOfHip.size() < text.size() && core::is_digit(text[at + kOfHip.size()]);
}

/// "HIP version  : 6.2.41133", as a line of its own: dumps of an environment have such keys without
/// a value.
bool is_banner(std::string_view line) {
  line = core::trimmed(line);
  const auto begins = [&](std::string_view start) { return line.starts_with(start); };
  const std::size_t colon = line.find(':');
  if (std::ranges::none_of(kStartsOfLines, begins) || colon == kNone) return false;
  const std::string_view value = core::trimmed(line.substr(colon + 1));
  return !value.empty() && (core::is_digit(value.front()) || value.front() == '/');
}

bool is_of_rccl(const Line& line) {
  if (has(line.text, kRcclVersion)) return true;
  switch (line.level) {
    case Level::Info:
    case Level::Warn:
      return kLineSearch.first_in(line.text) != kNone || names_gfx(line.text) ||
             (line.text.starts_with(kVersionWords) && has_hip_version(line.text));
    case Level::Version:
      return has_hip_version(line.text);
    case Level::Other:
      return is_banner(line.text);
  }
  return false;
}

}  // namespace

std::size_t rccl_line_in(std::string_view text) {
  std::size_t found = 0;
  if (kSearch.first_in(text) == kNone) return found;
  for_each_nccl_line(text, [&](const Line& line) {
    if (found == 0 && is_of_rccl(line)) found = line.number;
  });
  return found;
}

core::Failure of_rccl(const std::string& path, std::size_t line) {
  return core::bad_input(nccl_log_place(path, line), "a log of RCCL, for AMD GPUs",
                         "expected one of NCCL, for NVIDIA GPUs",
                         "RCCL chooses by rules of its own, which treering does not model");
}

}  // namespace treering::hw::formats::nccl_log
