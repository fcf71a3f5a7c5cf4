#include "cli/output/nvlink_text.h"

#include <fmt/format.h>

#include "cli/output/remarks.h"
#include "core/text/quote.h"
#include "hw/complete/unknown_nvlinks.h"

namespace treering::cli {
namespace {

std::optional<hw::complete::UnknownNvlinks> doubt_about(const JobOptions& job) {
  return hw::complete::unknown_nvlinks(job.cluster.node, job.host);
}

}  // namespace

bool are_nvlinks_unknown(const JobOptions& job) {
  return doubt_about(job).has_value();
}

bool are_nvlinks_too_many(const JobOptions& job) {
  const auto unknown = doubt_about(job);
  return unknown && unknown->doubt == hw::complete::NvlinkDoubt::TooMany;
}

std::string unknown_nvlinks_text(const JobOptions& job) {
  const auto unknown = doubt_about(job);
  if (!unknown) return "";
  return fmt::format("NVLinks of {} are unknown: {}", job.cluster.node.name(),
                     core::printable(unknown->why));
}

std::string unknown_nvlinks_hint(const JobOptions& job) {
  if (!are_nvlinks_unknown(job)) return "";
  if (are_nvlinks_too_many(job)) {
    return "give the text of nvidia-smi topo -m, taken on the host and not in a guest";
  }
  return "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE, or the text of nvidia-smi topo -m";
}

std::string unknown_nvlinks_lines(const JobOptions& job) {
  if (!are_nvlinks_unknown(job)) return "";
  return remark(fmt::format("{}. {}, so that all below is a guess; {}.", unknown_nvlinks_text(job),
                            are_nvlinks_too_many(job) ? "NCCL and treering count them all the same"
                                                      : "They are counted as none",
                            unknown_nvlinks_hint(job)));
}

}  // namespace treering::cli
