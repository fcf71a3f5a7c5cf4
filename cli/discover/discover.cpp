#include "hw/discover/discover.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/discover/discover_report.h"
#include "cli/options/names.h"
#include "cli/output/notes.h"
#include "cli/show/show_fabric.h"
#include "core/text/quote.h"
#include "core/topology/json.h"
#include "core/unit_text.h"
#include "hw/fabric/readers/live_fabric.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/real/real_world.h"
#include "hw/world/recording/recording_world.h"
#include "hw/world/recording/replayed_world.h"

namespace treering::cli {
namespace {

core::Result<std::unique_ptr<hw::world::World>> open_world(const Arguments& arguments) {
  const auto folder = arguments.value("replay");
  if (!folder) return std::make_unique<hw::world::real::RealWorld>();
  const auto recording = hw::world::recording::load_recording(std::string(*folder));
  if (!recording) return core::fail(recording.error());
  return std::make_unique<hw::world::recording::ReplayedWorld>(*recording);
}

/// A recording was given; that this machine lacks something is another matter.
core::Result<hw::discover::Discovery> discover_in(const hw::world::World& world,
                                                  const Arguments& arguments) {
  const auto folder = arguments.value("replay");
  auto found = hw::discover::discover(world, std::string(folder.value_or("this machine")));
  if (found || !folder) return found;
  core::Error error = found.error();
  error.category = core::Category::BadInput;
  return core::fail(std::move(error));
}

struct Outcome {
  core::Result<hw::discover::Discovery> found;
  hw::world::recording::Recording recording;
};

Outcome look(const hw::world::World& world, const Arguments& arguments) {
  const hw::world::recording::RecordingWorld recorder(world);
  Outcome outcome{discover_in(recorder, arguments), recorder.recording()};
  if (!arguments.has("anonymise")) return outcome;
  outcome.recording = hw::world::anonymise::anonymised(outcome.recording);
  outcome.found = discover_in(hw::world::recording::ReplayedWorld(outcome.recording), arguments);
  return outcome;
}

/// Writes it where --record says so; what there is to say of that.
core::Result<std::string> keep(const hw::world::recording::Recording& recording,
                               const Arguments& arguments) {
  const auto folder = arguments.value("record");
  if (!folder) return "";
  const auto written = hw::world::recording::write_recording(recording, std::string(*folder));
  if (!written) return core::fail(written.error());
  return fmt::format("recorded {} in {}\n",
                     core::counted(hw::world::recording::file_count(recording), "file"),
                     core::printable(*folder));
}

/// With a recording made all the same.
core::Failure not_found(core::Error error, const Arguments& arguments) {
  if (const auto folder = arguments.value("record")) {
    error.hint = fmt::format("what was read is in {}", *folder);
  }
  return core::fail(std::move(error));
}

core::Result<Answer> discover_fabric(const hw::world::World& world, const Arguments& arguments,
                                     Format format, const Display& display) {
  if (arguments.has("anonymise")) {
    return core::usage_error("--anonymise", "given with --fabric", "expected one of them",
                             "the text of a fabric is names and GUIDs throughout");
  }
  const hw::world::recording::RecordingWorld recorder(world);
  auto text = hw::fabric::readers::live_fabric(recorder);
  const auto kept = keep(recorder.recording(), arguments);
  if (!kept) return core::fail(kept.error());
  const auto folder = arguments.value("replay");
  if (!text) {
    core::Error error = text.error();
    if (folder) error.category = core::Category::BadInput;
    return core::fail(std::move(error));
  }
  const std::string source = core::printable(folder.value_or("this machine"));
  FabricReport report{source, *std::move(text), {}, arguments.has("quiet")};
  report.found = hw::fabric::analysis::fabric_of(report.text.graph, source);
  Answer answer = fabric_answer(report, format, display);
  answer.report = *kept;
  return answer;
}

}  // namespace

core::Result<Answer> run_discover(const Arguments& arguments, const Display& display) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto world = open_world(arguments);
  if (!world) return core::fail(world.error());
  if (arguments.has("fabric")) return discover_fabric(**world, arguments, *format, display);
  const Outcome outcome = look(**world, arguments);
  Answer answer;
  // Also where discovery fails: then a recording is wanted most.
  const auto report = keep(outcome.recording, arguments);
  if (!report) return core::fail(report.error());
  answer.report = *report;
  if (!outcome.found) return not_found(outcome.found.error(), arguments);
  if (*format == Format::Text) {
    answer.text = discover_text(*outcome.found, arguments.has("quiet"), display);
  } else {
    answer.text = core::topology_to_json(outcome.found->topology, outcome.found->host);
    answer.notes = texts_of(outcome.found->notes);
  }
  return answer;
}

}  // namespace treering::cli
