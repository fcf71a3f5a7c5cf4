#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/output/notes.h"
#include "hw/complete/nvlinks_mark.h"
#include "hw/load_cluster.h"

namespace treering::cli {
namespace {

constexpr std::string_view kStandardOutput = "-";

/// --to, else the format that OUT's ending names, else our JSON.
core::Result<std::string> read_target(const Arguments& arguments) {
  if (const auto name = arguments.value("to")) return std::string(*name);
  const std::string_view out = arguments.positional(1);
  if (out == kStandardOutput) return "json";
  if (const hw::formats::Format* format = hw::formats::format_of_path(out))
    return std::string(format->name);
  return core::usage_error(std::string(out), "no format known by this ending",
                           "one of .xml, .json, .yaml", "name the format with --to");
}

}  // namespace

core::Result<Answer> run_convert(const Arguments& arguments, const Display& /*display*/) {
  const auto target = read_target(arguments);
  if (!target) return core::fail(target.error());
  const auto loaded = hw::load_cluster(std::string(arguments.positional(0)));
  if (!loaded) return core::fail(loaded.error());
  auto text =
      hw::render_cluster(hw::complete::with_nvlinks_mark(loaded->cluster, loaded->host), *target);
  if (!text) return core::fail(text.error());
  Answer answer{.text = *std::move(text), .notes = texts_of(loaded->notes)};
  const core::Cluster& cluster = loaded->cluster;
  const bool has_fabric = cluster.fabric.kind != core::FabricKind::Unspecified;
  if (*target == "nccl-xml" && (cluster.node_count != 1 || has_fabric)) {
    answer.notes.push_back(
        fmt::format("NCCL XML describes one node: the count of {} and the fabric are left out",
                    cluster.node_count));
  }
  if (arguments.positional(1) != kStandardOutput) answer.file = arguments.positional(1);
  return answer;
}

}  // namespace treering::cli
