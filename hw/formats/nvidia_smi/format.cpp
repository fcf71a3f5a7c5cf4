// Formats "nvidia-smi-topo", "nvidia-smi-p2p" and "nvidia-smi-nvlink": texts of one program, which
// one reader takes in any mixture; and "env-dump", a dump of an environment with such texts in it.
#include "hw/formats/format.h"

#include "core/text/pasted.h"
#include "hw/formats/env_dump/facts.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats {

bool is_env_dump(std::string_view text) {
  return env_dump::is_env_dump(core::unwrapped(head_of(text)));
}

core::Result<LoadedCluster> read_env_dump(const Source& source, const NodeLoader& /*load_node*/) {
  return nvidia_smi::read_smi_text(source.text, source.path);
}

std::optional<LoadedRun> read_run_env_dump(const Source& source) {
  return nvidia_smi::read_smi_run(source.text, source.path);
}

bool is_nvidia_smi_topo(std::string_view text) {
  return nvidia_smi::smi_parts_of(head_of(text)).has_matrix;
}

bool is_nvidia_smi_p2p(std::string_view text) {
  const nvidia_smi::TextParts parts = nvidia_smi::smi_parts_of(head_of(text));
  return parts.has_peers && !parts.has_matrix;
}

bool is_nvidia_smi_nvlink(std::string_view text) {
  return nvidia_smi::smi_parts_of(head_of(text)).has_gpus;
}

core::Result<LoadedCluster> read_nvidia_smi_topo(const Source& source,
                                                 const NodeLoader& /*load_node*/) {
  return nvidia_smi::read_smi_text(source.text, source.path);
}

core::Result<LoadedCluster> read_nvidia_smi_p2p(const Source& source,
                                                const NodeLoader& /*load_node*/) {
  return nvidia_smi::read_smi_text(source.text, source.path);
}

core::Result<LoadedCluster> read_nvidia_smi_nvlink(const Source& source,
                                                   const NodeLoader& /*load_node*/) {
  return nvidia_smi::read_smi_text(source.text, source.path);
}

}  // namespace treering::hw::formats
