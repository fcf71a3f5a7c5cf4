#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/simulation/recording.h"
#include "core/text/field.h"

namespace treering::app::simulation {
namespace {

// Some seconds are worth a guess of minutes.
constexpr double kTried = 3e5;

/// The most nodes, to a tenth or so; 0: not even one.
int fitting_nodes(const LargeRun& run, double free) {
  const auto fits = [&](int nodes) {
    const work::RunSize size = run.size(nodes);
    return size.connections > 0 && work::memory_of(size) <= free;
  };
  int fitting = run.nodes / 2;
  while (fitting > 0 && !fits(fitting)) fitting /= 2;
  constexpr int kCloser = 3;
  int step = fitting;
  for (int i = 0; i < kCloser; ++i) {
    step /= 2;
    if (step > 0 && fits(fitting + step)) fitting += step;
  }
  return fitting;
}

core::Failure too_large(const LargeRun& run, const work::RunSize& size, std::uint64_t free) {
  constexpr double kGb = 1e9;
  const auto left = static_cast<double>(free);
  const int nodes = fitting_nodes(run, left);
  return core::usage_error(
      core::field("nodes"), "the run has " + work::memory_text(size),
      fmt::format("expected at most the {:.1f} GB that are free here", left / kGb),
      nodes > 0 ? fmt::format("⟨nodes⟩ {} would fit", nodes) : "");
}

/// By a line through the logarithms of two tries; 0: they say nothing.
double seconds_of(const LargeRun& run, double connections) {
  // Connections grow with the square of the nodes, or less.
  const int some = static_cast<int>(run.nodes * std::sqrt(kTried / connections)) / 2;
  if (some < 2) return 0;
  const double few = run.size(some).connections;
  const double more = run.size(2 * some).connections;
  const double short_s = run.seconds(some);
  const double long_s = run.seconds(2 * some);
  if (few <= 0 || more <= few || short_s <= 0 || long_s <= 0) return 0;
  const double growth = std::log(long_s / short_s) / std::log(more / few);
  return long_s * std::pow(connections / more, std::max(growth, 1.0));
}

}  // namespace

core::Result<void> check_large(const LargeRun& run, std::optional<std::uint64_t> free,
                               const work::Announce& announce) {
  const work::RunSize size = run.size(run.nodes);
  if (size.connections < work::kManyConnections) return {};
  if (free && work::memory_of(size) > static_cast<double>(*free)) {
    return too_large(run, size, *free);
  }
  if (!announce) return {};
  const double seconds = seconds_of(run, size.connections);
  announce(fmt::format("the run has {}{}; a smaller ⟨nodes⟩ is faster", work::memory_text(size),
                       seconds > 0 ? fmt::format(", and about {:.0f} s", seconds) : ""));
  return {};
}

}  // namespace treering::app::simulation
