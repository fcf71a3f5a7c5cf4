#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/simulation/faults.h"
#include "core/named_values.h"
#include "core/topology/cluster.h"

namespace treering::app::simulation {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;
using sim::machine::SlowLinks;

/// "0/GPU 0-NVSwitch".
std::string place_text(const SlowLinks& slow) {
  return fmt::format("{}/{}{}{}", slow.node, slow.device, slow.other.empty() ? "" : "-",
                     slow.other);
}

bool is_crossed(const SlowLinks& slow, const sim::machine::JobLinks& links,
                const sim::engine::Outcome& outcome) {
  const auto own = links_of(slow, links.node(slow.node));
  return std::ranges::any_of(own, [&](int link) {
    return outcome.carried[static_cast<std::size_t>(links.first(slow.node) + link)] > 0;
  });
}

/// GB/s from a GPU to one NVSwitch, or to all.
double nvlink_rate(const Topology& node, DeviceId gpu, std::optional<DeviceId> one) {
  double sum = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::NvLink || link.from != gpu) continue;
    const bool is_switch = node.device(link.to).kind() == DeviceKind::NvSwitch;
    if (one ? link.to == *one : is_switch) sum += link.bandwidth.in_gb_per_s();
  }
  return sum;
}

/// Whether `text` is the link between two devices, named in any order.
bool is_between(std::string_view text, const std::string& one, const std::string& other) {
  return core::is_same_name(text, one + "-" + other) || core::is_same_name(text, other + "-" + one);
}

/// The share of a GPU's NVLinks that would be left without what the text names: an NVSwitch, or a
/// GPU's links to one. Nothing where it names another thing.
std::optional<double> left_without(std::string_view devices, const Topology& node) {
  for (const DeviceId nvswitch : node.of_kind(DeviceKind::NvSwitch)) {
    const std::string& name = node.device(nvswitch).name;
    for (const DeviceId gpu : node.of_kind(DeviceKind::Gpu)) {
      const bool is_named =
          core::is_same_name(devices, name) || is_between(devices, name, node.device(gpu).name);
      const double all = nvlink_rate(node, gpu, {});
      if (is_named && all > 0) return 1 - nvlink_rate(node, gpu, nvswitch) / all;
    }
  }
  return {};
}

std::optional<double> share_in(std::string_view text) {
  double share = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(share) : std::nullopt;
}

std::optional<std::string> spread_note(const std::string& word, const FaultyRun& run) {
  const auto at = place_of(word, run.links.nodes());
  const auto share = at ? share_in(at->value) : std::nullopt;
  if (!share) return {};
  const auto left = left_without(at->devices, topology_of(run.cluster, at->node));
  if (!left || *share >= *left) return {};
  return fmt::format(
      "{}: data are spread evenly over a GPU's NVSwitches, so that all its NVLinks are as slow as "
      "these; with {}/{}=down it would keep {:.3g} of their rate",
      word, at->node, at->devices, *left);
}

}  // namespace

void add_fault_notes(const std::vector<std::string>& words, const FaultyRun& run,
                     std::vector<std::string>& notes) {
  for (const SlowLinks& slow : run.faults.slow) {
    if (is_crossed(slow, run.links, run.outcome)) continue;
    notes.push_back(
        fmt::format("no message crosses the links of {}: that they are slow changes nothing here",
                    place_text(slow)));
  }
  for (const std::string& word : words) {
    if (auto note = spread_note(word, run)) notes.push_back(*std::move(note));
  }
}

}  // namespace treering::app::simulation
