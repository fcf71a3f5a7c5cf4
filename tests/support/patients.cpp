#include "tests/support/patients.h"

#include <vector>

#include "hw/load_cluster.h"
#include "sim/job/variables.h"

namespace treering::testing {

tuner::doctor::Patient patient_on(const std::string& topology, int nodes) {
  tuner::doctor::Patient patient;
  patient.condition.cluster = hw::load_cluster(topology).value().cluster;
  patient.condition.job.nodes = patient.condition.cluster.node_count = nodes;
  return patient;
}

core::Origin file_origin(const std::string& source) {
  return {core::Origin::Kind::Discovered, source};
}

tuner::doctor::Patient with_variable(tuner::doctor::Patient patient, const std::string& name,
                                     const std::string& value) {
  patient.host.variables.push_back({name, value, file_origin("the process")});
  std::vector<sim::job::Assignment> assignments;
  for (const core::NcclVariable& variable : patient.host.variables) {
    assignments.push_back({variable.name, variable.value, sim::job::Origin::Process});
  }
  if (const auto environment = sim::job::read_environment(assignments)) {
    patient.condition.job.settings = environment->settings;
  }
  return patient;
}

std::vector<std::string> texts_of(const tuner::doctor::Examination& seen) {
  std::vector<std::string> texts;
  for (const tuner::doctor::Symptom& symptom : seen.symptoms) texts.push_back(symptom.what);
  return texts;
}

}  // namespace treering::testing
