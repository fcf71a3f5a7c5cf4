// Format "nccl-log": what NCCL_DEBUG=INFO prints, best with NCCL_DEBUG_SUBSYS=INIT,GRAPH,ENV.
#include "hw/formats/format.h"

#include <algorithm>
#include <array>

#include "core/text/pasted.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/nccl_log/reader.h"

namespace treering::hw::formats {
namespace {

/// The text without what terminals and web pages add, if they added something: NCCL writes "->".
std::string plain_log(const std::string& text) {
  constexpr std::array<std::string_view, 5> kAdded{"\x1b", "-&gt;", "&nbsp;", "\xC2\xA0",
                                                   "\\u001b["};
  const bool is_plain = std::ranges::none_of(
      kAdded, [&](std::string_view one) { return text.find(one) != std::string::npos; });
  return is_plain ? text : core::unwrapped(text);
}

}  // namespace

bool is_nccl_log(std::string_view text) {
  return nccl_log::looks_like_nccl_log(text);
}

core::Result<LoadedCluster> read_nccl_log(const Source& source, const NodeLoader& /*load_node*/) {
  return nccl_log::read_nccl_log_text(plain_log(source.text), source.path);
}

std::optional<LoadedRun> read_run_nccl_log(const Source& source) {
  return nccl_log::read_nccl_run_text(plain_log(source.text), source.path);
}

}  // namespace treering::hw::formats
