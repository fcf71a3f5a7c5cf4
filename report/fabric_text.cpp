#include "report/fabric_text.h"

#include <fmt/format.h>

#include "report/figures.h"
#include "report/link_title.h"

namespace treering::report {
namespace {

std::string_view title_of(core::FabricKind kind) {
  switch (kind) {
    case core::FabricKind::SingleSwitch:
      return "one switch";
    case core::FabricKind::FatTree:
      return "fat tree";
    case core::FabricKind::RailOptimised:
      return "rails";
    case core::FabricKind::Unspecified:
      break;
  }
  return "";
}

}  // namespace

std::string fabric_text(const core::Fabric& fabric) {
  if (fabric.kind == core::FabricKind::Unspecified) return "";
  std::string text = fmt::format("{} of {}", title_of(fabric.kind), title_of(fabric.link));
  if (fabric.oversubscription != 1) {
    text += fmt::format(", {:g} : 1 oversubscribed", fabric.oversubscription);
  }
  if (fabric.nodes_per_leaf > 0) {
    text += fmt::format(", {} nodes per leaf switch", fabric.nodes_per_leaf);
  }
  if (fabric.hop_latency.in_us() > 0) {
    text += fmt::format(", {} us per hop", time_figure(fabric.hop_latency));
  }
  return text;
}

std::string fabric_line(const core::Fabric& fabric) {
  const std::string text = fabric_text(fabric);
  return text.empty() ? "" : fmt::format("# fabric:   {}\n", text);
}

}  // namespace treering::report
