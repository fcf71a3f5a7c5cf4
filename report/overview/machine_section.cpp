#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "core/topology/cluster.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/heading.h"
#include "report/machine_names.h"
#include "report/overview/document_of.h"
#include "report/prediction/predict_heading.h"

namespace treering::report::overview {
namespace {

using core::Topology;

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
  add("fabric", core::fabric_text(job.cluster.fabric));
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
