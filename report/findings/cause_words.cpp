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

// Why rows are slow: the shape of a loss, a level loss and what it leaves open, and causes.

using tuner::check::Check;
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

std::string shape_text(const Check& check) {
  using tuner::check::LossShape;
  const auto losses = tuner::check::losses_of(check.rows);
  switch (tuner::check::loss_shape(losses)) {
    case LossShape::OneSize:
      return "Sizes so near to each other do not tell causes apart: measure more of them, such as "
             "from 8 B to 8 GiB.";
    case LossShape::Everywhere:
      return "All sizes lose alike.";
    case LossShape::LargeSizes:
      return "Large sizes lose most: a rate is low, not a latency high.";
    case LossShape::SmallSizes:
      return "Small sizes lose most: a latency is high, not a rate low.";
    case LossShape::FromOneSizeOn:
      return fmt::format(
          "From {} on it is slow, and not below: something changes at that size, such "
          "as NCCL's algorithm or protocol.",
          core::format_size(tuner::check::step_of(losses)));
    case LossShape::None:
    case LossShape::Uneven:
      break;
  }
  return "";
}

std::string no_cause_text(const Check& check) {
  std::string text = "No cause that treering knows would explain the slow rows.";
  if (!check.nearest) return text;
  return fmt::format(
      "{} The nearest is this: {}. It would leave times off by a factor of {:.2f}, so it is not "
      "all, or not it. Look at: {}.",
      text, check.nearest->what, check.nearest->factor, check.nearest->look_at);
}

namespace {

/// Causes that come as near as the first, to 1 %.
std::size_t count_alike(const std::vector<tuner::check::LikelyCause>& causes) {
  constexpr double kAlike = 1.01;
  return static_cast<std::size_t>(std::ranges::count_if(
      causes, [&](const auto& cause) { return cause.factor <= causes.front().factor * kAlike; }));
}

}  // namespace

std::string causes_lead(const tuner::check::Check& check) {
  if (check.is_slow()) {
    const std::size_t alike = count_alike(check.causes);
    if (alike < 2) return "Possible causes of slow rows, the best first:";
    return fmt::format(
        "Possible causes of slow rows, the best first; the first {} fit alike, so that it is open "
        "which of them it is:",
        alike);
  }
  return fmt::format(
      "Each row may be chance, but all are off alike, by a factor of {:.2f}. Systems of one kind "
      "may differ by so much; this would explain it too:",
      check.factor);
}

std::string cause_text(const Check& check, const tuner::check::LikelyCause& cause) {
  const std::size_t slow = tuner::check::count_slow(check.rows);
  const std::string explained =
      slow == 0 ? ""
                : fmt::format("{} of {} slow rows would be inside, and ", cause.explained, slow);
  return fmt::format("{}: {}times would be off by a factor of {:.2f}", cause.what, explained,
                     cause.factor);
}

}  // namespace treering::report::findings
