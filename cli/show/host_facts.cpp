// Facts of a host without a machine; docs/json.md describes the fields.
#include <nlohmann/json.hpp>

#include "app/setup/setup.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "cli/show/forms.h"
#include "core/host_state/json.h"
#include "core/json/values.h"
#include "report/machine/host_facts_text.h"

namespace treering::cli {
namespace {

std::string json_of_facts(const app::HostFactsReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.show_host/1");
  lines.add("source", report.source);
  lines.add("read", report.facts.read);
  // Our own text, which is always read.
  lines.add("host", core::parse_json(core::host_state_to_json(report.facts.host), "").value());
  return lines.finish();
}

}  // namespace

Answer host_facts_answer(const app::HostFactsReport& report, bool is_quiet, Format format,
                         const Display& display) {
  return Answer{.text = format == Format::Json
                            ? json_of_facts(report)
                            : report::machine::host_facts_text(report, is_quiet, display),
                .form = form_of(format),
                .notes = app::setup::texts_of(report.facts.notes)};
}

}  // namespace treering::cli
