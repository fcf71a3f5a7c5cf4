#include "report/overview/document_of.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "report/findings/words.h"
#include "report/heading.h"

namespace treering::report::overview {
namespace {

std::string shape_of(const OverviewReport& report) {
  const int nodes = report.times.job.job.nodes;
  return app::setup::shape_text({nodes, report.times.ranks / nodes}, nodes);
}

std::string subtitle(const OverviewReport& report) {
  const auto& times = report.times;
  std::string text = fmt::format("Collectives by NCCL {}: times of model {}",
                                 times.job.job.nccl_version, model_text(times.time_model));
  if (!report.check) return text + "; predicted, not measured";
  return text + ", beside measured ones";
}

Section commands_section(const document::DocumentContext& context) {
  Section section{"again", "How to reproduce this", {}};
  for (const document::Command& command : context.commands) {
    section.blocks.emplace_back(document::Code{command.what, command.line + "\n"});
  }
  return section;
}

Section reading_section(const OverviewReport& report) {
  Section section{"reading", "How to read this", {}};
  document::Items items;
  items.items = {
      {"80 % band:",
       "four of five runs should take a time inside it. Bands of two algorithms have "
       "most of their errors in common (launch, links, network), so which of the two "
       "is faster is surer than the bands look."},
      {"Bound:",
       "no algorithm can be faster on these wires. A share of the wires is a share of it; what "
       "they allow one algorithm is less where that sends more than it must."},
      {"Ceiling:",
       "the busbw that the fastest at the largest size would have, were there no "
       "latency."},
      {"busbw:", "as nccl-tests defines it, so that it can be laid beside the rate of a link."}};
  if (report.check) {
    items.items.push_back(
        {"80 % beside measured times:",
         "a little wider than the band of the prediction alone, for two good runs of one job "
         "differ, too."});
    items.items.push_back({"Measured times:", std::string(findings::measured_words()) + "."});
    items.items.push_back(
        {"Error bars:",
         "the 95 % interval of the median of single calls, or what so few can say; "
         "of repeated averages their range. A point without one was measured once."});
  }
  section.blocks.emplace_back(std::move(items));
  return section;
}

}  // namespace

document::Document document_of(const OverviewReport& report,
                               const document::DocumentContext& context) {
  document::Document document;
  document.title = fmt::format("{}: {}", report.times.job.cluster.node.name(), shape_of(report));
  document.subtitle = subtitle(report);
  document.data = context.data;
  document.origin = context.origin;
  auto& sections = document.sections;
  const auto add = [&](std::optional<Section> section) {
    if (section) sections.push_back(*std::move(section));
  };
  add(short_section(report));
  add(machine_section(report));
  for (std::size_t i = 0; i < report.collectives.size(); ++i) add(collective_section(report, i));
  add(normal_section(report));
  add(compared_section(report));
  add(agreement_section(report));
  add(unmeasured_section(report));
  add(notes_section(report));
  add(settings_section(report));
  add(commands_section(context));
  add(reading_section(report));
  return document;
}

}  // namespace treering::report::overview
