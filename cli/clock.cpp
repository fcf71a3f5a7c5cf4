#include "cli/clock.h"

#include <memory>
#include <utility>

#include "core/assert.h"
#include "core/named_values.h"
#include "hw/io/files.h"
#include "tuner/profiles.h"

namespace treering::cli {
namespace {

core::Result<core::Profile> read_profile(const std::string& file) {
  const auto text = hw::RealFiles().read(file, hw::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto own = core::profile_from_json(*text, file);
  if (!own) return core::fail(own.error());
  return core::overlaid(tuner::shipped_profile(), *own);
}

core::Result<std::string> read_network(std::string_view text) {
  for (const std::string_view name : sim::cost::network_names()) {
    if (core::is_same_name(name, text)) return std::string(name);
  }
  return core::unknown_name("network", text, sim::cost::network_names());
}

}  // namespace

core::Result<ClockOptions> read_clock(const Arguments& arguments, sim::Model model) {
  ClockOptions options;
  options.model = model;
  const auto file = arguments.value("profile");
  auto profile = file ? read_profile(std::string(*file))
                      : core::Result<core::Profile>(tuner::shipped_profile());
  if (!profile) return core::fail(profile.error());
  options.profile = *std::move(profile);
  if (const auto name = arguments.value("network")) {
    auto network = read_network(*name);
    if (!network) return core::fail(network.error());
    options.network = *std::move(network);
  }
  return options;
}

sim::Clock clock_for(const ClockOptions& options, const core::Cluster& cluster,
                     const sim::nccl::Plan& plan) {
  sim::Clock clock;
  clock.model = options.model;
  if (options.model != sim::Model::Cost) return clock;
  auto machine = sim::cost::machine_of(cluster, plan);
  if (!options.network.empty()) machine.kind.network = options.network;
  auto parameters = sim::cost::parameters_of(options.profile, machine.kind);
  TREERING_ASSERT(parameters, "what lies over the shipped profile lacks nothing");
  clock.cost = std::make_shared<sim::cost::CostModel>(std::move(machine), *std::move(parameters));
  return clock;
}

}  // namespace treering::cli
