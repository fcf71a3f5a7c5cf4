#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "core/units.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/heading.h"
#include "report/machine_names.h"
#include "report/overview/document_of.h"
#include "report/prediction/predict_heading.h"

namespace treering::report::overview {
namespace {

using core::DeviceKind;
using core::Topology;

/// "8 x H100 SXM5", by model.
std::string gpus_text(const Topology& node) {
  std::vector<std::string> names;
  std::vector<int> counts;
  for (const core::DeviceId id : node.of_kind(DeviceKind::Gpu)) {
    const std::string name = gpu_name(node.device(id));
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      names.push_back(name);
      counts.push_back(1);
    } else {
      ++counts[static_cast<std::size_t>(found - names.begin())];
    }
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    parts.push_back(fmt::format("{} x {}", counts[i], names[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "8 adapters, 400 Gbit/s (50 GB/s) each", where all are alike.
std::string adapters_text(const Topology& node) {
  const auto nics = node.of_kind(DeviceKind::Nic);
  if (nics.empty()) return "";
  const std::string rate = adapter_rate(node, nics.front());
  const bool are_alike = std::ranges::all_of(
      nics, [&](core::DeviceId nic) { return adapter_rate(node, nic) == rate; });
  return core::counted(nics.size(), "adapter") +
         (are_alike && !rate.empty() ? fmt::format(", {}{}", rate, nics.size() > 1 ? " each" : "")
                                     : "");
}

document::Facts facts_of(const OverviewReport& report) {
  const app::setup::Setup& job = report.times.job;
  const Topology& node = job.cluster.node;
  document::Facts facts;
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) facts.items.push_back({name, text});
  };
  add("machine", fmt::format("{}, fingerprint {}", node.name(), node.fingerprint()));
  add("what it is", node.description());
  add("job",
      app::setup::shape_text({job.job.nodes, report.times.ranks / job.job.nodes}, job.job.nodes));
  if (job.job.gpus_per_process > 1) {
    add("a process",
        fmt::format("has {} GPUs, to which one thread submits in turn", job.job.gpus_per_process));
  }
  add("GPUs of a node", gpus_text(node));
  add("network of a node", adapters_text(node));
  add("fabric", fabric_text(job.cluster.fabric));
  add("order of nodes", prediction::order_text(report.times));
  add("adapters by hand", job.nics);
  add("NCCL", job.job.nccl_version);
  add("settings", app::setup::variables_text(job.variables));
  add("model", model_text(report.times.time_model));
  return facts;
}

}  // namespace

Section machine_section(const OverviewReport& report) {
  const app::setup::Setup& job = report.times.job;
  Section section{"machine", "The machine", {}};
  section.blocks.emplace_back(facts_of(report));
  for (const app::setup::Guess& guess : app::setup::guesses_of(job)) {
    section.blocks.emplace_back(
        document::Callout{document::Tone::Doubt, "Partly a guess", guess_text(guess, "all times")});
  }
  auto picture = drawing::cluster::cluster_picture(job.cluster, nvlinks_doubt(job));
  std::string sentence = picture.description.empty()
                             ? picture.title
                             : fmt::format("{}: {}", picture.title, picture.description);
  section.blocks.emplace_back(document::Drawing{std::move(picture), std::move(sentence)});
  return section;
}

}  // namespace treering::report::overview
