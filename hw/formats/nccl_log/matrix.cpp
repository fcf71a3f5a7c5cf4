#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/named_machines.h"
#include "hw/formats/nccl_log/lines.h"
#include "hw/formats/nccl_log/machine.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nccl_log {

std::string name_gpus_beside(std::string_view text, Ranks& ranks) {
  for (const Host& host : ranks.hosts) {
    const bool has_model =
        std::ranges::any_of(host.gpus, [](const LoggedGpu& gpu) { return !gpu.model.empty(); });
    if (has_model) return "";
  }
  std::string model = nvidia_smi::gpu_named_by_programs(text);
  if (!catalogue::gpu_named(model).compute_capability) return "";
  for (Host& host : ranks.hosts) {
    for (LoggedGpu& gpu : host.gpus) gpu.model = model;
  }
  return model;
}

// NCCL's own lines have names of hosts, which may be of anything.
std::string gpu_said_beside(std::string_view text) {
  constexpr std::size_t kMostSaid = std::size_t{256} << 10U;
  std::string words;
  for_each_nccl_line(text.substr(0, kMostSaid), [&](const Line& line) {
    if (line.level == Level::Other) words.append(line.text).append("\n");
  });
  return catalogue::gpu_named_in(words);
}

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
