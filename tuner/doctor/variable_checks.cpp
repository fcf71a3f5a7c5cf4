// NCCL_* variables: what they cost, what contradicts what, what does nothing. Those that choose the
// network: network_variable_checks.cpp.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "sim/job/variables.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceKind;
using core::NcclVariable;
using sim::job::Assignment;
using sim::job::NotFollowed;

const sim::nccl::versions::Version& version_of(const Patient& patient) {
  return sim::nccl::versions::version(patient.condition.job.nccl_version);
}

core::Result<sim::job::Environment> environment_without(const Patient& patient,
                                                        std::string_view name) {
  std::vector<Assignment> assignments;
  for (const NcclVariable& variable : patient.host.variables) {
    if (variable.name == name) continue;
    assignments.push_back({variable.name, variable.value, sim::job::Origin::Process});
  }
  return sim::job::read_environment(assignments, version_of(patient));
}

/// What a variable switches off that people rarely mean to keep off: said also where it costs
/// nothing.
std::string_view switched_off(const Patient& patient, const NcclVariable& variable) {
  const bool is_alone = patient.condition.cluster.node.gpu_count() < 2;
  if (is_alone || !is_on(patient.host, variable.name)) return "";
  if (variable.name == "NCCL_P2P_DISABLE") {
    return "keeps GPUs from each other's memory: data between them goes through that of the host";
  }
  if (variable.name == "NCCL_SHM_DISABLE") {
    return "keeps GPUs that cannot reach each other from the host's memory: data between them goes "
           "through the network";
  }
  return "";
}

/// With the variable and without it on the job asked for, or, where that is the same and the
/// machine has a network, on two nodes; said only where it costs something. NCCL_IB_HCA is weighed
/// by network_variable_checks.cpp.
std::optional<Symptom> cost_of(const Patient& patient, const NcclVariable& variable) {
  const bool is_followed = sim::job::find_variable(variable.name) != nullptr;
  if (!is_followed || variable.name == "NCCL_IB_HCA") return std::nullopt;
  const auto without = environment_without(patient, variable.name);
  if (!without) return std::nullopt;
  const auto compared = [&](const Condition& as_is) {
    Comparison cost{as_is, as_is};
    cost.mended.job.settings = without->settings;
    return cost;
  };
  const std::string_view off = switched_off(patient, variable);
  const std::string_view what = off.empty() ? "is slower than NCCL's own choice" : off;
  Symptom symptom{Severity::Warning,
                  fmt::format("{} {}", text_of(variable), what),
                  variable.origin.source,
                  fmt::format("unset {}", variable.name),
                  compared(patient.condition),
                  without_variable(variable.name),
                  off.empty()};
  const bool has_network = !patient.condition.cluster.node.of_kind(DeviceKind::NicPort).empty();
  if (has_network && patient.condition.job.nodes == 1) {
    symptom.cost_across_nodes = compared(across_nodes(patient.condition));
  }
  return symptom;
}

/// A remark on a name or value that NCCL reads differently than it looks. A run's log has only
/// variables that its NCCL did read.
std::optional<Symptom> remark_on(const Patient& patient, const NcclVariable& variable) {
  if (variable.origin.kind == core::Origin::Kind::File) return std::nullopt;
  const auto other = sim::job::find_other_variable(variable.name);
  if (other && other->why != NotFollowed::Removed) return std::nullopt;
  const std::array one{Assignment{variable.name, variable.value, sim::job::Origin::Process}};
  const auto environment = sim::job::read_environment(one, version_of(patient));
  Symptom symptom{Severity::Warning,      "",
                  variable.origin.source, fmt::format("unset or correct {}", variable.name),
                  std::nullopt,           without_variable(variable.name)};
  if (!environment) {
    symptom.severity = Severity::Fault;
    symptom.what = environment.error().message();
  } else if (environment->notes.empty()) {
    return std::nullopt;
  } else {
    symptom.what = environment->notes.front();
  }
  return symptom;
}

struct Contradiction {
  std::string_view first;
  std::string_view second;
  const char* what;
};

