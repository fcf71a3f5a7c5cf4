#include "cli/command.h"

#include <optional>

#include <fmt/format.h>

#include "app/discover.h"
#include "app/setup/setup.h"
#include "cli/options/options.h"
#include "cli/show/forms.h"
#include "core/text/quote.h"
#include "core/topology/json.h"
#include "core/units.h"
#include "report/machine/machine_text.h"

namespace treering::cli {
namespace {

std::optional<std::string> folder_of(const Arguments& arguments, std::string_view option) {
  const auto folder = arguments.value(option);
  return folder ? std::optional<std::string>(*folder) : std::nullopt;
}

Answer machine_answer(const app::DiscoveredMachine& machine, const Arguments& arguments,
                      Format format, const Display& display) {
  const auto& discovery = machine.discovery;
  const std::vector<std::string> notes = app::setup::texts_of(discovery.notes);
  if (format == Format::Text) {
    return {.text = report::machine::discovery_text(machine, arguments.has("quiet"), display),
            .form = Form::Text,
            .notes = notes,
            .lists_notes = true};
  }
  return {.text = core::topology_to_json(discovery.topology, discovery.host), .notes = notes};
}

}  // namespace

core::Result<Answer> run_discover(const Arguments& arguments, const Display& display) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto report = app::answer(app::DiscoverRequest{.record = folder_of(arguments, "record"),
                                                       .replay = folder_of(arguments, "replay"),
                                                       .has_fabric = arguments.has("fabric"),
                                                       .is_anonymous = arguments.has("anonymise")});
  if (!report) return core::fail(report.error());
  const auto* fabric = std::get_if<app::FabricReport>(&report->found);
  Answer answer = fabric != nullptr
                      ? fabric_answer(*fabric, arguments, *format, display)
                      : machine_answer(std::get<app::DiscoveredMachine>(report->found), arguments,
                                       *format, display);
  if (const auto& recorded = report->recorded) {
    answer.report = fmt::format("recorded {} in {}\n", core::counted(recorded->files, "file"),
                                core::printable(recorded->folder));
  }
  return answer;
}

}  // namespace treering::cli
