// Format "nccl-log": what NCCL_DEBUG=INFO prints, best with NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV.
#include "hw/formats/format.h"

#include "core/text/quote.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/nccl_log/reader.h"

namespace treering::hw::formats {
namespace {

bool has_escapes(const Source& source) {
  return source.text.find('\x1b') != std::string::npos;
}

}  // namespace

bool is_nccl_log(std::string_view text) {
  return nccl_log::looks_like_nccl_log(text);
}

core::Result<LoadedCluster> read_nccl_log(const Source& source, const NodeLoader& /*load_node*/) {
  if (!has_escapes(source)) return nccl_log::read_nccl_log_text(source.text, source.path);
  return nccl_log::read_nccl_log_text(core::without_escapes(source.text), source.path);
}

std::optional<LoadedRun> read_run_nccl_log(const Source& source) {
  if (!has_escapes(source)) return nccl_log::read_nccl_run_text(source.text, source.path);
  return nccl_log::read_nccl_run_text(core::without_escapes(source.text), source.path);
}

}  // namespace treering::hw::formats
