#include "app/hosts/export_hosts.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/field.h"
#include "sim/libraries/library.h"
#include "tuner/exporters/host_exporter.h"

namespace treering::app::hosts {
namespace {

using tuner::exporters::HostExporter;

core::Result<const HostExporter*> chosen_exporter(const std::optional<std::string>& name) {
  std::vector<std::string_view> known;
  for (const HostExporter& exporter : tuner::exporters::all_host_exporters()) {
    if (name && core::is_same_name(*name, exporter.name)) return &exporter;
    known.push_back(exporter.name);
  }
  if (name) return core::unknown_name(core::field("to"), *name, known);
  return core::usage_error("export", "⟨to⟩ missing",
                           fmt::format("expected {}", fmt::join(known, " or ")),
                           fmt::format("e.g. ⟨to⟩ {}", known.front()));
}

}  // namespace

std::string no_settings_text(sim::libraries::Library library) {
  const auto& entry = entry_of(library);
  return fmt::format("nothing written: {} reads no settings; {}", entry.title, entry.how_else);
}

core::Result<ExportHostsReport> answer(const ExportHostsRequest& request) {
  const auto exporter = chosen_exporter(request.to);
  if (!exporter) return core::fail(exporter.error());
  auto predicted = answer(request.question);
  if (!predicted) return core::fail(predicted.error());
  ExportHostsReport report;
  if (predicted->job.library != (*exporter)->library) {
    report.refusal = no_settings_text(predicted->job.library);
    return report;
  }
  tuner::exporters::Export written = (*exporter)->write(predicted->recommendation);
  report.refusal = std::move(written.why_not);
  report.text = std::move(written.text);
  if (report.refusal.empty()) report.notes = std::move(predicted->notes);
  return report;
}

}  // namespace treering::app::hosts
