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

std::string recorded_text(const app::Recorded& recorded) {
  return fmt::format("recorded {} in {}\n", core::counted(recorded.files, "file"),
                     core::printable(recorded.folder));
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
  app::DiscoverRequest request{.record = folder_of(arguments, "record"),
                               .replay = folder_of(arguments, "replay"),
                               .has_fabric = arguments.has("fabric"),
                               .is_anonymous = arguments.has("anonymise")};
  // A recording that is replayed is one, whoever replays it.
  if (!request.replay) request.rank = app::rank_of_hosts();
  const auto report = app::answer(request);
  if (!report) return core::fail(report.error());
  if (std::holds_alternative<app::LeftToAnother>(report->found)) return Answer{};
  // The pages of many hosts, one in another, are no use to anybody.
  if (request.rank && report->recorded && *format == Format::Text) {
    return Answer{.text = recorded_text(*report->recorded)};
  }
  const auto* fabric = std::get_if<app::FabricReport>(&report->found);
  Answer answer = fabric != nullptr
                      ? fabric_answer(*fabric, arguments, *format, display)
                      : machine_answer(std::get<app::DiscoveredMachine>(report->found), arguments,
                                       *format, display);
  if (report->recorded) answer.report = recorded_text(*report->recorded);
  return answer;
}

}  // namespace treering::cli
