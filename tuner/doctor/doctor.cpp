#include "tuner/doctor/doctor.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tuner/doctor/checks.h"
#include "tuner/doctor/inner_ports.h"

namespace treering::tuner::doctor {
namespace {

constexpr std::array kChecks{
#define CHECK(function, name, about) CheckSpec{name, about, check_##function, false},
#define RUN_CHECK(function, name, about) CheckSpec{name, about, check_##function, true},
#include "tuner/doctor/checks.def"
#undef RUN_CHECK
#undef CHECK
};

// Below this the cost model does not distinguish machines: its own scatter is larger.
constexpr double kLeastFactor = 1.03;

constexpr std::array<std::string_view, 5> kWeighed{
    "NCCL_IB_DISABLE", "NCCL_MNNVL_ENABLE", "NCCL_NET", "NCCL_SOCKET_IFNAME", "NCCL_TOPO_FILE"};

bool is_loss(const std::vector<Loss>& losses) {
  return !losses.empty() && losses.front().factor() >= kLeastFactor;
}

bool is_worth_saying(const Finding& finding) {
  return !finding.symptom.is_only_its_cost || is_loss(finding.losses);
}

bool is_before(const Finding& a, const Finding& b) {
  if (a.symptom.severity != b.symptom.severity) return a.symptom.severity < b.symptom.severity;
  return a.factor() > b.factor();
}

/// Warnings, and faults that may only look so, are hints where neither model sees a loss.
template <class FactorOf>
Severity weighed(const Symptom& symptom, const FactorOf& factor_of) {
  const bool is_open = symptom.severity == Severity::Warning || symptom.is_fault_by_cost;
  if (!is_open || !symptom.cost) return symptom.severity;
  const auto is_free = [&](const std::optional<Comparison>& cost) {
    return !cost || factor_of(*cost) < kLeastFactor;
  };
  const bool costs_nothing = is_free(symptom.cost) && is_free(symptom.cost_across_nodes);
  return costs_nothing ? Severity::Hint : symptom.severity;
}

template <class LossesOf>
std::vector<Loss> losses_by(const Symptom& symptom, const LossesOf& losses_of) {
  auto losses = symptom.cost ? losses_of(*symptom.cost) : std::vector<Loss>();
  if (is_loss(losses) || !symptom.cost_across_nodes) return losses;
  return losses_of(*symptom.cost_across_nodes);
}

/// Adds the findings of a check, with the losses from `meter`; null where there is no machine.
void add(const CheckSpec& check, Examination seen, LossMeter* meter, Diagnosis& diagnosis) {
  const auto losses_of = [meter](const Comparison& cost) {
    return meter == nullptr ? std::vector<Loss>() : meter->losses(cost);
  };
  const auto factor_of = [meter](const Comparison& cost) { return meter->most_by_either(cost); };
  if (seen.unknown.empty()) {
    ++diagnosis.looked_at;
  } else {
    const bool needs_machine = meter == nullptr && !check.is_of_runs;
    diagnosis.not_looked_at.push_back({std::string(check.name), std::string(check.about),
                                       std::move(seen.unknown), needs_machine});
  }
  for (Symptom& symptom : seen.symptoms) {
    auto losses = losses_by(symptom, losses_of);
    if (meter != nullptr) symptom.severity = weighed(symptom, factor_of);
    Finding finding{std::string(check.name), std::move(symptom), std::move(losses)};
    if (is_worth_saying(finding)) diagnosis.findings.push_back(std::move(finding));
  }
}

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::Fault:
      return "fault";
    case Severity::Warning:
      return "warning";
    case Severity::Hint:
      return "hint";
  }
  return "";
}

std::span<const std::string_view> weighed_variables() {
  return kWeighed;
}

std::span<const CheckSpec> all_checks() {
  return kChecks;
}

Diagnosis diagnose(const Patient& patient, const core::Profile& profile, const std::string& network,
                   const GoesOn& goes_on) {
  const Patient examined = without_inner_ports(patient);
  Diagnosis diagnosis;
  LossMeter meter(profile, network, examined.plans);
  std::size_t done = 0;
  for (const CheckSpec& check : all_checks()) {
    if (goes_on && !goes_on(done++, all_checks().size())) return diagnosis;
    add(check, check.look(examined), &meter, diagnosis);
  }
  std::ranges::stable_sort(diagnosis.findings, is_before);
  return diagnosis;
}

Diagnosis diagnose_run(const core::HostState& host) {
  Diagnosis diagnosis;
  const Patient patient{{}, host};
  for (const CheckSpec& check : all_checks()) {
    add(check,
        check.is_of_runs ? check.look(patient) : Examination{"the text shows no machine", {}},
        nullptr, diagnosis);
  }
  std::ranges::stable_sort(diagnosis.findings, is_before);
  return diagnosis;
}

}  // namespace treering::tuner::doctor
