#include "cli/output/time_model.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "hw/io/files.h"
#include "sim/cost/read_profile.h"
#include "tuner/models/cost_model.h"
#include "tuner/profiles.h"

namespace treering::cli {
namespace {

core::Result<core::Profile> read_profile(const std::string& file) {
  const auto text = hw::io::RealFiles().read(file, hw::io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  auto own = sim::cost::read_profile(*text, file);
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

core::Result<TimeModelOptions> read_time_model(const Arguments& arguments, sim::Model model) {
  for (const std::string_view option : {"profile", "network", "gpus-per-process"}) {
    if (model == sim::Model::Cost || !arguments.has(option)) continue;
    return core::usage_error(fmt::format("--{}", option),
                             fmt::format("given with --model {}", sim::name_of(model)),
                             "expected --model cost, which alone goes by it");
  }
  TimeModelOptions options;
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

std::string model_text(const TimeModelName& name) {
  switch (name.model) {
    case sim::Model::Nccl:
      return "nccl, what NCCL itself believes and chooses by";
    case sim::Model::Cost: {
      std::vector<std::string> words{name.kind->gpu, name.kind->link};
      if (!name.kind->network.empty()) {
        if (name.kind->cpu != "x86") words.push_back(name.kind->cpu);
        words.push_back(fmt::format("{} {}", name.kind->network, name.kind->rate));
      }
      return fmt::format("cost, profile {} ({})", name.profile, fmt::join(words, ", "));
    }
    case sim::Model::Event:
      return "event, not available yet: no times";
  }
  return "";
}

sim::TimeModel time_model_for(const TimeModelOptions& options, const core::Cluster& cluster,
                              const sim::nccl::Plan& plan) {
  if (options.model == sim::Model::Cost) {
    return tuner::models::cost_time_model(options.profile, options.network, cluster, plan);
  }
  sim::TimeModel time_model;
  time_model.model = options.model;
  return time_model;
}

}  // namespace treering::cli
