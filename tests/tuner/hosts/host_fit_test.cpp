#include "tuner/hosts/host_fit.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/libraries/library.h"
#include "tests/tuner/hosts/modelled_calls.h"
#include "tuner/hosts/host_scores.h"

namespace treering::tuner::hosts {
namespace host_fit_test {

using sim::hosts::HostJob;

const HostJob kTcp{sim::libraries::Library::OpenMpi, 4, {0.5, 0.5, 0.5, 0.5}, 0};

core::Profile with(core::Profile profile, const std::string& name, double value) {
  profile.parameters.at(name).value = value;
  return profile;
}

const FittedParameter& fitted(const HostFit& fit, const std::string& name) {
  return *std::ranges::find(fit.parameters, name, &FittedParameter::name);
}

// Calls that the model made itself give back its parameters.
TEST(HostFit, RecoversWhatItWasGiven) {
  core::Profile truth = sim::hosts::assumed_profile();
  truth = with(truth, "mpi.tcp.latency_us", 130);
  truth = with(truth, "mpi.tcp.efficiency", 0.93);
  truth = with(truth, "mpi.tcp.one_way", 0.2);
  const auto calls = modelled_calls(kTcp, truth);
  const HostFit fit = fit_hosts(calls, sim::hosts::assumed_profile());
  EXPECT_NEAR(fitted(fit, "mpi.tcp.latency_us").after.value / 130, 1, 0.1);
  EXPECT_NEAR(fitted(fit, "mpi.tcp.efficiency").after.value, 0.93, 0.02);
  EXPECT_NEAR(fitted(fit, "mpi.tcp.one_way").after.value, 0.2, 0.05);
  for (const double one : fit.log_residuals) EXPECT_NEAR(one, 0, 0.05);
  EXPECT_EQ(fit.profile.fitted_rows.size(), calls.size());
}

// Copies take no time beside such links, so calls say nothing of them.
TEST(HostFit, KeepsWhatCallsDoNotSay) {
  const auto calls = modelled_calls(kTcp, sim::hosts::assumed_profile());
  const HostFit fit = fit_hosts(calls, sim::hosts::assumed_profile());
  const FittedParameter& copies = fitted(fit, "mpi.tcp.copy_GBps");
  EXPECT_FALSE(copies.is_identified);
  EXPECT_EQ(copies.before, copies.after);
  EXPECT_TRUE(fitted(fit, "mpi.tcp.latency_us").is_identified);
  // Of other libraries and transports nothing is said at all.
  EXPECT_FALSE(sim::hosts::is_fitted(fit.profile,
                                     {sim::libraries::Library::Gloo, sim::hosts::Transport::Tcp}));
  EXPECT_FALSE(sim::hosts::is_fitted(
      fit.profile, {sim::libraries::Library::OpenMpi, sim::hosts::Transport::Local}));
}

// A call that waited for a processor, a hundred times as long as it takes.
TEST(HostFit, OutliersCountLittle) {
  const core::Profile truth = with(sim::hosts::assumed_profile(), "mpi.tcp.latency_us", 130);
  auto calls = modelled_calls(kTcp, truth);
  for (std::size_t i = 0; i < calls.size(); i += 9) calls[i].measured_us *= 100;
  const HostFit fit = fit_hosts(calls, sim::hosts::assumed_profile());
  EXPECT_NEAR(fitted(fit, "mpi.tcp.latency_us").after.value / 130, 1, 0.2);
}

TEST(HostFit, FitsTheMachinesThatShareMemory) {
  const HostJob machine{sim::libraries::Library::Gloo, 4, {}, 2};
  core::Profile truth = sim::hosts::assumed_profile();
  truth = with(truth, "gloo.local.turn_us", 400);
  truth = with(truth, "gloo.local.copy_GBps", 1.5);
  const HostFit fit = fit_hosts(modelled_calls(machine, truth), sim::hosts::assumed_profile());
  for (const double one : fit.log_residuals) EXPECT_NEAR(one, 0, 0.1);
  EXPECT_TRUE(sim::hosts::is_fitted(fit.profile, machine.means()));
}

// Intervals hold what scattered: every third call takes 1.5 times as long.
TEST(HostFit, ScatterIsThatOfTheResiduals) {
  auto calls = modelled_calls(kTcp, sim::hosts::assumed_profile());
  for (std::size_t i = 0; i < calls.size(); i += 3) calls[i].measured_us *= 1.5;
  const HostFit fit = fit_hosts(calls, sim::hosts::assumed_profile());
  const HostScore score = score_of(scored_by(fit.profile, calls));
  EXPECT_GE(score.covered, 0.75);
  EXPECT_LT(fitted(fit, "mpi.tcp.scatter.large").after.value, 0.4);
}

}  // namespace host_fit_test
}  // namespace treering::tuner::hosts
