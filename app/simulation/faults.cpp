#include "app/simulation/faults.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/reading.h"
#include "core/topology/cluster.h"
#include "sim/links/node_links.h"
#include "sim/nccl/system/system.h"
#include "sim/schedule/schedule.h"

namespace treering::app::simulation {

namespace {

constexpr std::string_view kForms =
    "NODE/DEVICE=SHARE, NODE/DEVICE-DEVICE=SHARE, down in place of SHARE, or rankN=+TIME, such as "
    "0/mlx5_0=0.5 or rank7=+50us";

}  // namespace

core::Failure not_a_fault(std::string_view word) {
  return core::usage_error(core::field("fault"), fmt::format("found '{}'", word),
                           fmt::format("expected {}", kForms));
}

core::Result<FaultPlace> place_of(std::string_view word, int nodes) {
  const auto equals = word.find('=');
  const std::string_view what = word.substr(0, equals);
  const auto slash = what.find('/');
  if (equals == std::string_view::npos || slash == std::string_view::npos) return not_a_fault(word);
  const auto number = core::whole_number<int>(what.substr(0, slash));
  if (!number) return not_a_fault(word);
  if (*number < 0 || *number >= nodes) {
    return core::usage_error(core::field("fault"), fmt::format("the job has no node {}", *number),
                             fmt::format("expected 0 to {}", nodes - 1));
  }
  return FaultPlace{*number, what.substr(slash + 1), word.substr(equals + 1)};
}

namespace {

/// In [0, 1), from the upper 53 bits.
double share_of(std::uint64_t bits) {
  return static_cast<double>(bits >> 11U) * 0x1p-53;
}

}  // namespace

std::string words_of(const JitterRequest& request) {
  return request.most ? fmt::format("jitter up to {}, seed {}", *request.most, request.seed) : "";
}

core::Result<std::vector<sim::machine::LateRank>> late_ranks(const JitterRequest& request,
                                                             int ranks) {
  std::vector<sim::machine::LateRank> late;
  if (!request.most) return late;
  const auto most = us_of(*request.most, "jitter");
  if (!most) return core::fail(most.error());
  for (int rank = 0; rank < ranks; ++rank) {
    const auto bits = sim::schedule::mixed(request.seed, static_cast<std::uint64_t>(rank));
    late.push_back({rank, *most * share_of(bits)});
  }
  return late;
}

core::Result<double> us_of(std::string_view text, std::string_view name) {
  struct Unit {
    std::string_view name;
    double us;
  };
  constexpr std::array<Unit, 3> kUnits{{{"us", 1}, {"ms", 1e3}, {"s", 1e6}}};
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto found = std::ranges::find(kUnits, unit, &Unit::name);
  const double us = unit.empty() ? value : (found == kUnits.end() ? -1 : value * found->us);
  if (error == std::errc() && us >= 0 && us <= kMostUs) return us;
  return core::usage_error(core::field(name), fmt::format("found '{}'", text),
                           "expected a time from 0 to 100s, such as 50us or 1.5ms");
}

namespace {

using sim::links::kSwitches;
using sim::machine::Faults;
using sim::machine::LateRank;
using sim::machine::SlowLinks;

constexpr double kLeastShare = 1e-6;

/// What a job has that may be wrong.
struct Parts {
  int nodes;
  int ranks;
  const sim::links::ClassLinks& links;
  const core::Cluster& cluster;
};

/// What a node has.
struct NodeParts {
  const core::Topology& topology;
  const sim::links::NodeLinks& links;
};

/// Nothing where there is more, or less, than a number.
std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::set<std::string> devices_of(const sim::links::NodeLinks& node) {
  std::set<std::string> names;
  for (const auto& link : node.links()) {
    if (!link.from.empty()) names.insert({link.from, link.to});
  }
  return names;
}

/// Also a device that others stand for.
core::Result<std::string> device_named(std::string_view name, const NodeParts& node) {
  auto names = devices_of(node.links);
  for (const std::string& one : names) {
    if (core::is_same_name(one, name)) return one;
  }
  for (const core::Device& one : node.topology.devices()) {
    std::string other = core::is_same_name(one.name, name) ? node.links.stand_in(one.name) : "";
    if (!other.empty()) return other;
    if (!node.links.stand_in(one.name).empty()) names.insert(one.name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  return core::unknown_device(core::field("fault"), name, known);
}

core::Result<LateRank> late_rank(std::string_view word, std::string_view rank,
                                 std::string_view time, const Parts& parts) {
  const auto number = core::whole_number<int>(rank);
  if (!number || !time.starts_with('+')) return not_a_fault(word);
  auto us = us_of(time.substr(1), "fault");
  if (!us) {
    us.error().found = fmt::format("found '{}'", word);
    return core::fail(us.error());
  }
  if (*number >= 0 && *number < parts.ranks) return LateRank{*number, *us};
  return core::usage_error(core::field("fault"), fmt::format("the job has no rank {}", *number),
                           fmt::format("expected 0 to {}", parts.ranks - 1));
}

/// "mlx5_0", "GPU 0-NVSwitch"; names may have dashes of their own.
core::Result<SlowLinks> between(std::string_view devices, const NodeParts& node) {
  SlowLinks slow;
  const auto whole = device_named(devices, node);
  const auto dash = devices.find('-');
  if (whole) {
    slow.device = *whole;
    return slow;
  }
  if (dash == std::string_view::npos) return core::fail(whole.error());
  const std::string_view first = devices.substr(0, dash);
  const std::string_view second = devices.substr(dash + 1);
  const auto one = device_named(first, node);
  const auto other = device_named(second, node);
  if (!one) return core::fail(one.error());
  if (!other) return core::fail(other.error());
  slow.device = *one;
  slow.other = *other;
  if (slow.device == slow.other && !core::is_same_name(first, second)) {
    return core::usage_error(
        core::field("fault"),
        fmt::format("{} and {} are one in NCCL's view, {}", first, second, slow.device),
        "expected a link that calls cross", "slow down the links to it");
  }
  if (!links_of(slow, node.links).empty()) return slow;
  return core::usage_error(core::field("fault"),
                           fmt::format("no link joins {} and {}", first, second), "",
                           "treering show lists the links");
}

core::Result<SlowLinks> slow_links(std::string_view word, const Parts& parts) {
  const auto at = place_of(word, parts.nodes);
  if (!at) return core::fail(at.error());
  const auto share = number_in(at->value);
  if (!share) return not_a_fault(word);
  if (*share < kLeastShare || *share > 1) {
    return core::usage_error(core::field("fault"), fmt::format("found '{}'", word),
                             "expected a share from 0.000001 to 1",
                             "what carries nothing is down, as in 0/mlx5_0=down");
  }
  auto slow =
      between(at->devices, {core::topology_of(parts.cluster, at->node), parts.links.of(at->node)});
  if (!slow) return core::fail(slow.error());
  slow->node = at->node;
  slow->share = *share;
  return slow;
}

/// Shares of the same links multiply, but those of NVSwitches do not: data are spread evenly over
/// them, so that all wait for the slowest.
void add(SlowLinks slow, std::vector<SlowLinks>& all) {
  const bool is_spread = slow.device == kSwitches || slow.other == kSwitches;
  const auto same = std::ranges::find_if(all, [&](const SlowLinks& one) {
    return one.node == slow.node &&
           std::minmax(one.device, one.other) == std::minmax(slow.device, slow.other);
  });
  if (is_spread && same != all.end()) {
    same->share = std::min(same->share, slow.share);
  } else {
    all.push_back(std::move(slow));
  }
}

/// Without what is down, and without jitter.
core::Result<Faults> faults_in(const std::vector<std::string>& words, const Parts& parts) {
  Faults faults;
  for (const std::string& text : words) {
    const std::string_view word = text;
    if (is_cut(word)) continue;
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) return not_a_fault(word);
    const std::string_view what = word.substr(0, equals);
    if (what.find('/') == std::string_view::npos) {
      if (!what.starts_with("rank")) return not_a_fault(word);
      const auto late = late_rank(word, what.substr(4), word.substr(equals + 1), parts);
      if (!late) return core::fail(late.error());
      faults.late.push_back(*late);
      continue;
    }
    auto slow = slow_links(word, parts);
    if (!slow) return core::fail(slow.error());
    add(*std::move(slow), faults.slow);
  }
  return faults;
}

int ranks_of(const setup::Setup& job) {
  std::size_t ranks = 0;
  const auto nodes = topologies_of(job.cluster);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ranks += sim::nccl::system::local_ranks(*nodes[i], job.job).size() *
             nodes_of_class(job.cluster, static_cast<int>(i)).size();
  }
  return static_cast<int>(ranks);
}

}  // namespace

std::vector<std::string> texts_of(const FaultsRequest& request) {
  std::vector<std::string> texts = request.words;
  if (request.jitter.most) texts.push_back(words_of(request.jitter));
  return texts;
}

core::Result<Faults> faults_of(const FaultsRequest& request, const Job& job) {
  const int ranks = job.ranks();
  auto faults = faults_in(
      request.words, {job.machine.job.nodes, ranks, *job.time_model.links, job.machine.cluster});
  if (!faults) return faults;
  const auto late = late_ranks(request.jitter, ranks);
  if (!late) return core::fail(late.error());
  std::ranges::copy(*late, std::back_inserter(faults->late));
  return faults;
}

core::Result<void> check_faults(const std::vector<std::string>& words, setup::Setup job) {
  if (const auto done = cut(words, job); !done) return core::fail(done.error());
  setup::carry_over(job);
  if (auto reason = setup::why_not(job)) return core::fail(*std::move(reason));
  const auto links = sim::links::class_links(job.cluster, job.job);
  const auto faults = faults_in(words, {job.job.nodes, ranks_of(job), links, job.cluster});
  if (!faults) return core::fail(faults.error());
  return {};
}

}  // namespace treering::app::simulation
