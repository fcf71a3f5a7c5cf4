#include "cli/plan.h"

#include <fmt/format.h>

namespace treering::cli {
namespace {

std::string counted(int number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace

core::Result<sim::nccl::Plan> make_plan(const JobOptions& options) {
  if (auto reason = sim::nccl::why_not(options.cluster.node, options.job)) {
    if (reason->category == core::Category::BadInput) reason->where = options.source;
    return core::fail(*std::move(reason));
  }
  return sim::nccl::make_plan(options.cluster.node, options.job);
}

std::string shape_text(const sim::nccl::Shape& shape, int machines) {
  const int ranks = shape.ranks();
  const std::string parts =
      shape.nodes == machines ? "" : fmt::format(" ({} to NCCL)", counted(shape.nodes, "node"));
  return fmt::format("{} x {} = {}{}", counted(machines, "node"), counted(ranks / machines, "GPU"),
                     counted(ranks, "rank"), parts);
}

}  // namespace treering::cli
