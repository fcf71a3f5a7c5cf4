// Format "nccl-log": what NCCL_DEBUG=INFO prints, best with NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV.
#include "hw/formats/format.h"

#include "hw/formats/first_bytes.h"
#include "hw/formats/nccl_log/reader.h"
#include "hw/formats/nccl_log/tree.h"
#include "hw/formats/nccl_log/whole_lines.h"

namespace treering::hw::formats {

bool is_nccl_log(std::string_view text) {
  return nccl_log::looks_like_nccl_log(text) || nccl_log::has_bare_tree(head_of(text));
}

core::Result<ClusterOrRun> read_log_nccl_log(const Source& source) {
  const auto whole = nccl_log::with_whole_lines(source.text);
  return nccl_log::read_nccl_log_text(whole ? *whole : source.text, source.path);
}

}  // namespace treering::hw::formats
