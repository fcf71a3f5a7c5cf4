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

core::Result<ClockOptions> read_clock(const Arguments& arguments, sim::Model model) {
  for (const std::string_view option : {"profile", "network", "gpus-per-process"}) {
    if (model == sim::Model::Cost || !arguments.has(option)) continue;
    return core::usage_error(fmt::format("--{}", option),
                             fmt::format("given with --model {}", sim::name_of(model)),
                             "expected --model cost, which alone goes by it");
  }
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

ClockName name_of(const ClockOptions& options, const sim::Clock& clock,
                  const sim::nccl::Plan& plan) {
  ClockName name;
  name.model = options.model;
  if (!clock.cost) return name;
  name.profile = options.profile.name;
  name.kind = clock.cost->machine().kind;
  if (plan.shape.nodes == 1) {
    name.kind->network.clear();
    name.kind->rate.clear();
  }
  return name;
}

std::string model_text(const ClockName& name) {
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

sim::Clock clock_for(const ClockOptions& options, const core::Cluster& cluster,
                     const sim::nccl::Plan& plan) {
  if (options.model == sim::Model::Cost) {
    return tuner::models::cost_clock(options.profile, options.network, cluster, plan);
  }
  sim::Clock clock;
  clock.model = options.model;
  return clock;
}

}  // namespace treering::cli
