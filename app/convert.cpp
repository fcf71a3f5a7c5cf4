#include "app/convert.h"

#include <utility>

#include <fmt/format.h>

#include "app/setup/load_machine.h"
#include "app/setup/setup.h"
#include "core/named_values.h"
#include "hw/complete/unknown.h"
#include "hw/formats/format.h"

namespace treering::app {
namespace {

core::Result<std::string> target_of(const ConvertRequest& request) {
  if (request.format) {
    const auto format = core::in_field("to", hw::formats::find_written_format(*request.format));
    if (!format) return core::fail(format.error());
    return std::string((*format)->name);
  }
  if (request.file.empty()) return "json";
  if (const hw::formats::Format* format = hw::formats::format_of_path(request.file))
    return std::string(format->name);
  return core::usage_error(request.file, "unknown ending", "expected .xml, .json or .yaml",
                           "name the format with ⟨to⟩");
}

}  // namespace

core::Result<ConvertReport> answer(const ConvertRequest& request) {
  const auto target = target_of(request);
  if (!target) return core::fail(target.error());
  auto loaded = setup::load_machine(request.topology);
  if (!loaded) return core::fail(loaded.error());
  core::Cluster& cluster = loaded->cluster;
  // Checked for every format; a cluster file keeps the machine whole and names the adapters.
  core::Cluster kept = cluster;
  const auto nics = setup::take_adapters({.nics = request.nics}, *loaded, kept);
  if (!nics) return core::fail(nics.error());
  if (!hw::names_adapters(*target)) cluster = std::move(kept);
  auto text = hw::render_cluster(hw::complete::with_nvlinks_mark(cluster, loaded->host), *target,
                                 request.nics.value_or(loaded->nics));
  if (!text) return core::fail(text.error());
  ConvertReport report{*std::move(text), setup::texts_of(loaded->notes)};
  const bool has_fabric = cluster.fabric.kind != core::FabricKind::Unspecified;
  if (*target == "nccl-xml" && (cluster.node_count != 1 || has_fabric)) {
    report.notes.push_back(
        fmt::format("NCCL XML describes one node: the count of {} and the fabric are left out",
                    cluster.node_count));
  }
  return report;
}

}  // namespace treering::app
