#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/check_job.h"
#include "app/setup/guesses.h"
#include "app/variants.h"
#include "core/topology/edited_topology.h"
#include "core/topology/topology.h"
#include "hw/complete/unknown.h"

namespace treering::app {
namespace {

// The machines that a source may mean where facts of it are guesses: all values together.

using What = setup::Guess::What;

struct Reading {
  std::string value;  // "AMD EPYC (Genoa)"; of several facts "..., ..."; empty: as assumed
  setup::Setup machine;
};

/// Ports whose rate nobody says have this one.
setup::Setup with_rate(const setup::Setup& machine, int gbit_per_s) {
  setup::Setup other = machine;
  const core::Topology& node = machine.cluster.node;
  other.cluster.node = core::with_devices(node, [&](core::Device& device) {
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port == nullptr || !hw::complete::has_unknown_rate(node, device)) return;
    constexpr int kMbits = 1000;
    port->speed_mbps = static_cast<decltype(port->speed_mbps)>(gbit_per_s) * kMbits;
    std::erase(device.assumed, "speed_mbps");
  });
  return other;
}

bool is_of(setup::OpenFact::What fact, What guess) {
  return (fact == setup::OpenFact::What::Cpu && guess == What::Cpu) ||
         (fact == setup::OpenFact::What::PcieRate && guess == What::PcieRate);
}

/// The machine with each other value of a guessed fact; nothing where these cannot be listed.
std::optional<std::vector<Reading>> readings_of(const setup::Setup& machine, What guess) {
  std::vector<Reading> readings;
  if (guess == What::PortRates) {
    // From 10GBASE-T to ConnectX-8, in Gbit/s.
    for (const int rate : std::array{10, 25, 100, 200, 400, 800}) {
      readings.push_back({fmt::format("ports of {} Gbit/s", rate), with_rate(machine, rate)});
    }
    return readings;
  }
  if (guess != What::Cpu && guess != What::PcieRate) return std::nullopt;
  for (VariantMachine& variant : variant_machines(machine)) {
    if (is_of(variant.fact.what, guess)) {
      readings.push_back({std::move(variant.value), std::move(variant.machine)});
    }
  }
  return readings;
}

/// All combinations; nothing where there are none, too many, or a fact without a list of values.
std::optional<std::vector<Reading>> all_readings(const setup::Setup& machine) {
  constexpr std::size_t kMost = 36;  // each is a plan of its own
  std::vector<Reading> all{{"", machine}};
  for (const setup::Guess& guess : guesses_of(machine)) {
    const std::size_t before = all.size();
    for (std::size_t i = 0; i < before; ++i) {
      const auto others = readings_of(all[i].machine, guess.what);
      if (!others || all.size() + others->size() > kMost) return std::nullopt;
      for (const Reading& other : *others) {
        const std::string& first = all[i].value;
        all.push_back({first.empty() ? other.value : first + " and " + other.value, other.machine});
      }
    }
  }
  all.erase(all.begin());  // as assumed
  if (all.empty()) return std::nullopt;
  return all;
}

/// Rows that are faster than expected speak of no fault either.
std::string fault_in(const tuner::check::Check& check) {
  const bool is_fine = !check.other && !check.is_slow() && check.is_fast();
  return is_fine ? "as fast as expected" : verdict_of(check);
}

}  // namespace

std::vector<std::string> values_alike(const Job& job, const setup::Setup& machine,
                                      const std::vector<tuner::Measurement>& rows,
                                      const tuner::check::Check& check) {
  std::vector<std::string> values;
  auto readings = all_readings(machine);
  if (!readings) return values;
  for (Reading& reading : *readings) {
    const auto opened = open(std::move(reading.machine), job.options);
    const auto other = opened ? confirmed(*opened, rows) : opened;
    if (!other) continue;  // NCCL cannot run there: the source means another machine
    const auto placed = tuner::check::place_rows(run_on(**other, rows));
    if (!placed || fault_in(*placed) != fault_in(check)) return {};
    values.push_back(std::move(reading.value));
  }
  return values;
}

}  // namespace treering::app
