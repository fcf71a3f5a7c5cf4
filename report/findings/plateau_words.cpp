#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/findings/words.h"
#include "sim/carrier.h"
#include "tuner/check/plateau.h"

namespace treering::report::findings {
namespace {

// A level loss of the large sizes between nodes, and what it leaves open.

using tuner::check::Plateau;

/// "all_reduce: all large sizes, 64 MiB to 8 GiB, reach 45 to 47 % of the expected speed".
std::string level_phrase(const Plateau& plateau) {
  const std::string least = fmt::format("{:.0f}", 100 * plateau.least_share);
  const std::string greatest = fmt::format("{:.0f}", 100 * plateau.greatest_share);
  return fmt::format("{}: all large sizes, {} to {}, reach {} % of the expected speed",
                     core::name_of(plateau.collective), core::format_size(plateau.least),
                     core::format_size(plateau.most),
                     least == greatest ? least : fmt::format("{} to {}", least, greatest));
}

std::string kind_phrase(const Plateau& plateau) {
  switch (plateau.kind) {
    case Plateau::Kind::Half:
      return ", a plateau at half of the network";
    case Plateau::Kind::OnePort:
      return fmt::format(
          ", what one of the {} ports of a node carries, as if one adapter or one connection "
          "carried all",
          plateau.ports);
    case Plateau::Kind::EveryPort:
      break;
  }
  if (plateau.ports < 2) return ", alike at each size";
  return fmt::format(
      ", alike at each size, and one of {} ports that is missing would leave {:.0f} %: every port "
      "carries as little",
      plateau.ports, 100 * (plateau.ports - 1.0) / plateau.ports);
}

/// Whether the text excludes the cause, or it stands below anyway.
bool is_settled(const app::CheckReport& report, std::string_view cause) {
  const auto& excluded = report.evidence.excluded;
  return std::ranges::find(excluded, cause) != excluded.end() ||
         std::ranges::find(report.check.causes, cause, &tuner::check::LikelyCause::cause) !=
             report.check.causes.end();
}

/// Over InfiniBand or RoCE.
std::vector<std::string> open_over_verbs(const app::CheckReport& report, Plateau::Kind kind) {
  std::vector<std::string> open;
  if (kind == Plateau::Kind::OnePort) {
    open.emplace_back(
        "NCCL_IB_HCA or a topology file that leaves one adapter (NCCL_DEBUG=INFO lists them after "
        "\"NET/IB\")");
  }
  open.emplace_back(
      "few paths or queue pairs between the nodes (NCCL_IB_QPS_PER_CONNECTION, with "
      "NCCL_IB_SPLIT_DATA_ON_QPS=1; NCCL_IB_ADAPTIVE_ROUTING=1 where the switches route so)");
  if (!is_settled(report, "pcie-detour")) {
    open.emplace_back(
        "PCIe's ACS, ATS or the IOMMU between GPUs and adapters (ACSCtl in lspci -vvv)");
  }
  open.emplace_back("the set-up that all ports share (rates in ibstat, MTU, LnkSta in lspci -vvv)");
  return open;
}

std::vector<std::string> open_over_others() {
  return {"the paths of the fabric", "the settings of the network's plugin",
          "the rate that all ports run at"};
}

}  // namespace

std::string plateau_text(const app::CheckReport& report) {
  const Plateau& plateau = *report.check.plateau;
  const bool is_verbs = sim::is_over_verbs(report.network);
  const auto open = is_verbs ? open_over_verbs(report, plateau.kind) : open_over_others();
  return fmt::format(
      "{}{}. It is open which of these it is, as they fit alike: {}.{}", level_phrase(plateau),
      kind_phrase(plateau), fmt::join(open, "; "),
      is_verbs ? " ib_write_bw with --use_cuda between the same ports tells the network and PCIe, "
                 "where it is as slow, from NCCL, where it is not."
               : "");
}

}  // namespace treering::report::findings
