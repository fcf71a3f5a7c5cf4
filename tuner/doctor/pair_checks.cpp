// Rates between pairs of GPUs as p2pBandwidthLatencyTest measures them: a GPU or a pair that is
// slower than the others of its kind, or than what joins them, and direct access that is slower
// than none.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/commands.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/pair_wires.h"

namespace treering::tuner::doctor {
namespace {

using core::PairFigure;
using core::PairRate;

// Copies of one machine scatter by some percent (NVIDIA/nccl#814, #841, #1264: below 10 %). What is
// this much below the middle of its equals is none of that.
constexpr double kFarBelow = 0.7;
// Through host memory two GPUs that share a way to the CPU reach half of what others do: data
// crosses it twice (NVIDIA/nccl#1309; A100: 10.7 beside 19 GB/s).
constexpr double kFarBelowThroughHost = 0.4;
// Where so many pairs are alike, the machine joins all pairs alike.
constexpr double kMostPairs = 0.75;
constexpr double kAlike = 0.15;
// Direct access takes 1 to 30 us in the same reports; far more is a copy that never gets there.
constexpr double kHangsUs = 1000;

constexpr const char* kMendPath =
    "compare its PCIe link (lspci -vvv, LnkSta) or NVLinks (nvidia-smi nvlink -s, -e) with those "
    "of the others";
constexpr const char* kMendSlot =
    "compare its PCIe link (lspci -vvv, LnkSta) or NVLinks (nvidia-smi nvlink -s, -e) with those "
    "of the others: a card without a bridge, or in a slot with fewer lanes, is made so";
constexpr const char* kMendAll =
    "measure again when nothing else runs; look at ACS and the IOMMU (lspci -vvv, ACSCtl), at "
    "nvidia-smi nvlink -s and -e and at PCIe links (lspci -vvv, LnkSta)";
constexpr const char* kMendDirect =
    "switch ACS off on the PCIe bridges (lspci -vvv shows ACSCtl) and the IOMMU off or to "
    "iommu=pt; where that changes nothing, measure with NCCL_P2P_LEVEL=PXB or NCCL_P2P_DISABLE=1";

using Pair = std::pair<int, int>;
using PairTable = std::map<Pair, const PairRate*>;

PairTable rates_of(const core::HostState& host, PairFigure figure) {
  PairTable rates;
  for (const PairRate& rate : host.pair_rates) {
    if (rate.figure == figure) rates.try_emplace({rate.from, rate.to}, &rate);
  }
  return rates;
}

double middle(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// The best rate of each GPU to or from any other; without its own memory.
std::map<int, double> best_of_each(const PairTable& rates) {
  std::map<int, double> best;
  for (const auto& [pair, rate] : rates) {
    if (pair.first == pair.second) continue;
    for (const int gpu : {pair.first, pair.second}) best[gpu] = std::max(best[gpu], rate->value);
  }
  return best;
}

enum class Models { Unknown, Equal, Mixed };

Models models_of(const core::HostState& host) {
  std::set<std::string> models;
  for (const core::GpuState& gpu : host.gpus) {
    if (!gpu.model.empty()) models.insert(gpu.model);
  }
  return models.empty() ? Models::Unknown : models.size() == 1 ? Models::Equal : Models::Mixed;
}

bool has_access(const core::HostState& host, const Pair& pair) {
  const auto known = std::ranges::find_if(host.peers, [&](const core::PeerState& peer) {
    return peer.from == pair.first && peer.to == pair.second;
  });
  return known == host.peers.end() || known->access == core::PeerAccess::Ok;
}

/// Whether copies of the pair go directly from one GPU to the other.
bool is_direct(const core::HostState& host, const PairRate& rate) {
  return rate.figure == PairFigure::OneWayDirect && has_access(host, {rate.from, rate.to});
}

double far_below(const core::HostState& host, const PairRate& rate) {
  return is_direct(host, rate) ? kFarBelow : kFarBelowThroughHost;
}

/// A rate beside what joins the pair.
struct OfWire {
  const PairRate* rate = nullptr;
  PairWire wire;
  bool is_low = false;
};

std::optional<OfWire> beside_wire(const Patient& patient, const PairRate& rate) {
  const bool direct = is_direct(patient.host, rate);
  const auto wire = wire_between(patient, rate.from, rate.to, direct);
  if (!wire) return std::nullopt;
  return OfWire{&rate, *wire, rate.value < lowest_share(*wire, direct) * wire->gb_per_s};
}

std::string source_of(const PairTable& rates, int gpu) {
  const auto row =
      std::ranges::find_if(rates, [&](const auto& one) { return one.first.first == gpu; });
  return row == rates.end() ? rates.begin()->second->origin.source : row->second->origin.source;
}

/// The best pair of a GPU.
const PairRate& best_rate_of(const PairTable& rates, int gpu) {
  const PairRate* best = nullptr;
  for (const auto& [pair, rate] : rates) {
    const bool is_own = pair.first != pair.second && (pair.first == gpu || pair.second == gpu);
    if (is_own && (best == nullptr || rate->value > best->value)) best = rate;
  }
  return *best;
}

/// GPUs far below the others to every other GPU.
std::set<int> slow_gpus(const core::HostState& host, const PairTable& rates) {
  const auto best = best_of_each(rates);
  std::vector<double> values;
  for (const auto& [gpu, value] : best) values.push_back(value);
  const double usual = middle(values);
  std::set<int> slow;
  for (const auto& [gpu, value] : best) {
    if (value < far_below(host, best_rate_of(rates, gpu)) * usual) slow.insert(gpu);
  }
  return slow.size() * 2 < best.size() ? slow : std::set<int>();
}

/// Whether the topology gives it no NVLinks and others some: another check says that.
bool lacks_nvlinks(const Patient& patient, int gpu) {
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId device = gpu_of_index(node, gpu);
  if (device == core::kNoDevice || rate_out(node, device, core::LinkKind::NvLink) > 0) return false;
  return std::ranges::any_of(
      node.links(), [](const core::Link& link) { return link.kind == core::LinkKind::NvLink; });
}

std::vector<Symptom> of_slow_gpus(const Patient& patient, const PairTable& rates,
                                  const std::set<int>& slow) {
  const auto best = best_of_each(rates);
  std::vector<double> values;
  for (const auto& [gpu, value] : best) values.push_back(value);
  std::vector<Symptom> symptoms;
  for (const int gpu : slow) {
    if (lacks_nvlinks(patient, gpu)) continue;
    const auto beside = beside_wire(patient, best_rate_of(rates, gpu));
    const bool is_fault = beside && beside->is_low;
    symptoms.push_back(
        {is_fault ? Severity::Fault : Severity::Warning,
         fmt::format("{} exchanges at most {:.4g} GB/s with any other GPU, where most reach {:.4g}",
                     gpu_name(patient, gpu, ""), best.at(gpu), middle(values)),
         source_of(rates, gpu), is_fault ? kMendPath : kMendSlot, std::nullopt,
         commands_for_peers()});
  }
  return symptoms;
}

/// Pairs far below the others where a machine joins all alike. Without pairs of `slow` GPUs.
std::optional<Symptom> of_slow_pairs(const Patient& patient, const PairTable& rates,
                                     const std::set<int>& slow) {
  std::vector<double> values;
  PairTable others;
  for (const auto& [pair, rate] : rates) {
    const auto& [from, to] = pair;
    if (from == to || slow.contains(from) || slow.contains(to)) continue;
    values.push_back(rate->value);
    others.emplace(pair, rate);
  }
  const double usual = middle(values);
  const auto alike = std::ranges::count_if(values, [&](double value) {
    return value > (1 - kAlike) * usual && value < (1 + kAlike) * usual;
  });
  if (static_cast<double>(alike) < kMostPairs * static_cast<double>(values.size())) return {};
  std::vector<std::string> names;
  const PairRate* least = nullptr;
  for (const auto& [pair, rate] : others) {
    if (rate->value >= far_below(patient.host, *rate) * usual) continue;
    names.push_back(fmt::format("from GPU {} to GPU {}", pair.first, pair.second));
    if (least == nullptr || rate->value < least->value) least = rate;
  }
  if (least == nullptr) return std::nullopt;
  const auto beside = beside_wire(patient, *least);
  return Symptom{beside && beside->is_low ? Severity::Fault : Severity::Warning,
                 fmt::format("{}: {:.4g} GB/s, where pairs of these GPUs reach {:.4g}",
                             in_words(names), least->value, usual),
                 least->origin.source,
                 kMendPath,
                 std::nullopt,
                 commands_for_peers()};
}

/// All pairs that reach too little of what joins them, where none is odd.
std::optional<Symptom> below_wires(const Patient& patient, const PairTable& rates) {
  std::vector<OfWire> low;
  std::size_t pairs = 0;
  for (const auto& [pair, rate] : rates) {
    if (pair.first == pair.second) continue;
    ++pairs;
    const auto beside = beside_wire(patient, *rate);
    if (beside && beside->is_low) low.push_back(*beside);
  }
  if (low.empty()) return std::nullopt;
  const OfWire& worst = *std::ranges::min_element(
      low, {}, [](const OfWire& one) { return one.rate->value / one.wire.gb_per_s; });
  return Symptom{
      worst.wire.is_nvlink ? Severity::Fault : Severity::Warning,
      fmt::format("{} of {} pairs of GPUs exchange far less than what joins them "
                  "carries: {:.4g} of {:.4g} GB/s over {} from GPU {} to GPU {}",
                  low.size(), pairs, worst.rate->value, worst.wire.gb_per_s,
                  worst.wire.is_nvlink ? "NVLink" : "PCIe", worst.rate->from, worst.rate->to),
      worst.rate->origin.source,
      kMendAll,
      std::nullopt,
      commands_for_peers()};
}

/// Copies within a GPU's own memory.
std::vector<Symptom> slow_memories(const Patient& patient, const PairTable& rates) {
  std::vector<double> values;
  for (const auto& [pair, rate] : rates) {
    if (pair.first == pair.second) values.push_back(rate->value);
  }
  std::vector<Symptom> symptoms;
  if (values.size() < 3 || models_of(patient.host) != Models::Equal) return symptoms;
  for (const auto& [pair, rate] : rates) {
    if (pair.first != pair.second || rate->value >= kFarBelow * middle(values)) continue;
    symptoms.push_back(
        {Severity::Warning,
         fmt::format("{} copies within its own memory at {:.4g} GB/s, where most reach {:.4g}",
                     gpu_name(patient, pair.first, ""), rate->value, middle(values)),
         rate->origin.source,
         "see what else runs on it and what holds its clocks down (nvidia-smi -q -d PERFORMANCE)",
         std::nullopt});
  }
  return symptoms;
}

/// Pairs whose direct access is slower than the way through the host's memory.
std::optional<Symptom> slower_when_direct(const core::HostState& host) {
  const PairTable direct = rates_of(host, PairFigure::OneWayDirect);
  const PairTable through_host = rates_of(host, PairFigure::OneWay);
  std::size_t pairs = 0;
  std::size_t slower = 0;
  std::pair<const PairRate*, double> worst{nullptr, 0};
  for (const auto& [pair, rate] : direct) {
    const auto other = through_host.find(pair);
    if (pair.first == pair.second || other == through_host.end() || !has_access(host, pair))
      continue;
    ++pairs;
    if (rate->value >= kFarBelow * other->second->value) continue;
    ++slower;
    if (worst.first == nullptr || rate->value < worst.first->value) {
      worst = {rate, other->second->value};
    }
  }
  if (slower == 0) return std::nullopt;
  return Symptom{
      Severity::Warning,
      fmt::format(
          "direct access between GPUs is slower than the way through host memory, for {} of "
          "{} pairs: {:.4g} in place of {:.4g} GB/s from GPU {} to GPU {}",
          slower, pairs, worst.first->value, worst.second, worst.first->from, worst.first->to),
      worst.first->origin.source,
      kMendDirect,
      std::nullopt,
      commands_for_acs({})};
}

std::optional<Symptom> hanging(const core::HostState& host) {
  for (const auto& [pair, rate] : rates_of(host, PairFigure::LatencyDirect)) {
    if (pair.first == pair.second || rate->value < kHangsUs || !has_access(host, pair)) continue;
    return Symptom{
        Severity::Fault,
        fmt::format("direct access from GPU {} to GPU {} takes {:.4g} us: it does not work, "
                    "though the driver offers it",
                    pair.first, pair.second, rate->value),
        rate->origin.source,
        kMendDirect,
        std::nullopt,
        commands_for_acs({})};
  }
  return std::nullopt;
}

}  // namespace

Examination check_pair_rates(const Patient& patient) {
  const core::HostState& host = patient.host;
  if (host.pair_rates.empty()) return {"unknown; p2pBandwidthLatencyTest measures them", {}};
  PairTable rates = rates_of(host, PairFigure::OneWayDirect);
  if (rates.empty()) rates = rates_of(host, PairFigure::OneWay);
  Examination seen;
  // GPUs of different models have different links by design.
  if (models_of(host) != Models::Mixed) {
    const std::set<int> slow = slow_gpus(host, rates);
    seen.symptoms = of_slow_gpus(patient, rates, slow);
    if (auto symptom = of_slow_pairs(patient, rates, slow)) seen.symptoms.push_back(*symptom);
  }
  for (auto& symptom : {slower_when_direct(host), hanging(host)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  if (seen.symptoms.empty()) {
    if (auto symptom = below_wires(patient, rates)) seen.symptoms.push_back(*std::move(symptom));
  }
  std::ranges::move(slow_memories(patient, rates), std::back_inserter(seen.symptoms));
  return seen;
}

}  // namespace treering::tuner::doctor
