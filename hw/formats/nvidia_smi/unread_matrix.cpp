#include <cstddef>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {

std::optional<core::Diagnostic> note_on_unread_matrix(std::string_view text,
                                                      const std::string& path) {
  // People quote a matrix, not a log of a whole run.
  constexpr std::size_t kMost = std::size_t{4} << 20U;
  const bool names_gpus = core::has(text, "GPU0") || core::has(text, "GPU1");
  if (!names_gpus || text.size() > kMost || !smi_parts_of(text).has_matrix) return {};
  const auto read = read_smi_log(text, path);
  core::Error why;
  if (!read) {
    why = read.error();
  } else if (const auto* const run = std::get_if<LoadedRun>(&*read)) {
    why = run->why_no_machine;
  } else {
    return {};
  }
  return core::Diagnostic{
      core::Severity::Warning, why.where,
      fmt::format("the matrix of nvidia-smi topo -m is not read: {}", why.complaint())};
}

}  // namespace treering::hw::formats::nvidia_smi
