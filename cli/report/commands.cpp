#include "cli/report/commands.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/calls.h"
#include "cli/command.h"
#include "cli/output/command_line.h"
#include "core/text/shell.h"
#include "core/unit_text.h"

namespace treering::cli {
namespace {

using app::overview::OverviewReport;
using report::document::Command;

constexpr std::array<std::string_view, 3> kForms{"format", "output", "quiet"};
// predict takes measurements of `hosts` alone.
constexpr std::array<std::string_view, 4> kPredicted{"format", "output", "quiet", "measurements"};
// check takes one collective, or all.
constexpr std::array<std::string_view, 5> kChecked{"format", "output", "quiet", "topology",
                                                   "collective"};

std::string collectives_of(const OverviewReport& report) {
  std::vector<std::string_view> names;
  for (const core::Collective one : report.times.calls.collectives) {
    names.push_back(core::name_of(one));
  }
  return fmt::format("{}", fmt::join(names, ","));
}

std::string this_report(const Arguments& arguments) {
  std::string line = fmt::format("treering report {}", core::shell_word(arguments.positional(0)));
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i) {
    if (!arguments.positionals[i].empty()) line += " " + core::shell_word(arguments.positionals[i]);
  }
  line += options_text(arguments, *command_named("report"), kForms);
  return line + " -o report.html";
}

/// What the measured rows say of the job, and no option does.
std::string job_of_rows(const Arguments& arguments, const OverviewReport& report) {
  const auto& job = report.times.job.job;
  std::string text;
  if (!arguments.has("nodes") && job.nodes > 1) text += fmt::format(" --nodes {}", job.nodes);
  const std::size_t gpus = report.times.job.cluster.node.of_kind(core::DeviceKind::Gpu).size();
  const int used = report.times.ranks / job.nodes;
  if (!arguments.has("gpus-per-node") && !arguments.has("devices") &&
      used < static_cast<int>(gpus)) {
    text += fmt::format(" --gpus-per-node {}", used);
  }
  if (!arguments.has("gpus-per-process") && job.gpus_per_process > 1) {
    text += fmt::format(" --gpus-per-process {}", job.gpus_per_process);
  }
  if (!arguments.has("nccl") && report.check) text += " --nccl " + job.nccl_version;
  return text;
}

std::string on_topology(std::string_view command, const Arguments& arguments,
                        const OverviewReport& report) {
  return fmt::format("treering {} {}{}{}", command, core::shell_word(arguments.positional(0)),
                     job_of_rows(arguments, report),
                     options_text(arguments, *command_named(command), kPredicted));
}

std::string check_line(const Arguments& arguments, const OverviewReport& report) {
  std::string line = "treering check";
  for (const std::string& file : arguments.all_values("measurements")) {
    line += " " + core::shell_word(file);
  }
  line += " --topology " + core::shell_word(arguments.positional(0)) +
          options_text(arguments, *command_named("check"), kChecked);
  const bool is_one = report.times.calls.collectives.size() == 1;
  return is_one && arguments.has("collective") ? line + " --collective " + collectives_of(report)
                                               : line;
}

/// Up to the largest size that was measured, too.
std::string predict_line(const Arguments& arguments, const OverviewReport& report) {
  std::string line = on_topology("predict", arguments, report);
  const std::string collectives = collectives_of(report);
  if (!arguments.has("collective") && collectives != core::name_of(core::Collective::AllReduce)) {
    line += " --collective " + collectives;
  }
  const std::uint64_t most = report.times.calls.sizes.back();
  if (!arguments.has("maxbytes") && most > app::setup::kDefaultMaxbytes) {
    line += " -e " + core::format_size_option(core::Bytes::of(most));
  }
  return line + " --format json";
}

/// By the program of nccl-tests.
std::string nccl_tests_line(const Arguments& arguments, const OverviewReport& report,
                            core::Collective collective) {
  const auto& calls = report.times.calls;
  const auto size = [](std::uint64_t bytes) {
    return core::format_size_option(core::Bytes::of(bytes));
  };
  const auto step = arguments.value("stepbytes");
  const int per_process = report.times.job.job.gpus_per_process;
  return fmt::format("mpirun -np {} {}_perf -b {} -e {} {} {} -d {} -o {} -g {}",
                     report.times.ranks / per_process, core::name_of(collective),
                     size(calls.sizes.front()), size(calls.sizes.back()), step ? "-i" : "-f",
                     core::shell_word(step.value_or(arguments.value("stepfactor").value_or("2"))),
                     core::name_of(calls.type), core::name_of(calls.op), per_process);
}

}  // namespace

std::vector<Command> commands_for(const Arguments& arguments, const OverviewReport& report) {
  std::vector<Command> commands{
      {"This report", this_report(arguments)},
      {"The machine, with every link and the source of every figure",
       on_topology("show", arguments, report)},
      {"Every predicted candidate, with what takes its time", predict_line(arguments, report)}};
  if (report.check) {
    commands.push_back({"Measured beside expected times, and what would explain slow ones",
                        check_line(arguments, report)});
  }
  for (const core::Collective collective : report.times.calls.collectives) {
    commands.push_back({fmt::format("To measure {} with nccl-tests, for --measurements",
                                    core::name_of(collective)),
                        nccl_tests_line(arguments, report, collective)});
  }
  return commands;
}

}  // namespace treering::cli
