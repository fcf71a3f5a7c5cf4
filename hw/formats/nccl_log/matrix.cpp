#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hw/formats/nccl_log/machine.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nccl_log {

std::optional<MachineOfMatrix> machine_of_matrix(std::string_view text, const std::string& path,
                                                 int gpus_of_host) {
  // The matrix of a person stands before the log or behind it; a search through all of a long log
  // takes longer than reading it.
  constexpr std::size_t kMost = std::size_t{4} << 20U;
  if (text.size() > kMost || !nvidia_smi::smi_parts_of(text).has_matrix) return {};
  auto read = nvidia_smi::read_smi_text(text, path);
  if (!read || read->matrix.empty() || read->cluster.node.gpu_count() < gpus_of_host) return {};
  return MachineOfMatrix{{std::move(read->cluster.node), std::move(read->notes)},
                         std::move(read->matrix)};
}

}  // namespace treering::hw::formats::nccl_log
