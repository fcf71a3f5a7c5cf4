// The model of hosts: MPI and Gloo on CPUs.
#include <string>
#include <utility>

#include "sim/libraries/library.h"
#include "tuner/hosts/measured_calls.h"
#include "tuner/models/call_model.h"

namespace treering::tuner::models {
namespace {

using measure::Configuration;

class HostCallModel final : public CallModel {
 public:
  HostCallModel(sim::hosts::HostJob job, core::Profile profile)
      : job_(std::move(job)), profile_(std::move(profile)) {}

  [[nodiscard]] std::optional<Expectation> expect(const Configuration& asked) const override {
    const auto configuration = asked.way.algorithm.empty() ? own_choice(asked) : asked;
    if (!configuration) return std::nullopt;
    const auto found =
        hosts::estimate(*configuration, configuration->way.algorithm, job_, profile_);
    if (!found) return std::nullopt;
    return Expectation{found->estimate.time.in_us(), sim::estimates::spread_of(found->estimate)};
  }

  [[nodiscard]] std::optional<Configuration> own_choice(const Configuration& call) const override {
    if (!call.way.algorithm.empty()) return call;
    const auto name =
        sim::libraries::own_choice(job_.library, call.call.collective, call.call.bytes, job_.ranks);
    if (!name) return std::nullopt;
    Configuration own = call;
    own.way.algorithm = *name;
    return own;
  }

  [[nodiscard]] std::vector<Configuration> candidates(const Configuration& call) const override {
    std::vector<Configuration> all;
    for (const std::string_view name :
         sim::libraries::algorithms_of(job_.library, call.call.collective)) {
      Configuration one = call;
      one.way.algorithm = name;
      if (expect(one)) all.push_back(std::move(one));
    }
    return all;
  }

 private:
  sim::hosts::HostJob job_;
  core::Profile profile_;
};

}  // namespace

std::unique_ptr<CallModel> host_call_model(sim::hosts::HostJob job, core::Profile profile) {
  return std::make_unique<HostCallModel>(std::move(job), std::move(profile));
}

}  // namespace treering::tuner::models
