
#include <array>
#include <variant>

#include "gui/lessons/lesson.h"
#include "gui/lessons/table.h"

namespace treering::gui::lessons::table {
namespace {

constexpr Machine kTwoNodes{"aws-p4d", 2};

/// What the ports of a node carry together, in GB/s each way.
double ports_of(const app::SimulateReport& run) {
  double ports = 0;
  for (const core::Device& device : run.job.cluster.node.devices()) {
    constexpr double kMbpsOfGbPerS = 8000;
    const auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port != nullptr) ports += static_cast<double>(port->speed_mbps) / kMbpsOfGbPerS;
  }
  return ports;
}

QString why_not(const app::SimulateReport& run) {
  if (run.way.algorithm != "Tree" || busbw(run).in_gb_per_s() > ports_of(run)) return {};
  return QObject::tr("the busbw of Tree is %1 GB/s there, and the ports of a node carry %2")
      .arg(busbw(run).in_gb_per_s(), 0, 'f', 1)
      .arg(ports_of(run), 0, 'f', 1);
}

/// Busbw of both runs beside what the ports of a node carry.
Figures bandwidths(const Known& known) {
  Figures figures;
  for (const auto& answer : {known.run, known.rival}) {
    const app::SimulateReport* const run = report_of(answer);
    if (run == nullptr) continue;
    figures.lines << QObject::tr("%1: algbw %2 GB/s, busbw %3 GB/s, simulated")
                         .arg(QString::fromStdString(run->way.algorithm + "/" + run->way.protocol))
                         .arg(algbw(*run).in_gb_per_s(), 0, 'f', 1)
                         .arg(busbw(*run).in_gb_per_s(), 0, 'f', 1);
  }
  const app::SimulateReport* const run = report_of(known.run);
  if (run == nullptr) return figures;
  figures.lines
      << QObject::tr("all ports of a node: %1 GB/s each way").arg(ports_of(*run), 0, 'f', 1);
  return figures;
}

constexpr auto kBusbwSources =
    std::to_array<const char*>({"NVIDIA/nccl-tests#196", "NVIDIA/nccl-tests#274",
                                "NVIDIA/nccl#1576", "nccl-tests, doc/PERFORMANCE.md"});

/// What all steps show: large calls, half-way through.
constexpr Step busbw_step(const char* title, const char* text, const char* shown) {
  return {.title = title,
          .text = text,
          .bytes = std::uint64_t{256} << 20U,
          .shown = shown,
          .nodes = kTwoNodes.nodes,
          .share = 0.5,
          .figures = bandwidths};
}

constexpr Step beside_a_ring(const char* title, const char* text) {
  Step step = busbw_step(title, text, "Tree");
  step.view = "compare";
  step.rival = "Ring";
  step.layout = Layout::Unfolded;
  return step;
}

constexpr auto kBusbwSteps = std::to_array<Step>(
    {beside_a_ring(
         "Faster than the wires?",
         "On two nodes nccl-tests often reports a busbw that no adapter of theirs can carry. "
         "Nothing is wrong with it. Look at the figures below: Tree at the left, Ring at the "
         "right."),
     beside_a_ring(
         "What busbw is",
         "algbw is size / time. busbw is algbw times a factor that depends on the collective "
         "and the number n of ranks alone: 2(n - 1)/n for all_reduce. That is how often a "
         "ring"
         " moves each byte over each of its links. nccl-tests does not look which algorithm "
         "ran, or what the machine is like."),
     busbw_step("What a tree sends",
                "Each node first sums up its own data over NVLink. On two nodes one sum then "
                "goes up to the other node, and the result comes down: with half of the data in"
                " each tree the ports of a node carry the size once each way, not 2(n - 1)/n "
                "times. The factor is a ring's, so busbw comes out above what went over the "
                "wire.",
                "Tree"),
     busbw_step(
         "What a ring sends",
         "Its busbw is what goes over the ports. To measure the network by NCCL, force "
         "NCCL_ALGO=Ring, as the maintainers advise; to know how fast your job is, leave the "
         "choice to NCCL. With more nodes a tree sends up to twice the size over a port, and "
         "the effect is gone.",
         "Ring")});

}  // namespace

Lesson busbw() {
  return {.id = "busbw",
          .title = "Why Tree's busbw exceeds the NIC",
          .sources = kBusbwSources,
          .least_nodes = kTwoNodes.nodes,
          .usual = &kTwoNodes,
          .why_not = why_not,
          .steps = kBusbwSteps};
}

}  // namespace treering::gui::lessons::table
