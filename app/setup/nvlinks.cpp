#include "app/setup/nvlinks.h"

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/complete/unknown_nvlinks.h"

namespace treering::app::setup {
namespace {

std::optional<hw::complete::UnknownNvlinks> doubt_about(const Setup& setup) {
  return hw::complete::unknown_nvlinks(setup.cluster.node, setup.host);
}

}  // namespace

bool are_nvlinks_unknown(const Setup& setup) {
  return doubt_about(setup).has_value();
}

bool are_nvlinks_too_many(const Setup& setup) {
  const auto unknown = doubt_about(setup);
  return unknown && unknown->doubt == hw::complete::NvlinkDoubt::TooMany;
}

std::string unknown_nvlinks_text(const Setup& setup) {
  const auto unknown = doubt_about(setup);
  if (!unknown) return "";
  return fmt::format("NVLinks of {} are unknown: {}", setup.cluster.node.name(),
                     core::printable(unknown->why));
}

std::string unknown_nvlinks_hint(const Setup& setup) {
  if (!are_nvlinks_unknown(setup)) return "";
  if (are_nvlinks_too_many(setup)) {
    return "give the text of nvidia-smi topo -m, taken on the host and not in a guest";
  }
  return "give the file that NCCL writes to NCCL_TOPO_DUMP_FILE, or the text of nvidia-smi topo -m";
}

}  // namespace treering::app::setup
