#include "cli/tune/settings.h"

#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/exporting/tuned_settings.h"
#include "core/text/quote.h"
#include "hw/io/write_file.h"

namespace treering::cli {
namespace {

std::optional<std::string> form_of(const Arguments& arguments) {
  const auto to = arguments.value("to");
  return to ? std::optional(std::string(*to)) : std::nullopt;
}

}  // namespace

core::Result<void> check_settings(const app::tuning::TuneRequest& request,
                                  const Arguments& arguments) {
  const auto file = arguments.value("settings");
  if (!file) {
    if (!arguments.value("to")) return {};
    return core::usage_error("--to", "given without --settings", "", "name the file to write");
  }
  if (file->empty()) return core::usage_error("--settings", "'' is no file name", "expected FILE");
  for (const std::string_view other : {"output", "report"}) {
    if (file != arguments.value(other)) continue;
    return core::usage_error("--settings", fmt::format("the file of --{}", other),
                             "expected another one");
  }
  if (const auto checked = app::exporting::check_settings(request, form_of(arguments)); !checked) {
    return core::fail(checked.error());
  }
  return hw::io::check_writable(std::string(*file));
}

core::Result<void> add_settings(const app::tuning::TuneRequest& request,
                                const app::tuning::TuneReport& report, const Arguments& arguments,
                                Answer& answer) {
  const auto file = arguments.value("settings");
  if (!file) return {};
  auto settings = app::exporting::settings_of(request, report, form_of(arguments));
  if (!settings) return core::fail(settings.error());
  if (!settings->refusal.empty()) {
    answer.notes.push_back(fmt::format("{}: {}", *file, settings->refusal));
    return {};
  }
  answer.beside.push_back({std::string(*file), std::move(settings->text)});
  if (!settings->undo.empty()) {
    answer.notes.push_back(fmt::format("{}: to undo it, {}", *file, settings->undo));
  }
  return {};
}

}  // namespace treering::cli