// NCCL v2.28.9-1: src/graph/paths.cc, ncclGetLevel and ncclTopoCheckP2p; src/graph/connect.cc,
// ncclMinNchannels and ncclMaxNchannels.
constexpr std::array kOverruled{
    Contradiction{"NCCL_P2P_DISABLE", "NCCL_P2P_LEVEL", "the first wins"},
    Contradiction{"NCCL_MIN_NCHANNELS", "NCCL_MIN_NRINGS", "the first wins"},
    Contradiction{"NCCL_MAX_NCHANNELS", "NCCL_MAX_NRINGS", "the first wins"},
};

std::vector<Symptom> overruled(const core::HostState& host) {
  std::vector<Symptom> symptoms;
  for (const Contradiction& pair : kOverruled) {
    const NcclVariable* const second = find_variable(host, pair.second);
    if (!is_on(host, pair.first) || second == nullptr) continue;
    symptoms.push_back(
        {Severity::Warning,
         fmt::format("{} and {} are both set: {}", pair.first, pair.second, pair.what),
         second->origin.source, fmt::format("unset {}", pair.second), std::nullopt,
         without_variable(second->name)});
  }
  return symptoms;
}

std::optional<int> number_of(const core::HostState& host, std::string_view name) {
  const NcclVariable* const variable = find_variable(host, name);
  return variable == nullptr ? std::nullopt : core::whole_number<int>(variable->value);
}

std::optional<Symptom> crossed_limits(const core::HostState& host) {
  const auto least = number_of(host, "NCCL_MIN_NCHANNELS");
  const auto most = number_of(host, "NCCL_MAX_NCHANNELS");
  if (!least || !most || *least <= *most) return std::nullopt;
  return Symptom{Severity::Warning,
                 fmt::format("NCCL_MIN_NCHANNELS={} is above NCCL_MAX_NCHANNELS={}", *least, *most),
                 find_variable(host, "NCCL_MAX_NCHANNELS")->origin.source,
                 "unset one of the two",
                 std::nullopt,
                 look_at_variables({"NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS"})};
}

std::optional<Symptom> nvls_off_but_asked_for(const core::HostState& host) {
  const NcclVariable* const enable = find_variable(host, "NCCL_NVLS_ENABLE");
  const NcclVariable* const algorithms = find_variable(host, "NCCL_ALGO");
  if (enable == nullptr || enable->value != "0" || algorithms == nullptr) return std::nullopt;
  const std::string list = core::lower_case(algorithms->value);
  if (list.find("nvls") == std::string::npos || list.front() == '^') return std::nullopt;
  return Symptom{Severity::Fault,
                 fmt::format("{} asks for NVLS, but {} switches it off", text_of(*algorithms),
                             text_of(*enable)),
                 enable->origin.source,
                 "unset one of the two",
                 std::nullopt,
                 look_at_variables({"NCCL_ALGO", "NCCL_NVLS_ENABLE"})};
}

std::optional<Symptom> chatty(const core::HostState& host) {
  const NcclVariable* const variable = find_variable(host, "NCCL_DEBUG");
  if (variable == nullptr || core::lower_case(variable->value) != "trace") return std::nullopt;
  return Symptom{Severity::Hint,
                 "NCCL_DEBUG=TRACE writes a line for every call",
                 variable->origin.source,
                 "set NCCL_DEBUG=WARN where performance counts",
                 std::nullopt,
                 with_variable("NCCL_DEBUG", "WARN")};
}

}  // namespace

Examination check_variables(const Patient& patient) {
  const core::HostState& host = patient.host;
  Examination seen;
  const auto add = [&](std::optional<Symptom> symptom) {
    if (symptom) seen.symptoms.push_back(*std::move(symptom));
  };
  for (const NcclVariable& variable : host.variables) {
    if (variable.value.empty()) continue;
    add(remark_on(patient, variable));
    add(cost_of(patient, variable));
  }
  std::ranges::move(overruled(host), std::back_inserter(seen.symptoms));
  add(crossed_limits(host));
  add(nvls_off_but_asked_for(host));
  add(chatty(host));
  return seen;
}

}  // namespace treering::tuner::doctor
