#include "cli/nvlink_text.h"

#include <fmt/format.h>

#include "cli/remarks.h"
#include "core/quote.h"
#include "hw/unknown_nvlinks.h"

namespace treering::cli {

std::string unknown_nvlinks_text(const JobOptions& job) {
  const auto why = hw::unknown_nvlinks(job.cluster.node, job.host);
  if (!why) return "";
  return fmt::format("NVLinks of {} are unknown: {}", job.cluster.node.name(),
                     core::printable(*why));
}

std::string unknown_nvlinks_lines(const JobOptions& job) {
  const std::string text = unknown_nvlinks_text(job);
  if (text.empty()) return "";
  return remark(text +
                ". They are counted as none, so that all below is a guess; the file that NCCL "
                "writes to NCCL_TOPO_DUMP_FILE has them.");
}

}  // namespace treering::cli
