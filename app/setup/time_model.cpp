#include "app/setup/time_model.h"

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "core/topology/cluster.h"
#include "hw/io/files.h"
#include "sim/cost/parameters.h"
#include "sim/links/node_links.h"
#include "tuner/models/call_model.h"
#include "tuner/profiles.h"

namespace treering::app::setup {
namespace {

/// The file stands after the name of a profile that is called like the built-in one, or has no
/// name.
core::Profile over_shipped(const core::Profile& own, const std::string& file) {
  const core::Profile& shipped = tuner::shipped_profile();
  core::Profile profile = core::overlaid(shipped, own);
  if (profile.name != shipped.name) return profile;
  const std::string name = std::filesystem::path(file).filename().string();
  profile.name += fmt::format(" ({})", core::printable(name));
  return profile;
}

core::Result<core::Profile> read_profile(const std::string& file) {
  const auto text = hw::io::RealFiles().read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto own = sim::cost::read_profile(*text, file);
  if (!own) return core::fail(own.error());
  return over_shipped(*own, file);
}

core::Result<std::string> read_network(std::string_view text) {
  for (const std::string_view name : sim::cost::network_names()) {
    if (core::is_same_name(name, text)) return std::string(name);
  }
  return core::unknown_name(core::field("network"), text, sim::cost::network_names());
}

std::string models_with_profile() {
  std::vector<std::string_view> names;
  for (const sim::Model model : sim::models::all_models()) {
    if (basis_of(model) == sim::Basis::Profile) names.push_back(sim::models::name_of(model));
  }
  return fmt::format("{}", fmt::join(names, " or "));
}

core::Failure of_profiles_alone(std::string_view name, sim::Model model) {
  return core::usage_error(
      core::field(name), fmt::format("given with ⟨model⟩ {}", sim::models::name_of(model)),
      fmt::format("expected ⟨model⟩ {}, the only one that uses it", models_with_profile()));
}

/// The cost model knows equal nodes alone: where some differ, those of the first class.
sim::TimeModel priced(const TimeModelOptions& options, const core::Cluster& cluster,
                      const sim::nccl::Plan& plan) {
  if (is_even(cluster)) {
    return tuner::models::cost_time_model(options.profile, options.network, cluster, plan);
  }
  core::Cluster alike = cluster;
  alike.others.clear();
  return tuner::models::cost_time_model(options.profile, options.network, alike,
                                        sim::nccl::make_plan(alike, plan.job));
}

}  // namespace

core::Result<TimeModelOptions> time_model_options(const TimeModelRequest& request,
                                                  sim::Model model) {
  if (basis_of(model) != sim::Basis::Profile) {
    if (request.profile) return of_profiles_alone("profile", model);
    if (request.network) return of_profiles_alone("network", model);
  }
  TimeModelOptions options;
  options.model = model;
  auto profile = request.profile ? read_profile(*request.profile)
                                 : core::Result<core::Profile>(tuner::shipped_profile());
  if (!profile) return core::fail(profile.error());
  options.profile = *std::move(profile);
  if (!request.network) return options;
  auto network = read_network(*request.network);
  if (!network) return core::fail(network.error());
  options.network = *std::move(network);
  return options;
}

core::Result<void> check_processes(const std::optional<int>& gpus_per_process, sim::Model model) {
  if (basis_of(model) == sim::Basis::Profile || !gpus_per_process) return {};
  return of_profiles_alone("gpus-per-process", model);
}

TimeModelName name_of(const TimeModelOptions& options, const sim::TimeModel& time_model,
                      const sim::nccl::Plan& plan) {
  TimeModelName name;
  name.model = options.model;
  if (!time_model.cost) return name;
  name.profile = options.profile.name;
  name.kind = time_model.cost->machine().kind;
  if (plan.shape.nodes == 1) {
    name.kind->network.clear();
    name.kind->rate.clear();
  }
  return name;
}

sim::TimeModel time_model_for(const TimeModelOptions& options, const core::Cluster& cluster,
                              const sim::nccl::Plan& plan) {
  sim::TimeModel time_model;
  if (basis_of(options.model) == sim::Basis::Profile) {
    time_model = priced(options, cluster, plan);
  }
  time_model.model = options.model;
  if (options.model != sim::Model::Event) return time_model;
  return sim::models::with_connections(std::move(time_model), cluster, plan);
}

}  // namespace treering::app::setup
