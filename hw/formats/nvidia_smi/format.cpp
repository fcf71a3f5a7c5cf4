// Formats "nvidia-smi-topo", "nvidia-smi-p2p" and "nvidia-smi-nvlink": texts of one program, which
// one reader takes in any mixture; "env-dump", a dump of an environment with such texts in it; and
// "nvidia-smi-xml": what nvidia-smi says of each GPU.
#include "hw/formats/format.h"

#include <utility>

#include "core/text/line_heads.h"
#include "core/text/pasted.h"
#include "hw/formats/env_dump/facts.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/host_texts/gpu_query.h"
#include "hw/formats/joined.h"
#include "hw/formats/nvidia_smi/text.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats {

bool is_env_dump(std::string_view text) {
  return env_dump::is_env_dump(
      core::without_line_heads(core::unwrapped(std::string(head_of(text)))));
}

core::Result<ClusterOrRun> read_log_env_dump(const Source& source) {
  return nvidia_smi::read_smi_log(source.text, source.path);
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

bool is_nvidia_smi_xml(std::string_view text) {
  return xml_root(text) == "nvidia_smi_log";
}

core::Result<LoadedCluster> read_nvidia_smi_xml(const Source& source,
                                                const NodeLoader& /*load_node*/) {
  const auto document = xml::Document::parse(source.text, source.path);
  if (!document) return core::fail(document.error());
  const host_texts::GpuQuery query = host_texts::gpu_query_of(*document, source.text);
  auto loaded = nvidia_smi::read_smi_gpus(nvidia_smi::gpus_of_query(query), source.path);
  if (!loaded) return loaded;
  HostFacts facts;
  host_texts::add_gpu_query(query, source.path, facts);
  join(std::move(facts), *loaded);
  return loaded;
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
