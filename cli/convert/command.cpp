#include "cli/command.h"

#include <utility>

#include "app/convert.h"

namespace treering::cli {

core::Result<Answer> run_convert(const Arguments& arguments, const Display& /*display*/) {
  constexpr std::string_view kStandardOutput = "-";
  app::ConvertRequest request{.topology = std::string(arguments.positional(0))};
  if (const auto format = arguments.value("to")) request.format = *format;
  if (const auto nics = arguments.value("nics")) request.nics = *nics;
  if (arguments.positional(1) != kStandardOutput) request.file = arguments.positional(1);
  auto report = app::answer(request);
  if (!report) return core::fail(report.error());
  return Answer{.text = std::move(report->text),
                .notes = std::move(report->notes),
                .file = std::move(request.file)};
}

}  // namespace treering::cli
