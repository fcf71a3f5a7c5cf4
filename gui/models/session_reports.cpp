// What answers of the session come to.
#include "gui/models/session.h"

namespace treering::gui::models {
const app::MachineReport* Session::machineReport() const {
  const auto* report = machine_.report();
  return report == nullptr ? nullptr : std::get_if<app::MachineReport>(report);
}

const app::FabricReport* Session::fabricReport() const {
  const auto* report = machine_.report();
  return report == nullptr ? nullptr : std::get_if<app::FabricReport>(report);
}

const app::PredictReport* Session::timesReport() const {
  return times_.report();
}

const app::SimulateReport* Session::runReport(Side side) const {
  return run_of(side).report();
}

const app::SimulateReport* Session::faultyReport() const {
  const app::SimulateReport* const recorded = runReport(Side::Shown);
  return recorded != nullptr ? recorded : runReport(Side::Faulty);
}

const app::DoctorReport* Session::findingsReport() const {
  return findings_.report();
}

const app::CheckReport* Session::checkReport() const {
  return check_.report();
}

std::map<std::string, Severity> Session::marks() const {
  std::map<std::string, Severity> marks;
  const app::DoctorReport* const report = findingsReport();
  if (report == nullptr) return marks;
  // Findings stand by severity: the first that names a device is its worst.
  for (std::size_t i = 0; i < report->devices.size(); ++i) {
    const Severity severity = report->diagnosis.findings[i].symptom.severity;
    if (report->devices[i].empty()) marks.emplace(std::string(), severity);
    for (const std::string& device : report->devices[i]) marks.emplace(device, severity);
  }
  return marks;
}

}  // namespace treering::gui::models
