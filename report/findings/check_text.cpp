#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/findings/normal_text.h"
#include "report/findings/text.h"
#include "report/findings/words.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::CheckReport;
using tuner::check::Check;
using tuner::check::CheckedRow;
using tuner::check::Place;

bool has_one_collective(const Check& check) {
  return std::ranges::all_of(check.rows, [&](const CheckedRow& row) {
    return row.measurement.collective == check.rows.front().measurement.collective;
  });
}

/// With a column for the collective, or without.
enum class Named { InRows, InHeading };

FittedTable table_of(const CheckReport& report, Named collective) {
  using core::Align;
  std::vector<FittedColumn> columns{{{"size"}},
                                    {{"collective", Align::Left}},
                                    {{"choice", Align::Left}, 1},
                                    {{"expected", Align::Right, 0, "(us)"}},
                                    {{"low", Align::Right, 0, "(us)"}, 2},
                                    {{"high", Align::Right, 0, "(us)"}, 3},
                                    {{"measured", Align::Right, 0, "(us)"}},
                                    {{"reached", Align::Right, 0, "(%)"}},
                                    {{"", Align::Left}}};
  constexpr int kCollective = 1;
  const bool is_in_rows = collective == Named::InRows;
  if (!is_in_rows) columns.erase(columns.begin() + kCollective);
  FittedTable table(std::move(columns));
  for (const CheckedRow& row : report.check.rows) {
    std::vector<std::string> cells{core::format_size(row.measurement.bytes),
                                   std::string(name_of(row.measurement.collective)),
                                   choice_of(row),
                                   time_figure(row.expected),
                                   time_figure(row.low),
                                   time_figure(row.high),
                                   time_figure(row.measured),
                                   fmt::format("{:.0f}", 100 * row.share()),
                                   place_text(report, row)};
    if (!is_in_rows) cells.erase(cells.begin() + kCollective);
    table.add_row(std::move(cells));
  }
  return table;
}

std::string are(std::size_t count) {
  return count == 1 ? "1 is" : fmt::format("{} are", count);
}

/// How a row shows that it is of another machine.
std::string evidence(const tuner::check::OtherMachine& other) {
  const CheckedRow& row = other.row;
  const std::string call = fmt::format("{} of {}", name_of(row.measurement.collective),
                                       core::format_size(row.measurement.bytes));
  if (other.beyond_links > 0) {
    return fmt::format(
        "{} faster than the links allow: {} took {} us, but {} ({} each way) need at least "
        "{} us.",
        are(other.beyond_links), call, time_figure(row.measured), other.links,
        core::format_bandwidth(other.rate), time_figure(row.bound));
  }
  return fmt::format(
      "{} faster than expected by more than chance: {} took {} us, where {} us are expected, {} "
      "at the least.",
      are(other.far_faster), call, time_figure(row.measured), time_figure(row.expected),
      time_figure(row.low));
}

std::string other_machine_text(const CheckReport& report, std::size_t width) {
  if (!report.check.other) return "";
  const tuner::check::OtherMachine& other = *report.check.other;
  const std::string said = app::logged_machine(other.row.measurement);
  return remark(
      fmt::format(
          "{} This is not the machine or the job of the log, or its times are wrong. "
          "Expected: times of {} of {}{}. Look at: ⟨topology⟩, ⟨nodes⟩, "
          "⟨gpus-per-node⟩ or ⟨devices⟩, and ⟨gpus-per-process⟩ (nccl-tests' -g).",
          evidence(other), app::setup::shape_text(report.shape, report.job.job.nodes),
          report.job.cluster.node.name(),
          said.empty() ? "; the log says nothing of its machine" : "; the log says " + said),
      0, width);
}

std::size_t count_far(const Check& check) {
  return static_cast<std::size_t>(std::ranges::count_if(
      check.rows, [](const CheckedRow& row) { return !row.is_of_program && row.is_far_slower(); }));
}

/// Rows that chance alone does not make so slow, where they are too few for an alarm.
std::string far_text(const Check& check, std::size_t width) {
  const std::size_t count = count_far(check);
  if (count == 0) return "";
  const auto far = std::ranges::max_element(check.rows, {}, [](const CheckedRow& row) {
    return row.is_of_program ? 0 : row.deviations();
  });
  return remark(
      fmt::format("{} far too slow, {} most: {:.1f} times as long as expected. Measure that again: "
                  "it is a fault of that size or of that moment, not of the machine.",
                  count == 1 ? std::string("One row is") : fmt::format("{} rows are", count),
                  core::format_size(far->measurement.bytes), 1 / far->share()),
      0, width);
}

std::string causes_text(const Check& check, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < check.causes.size(); ++i) {
    const tuner::check::LikelyCause& cause = check.causes[i];
    text += led_remark(fmt::format("{}. ", i + 1), cause_text(check, cause), width);
    text += remark("look at: " + cause.look_at, 3, width);
  }
  return text;
}

/// On a run that is as fast as others of its kind, as far as single rows say.
std::string usual_text(const Check& check, std::size_t width) {
  std::string text = far_text(check, width);
  if (const auto end = check.slow_end()) {
    text += remark(slow_end_reason(*end), 0, width);
  } else if (check.count(Place::Slow) > count_far(check) + check.of_program()) {
    text += remark("Even in a good run one row in ten is slower; so few need no cause.", 0, width);
  }
  if (check.causes.empty()) return text;
  text += remark(causes_lead(check), 0, width);
  return text + causes_text(check, width) +
         remark("treering calibrate on a good run of these machines shows which of the two it is.",
                0, width);
}

constexpr std::string_view kWhySockets =
    "NCCL takes sockets where it finds no adapter with RDMA, or where NCCL_IB_DISABLE=1 or "
    "NCCL_NET=Socket is set. Look at: lines with \"NET/IB\" of NCCL_DEBUG=INFO, ibstat, devices "
    "below /dev/infiniband in the container, and NCCL_IB_HCA.";

std::string slow_text(const CheckReport& report, std::size_t width) {
  const Check& check = report.check;
  if (!report.over_sockets.empty()) return remark(std::string(kWhySockets), 0, width);
  if (!check.is_slow()) return usual_text(check, width);
  const std::string shape = shape_text(check);
  std::string lead = shape.empty() ? "" : remark(shape, 0, width);
  if (report.is_network_open) return lead;
  if (check.plateau) lead += remark(plateau_text(report), 0, width);
  if (check.causes.empty()) {
    return check.plateau ? lead : lead + remark(no_cause_text(check), 0, width);
  }
  return lead + remark(causes_lead(check), 0, width) + causes_text(check, width);
}

std::string header(const CheckReport& report, std::size_t width, const std::string& call) {
  const core::Topology& node = report.job.cluster.node;
  const std::string network =
      report.network.empty() ? "" : fmt::format(", network {}", report.network);
  return remark("treering: measured times beside those that the cost model expects", 0, width) +
         heading_line("verdict", verdict(report), width) +
         heading_line("topology", node.name(), width) +
         heading_line(
             "job",
             fmt::format("{}, NCCL {}", app::setup::shape_text(report.shape, report.job.job.nodes),
                         report.job.job.nccl_version),
             width) +
         fabric_lines(report.job.cluster.fabric, order_behind_intervals(report.job.cluster),
                      width) +
         (report.run.empty() ? "" : heading_line("run", report.run, width)) +
         settings_line(report.job, width) + call +
         heading_line("expected",
                      fmt::format("by profile {}{}; low and high are an 80 % interval",
                                  report.profile, network),
                      width) +
         heading_line("measured", measured_words(), width) + guess_lines(report.job, width) + "#\n";
}

/// What to look at first where no cause is near: what loses most often, in the order of the path.
std::string first_look(const CheckReport& report) {
  if (report.shape.nodes < 2) {
    return "Look first at: nvidia-smi nvlink --status, nvidia-smi topo -m, the clocks of the GPUs "
           "under load, and what else ran on them.";
  }
  return "Look first at: ports that are down or slow (ibstat), the adapters that NCCL_DEBUG=INFO "
         "lists after \"NET/\", \"GDRDMA\" at channels between nodes, LnkSta and ACSCtl in lspci "
         "-vvv, and what else the network carried.";
}

/// Why it is so, and what to look at.
std::string reasons(const CheckReport& report, std::size_t width) {
  std::string text = other_machine_text(report, width);
  if (is_better(report)) {
    text += remark(
        "So many faster rows are not chance: this machine is better than the profile "
        "expects. treering calibrate makes a profile that knows it.",
        0, width);
  }
  const Check& check = report.check;
  for (const std::string& one : {steps_text(report), hiccups_text(check), program_text(check)}) {
    if (!one.empty()) text += remark(one, 0, width);
  }
  for (const auto& one : report.evidence.shown) text += remark(one.text + ".", 0, width);
  const bool is_evidence = !may_be_faster_than_real(report.job) || !report.same_with.empty();
  if (is_evidence) text += slow_text(report, width);
  const bool is_open = check.causes.empty() && !check.nearest && !check.plateau &&
                       report.over_sockets.empty() && !report.is_network_open;
  if (is_evidence && check.is_slow() && is_open) {
    text += remark(first_look(report), 0, width);
  }
  for (const auto& one : report.forced) text += remark(forced_text(one), 0, width);
  for (const auto& one : report.bad_choices) text += remark(bad_choice_text(one), 0, width);
  return text.empty() ? "" : "#\n" + text;
}

/// The rows of those that did not run as the first.
std::string other_runs_text(const CheckReport& report, std::size_t width, const Display& display) {
  std::string text;
  for (const CheckReport& other : report.other_runs) {
    FittedTable table = table_of(other, Named::InRows);
    table.fit(display.width);
    text += "#\n" + heading_line("run", other.run, width) + settings_line(other.job, width) +
            table.heading() + table.body();
  }
  return text;
}

}  // namespace

std::string check_text(const CheckReport& report, bool is_quiet, const Display& display) {
  FittedTable table = table_of(report, Named::InRows);
  if (is_quiet) {
    std::string rows = table.body();
    for (const CheckReport& other : report.other_runs) rows += check_text(other, true, display);
    return rows;
  }
  const std::size_t width = display.text_width();
  std::string call;  // what the rows need not repeat where there is no room
  if (table.width() > display.width && has_one_collective(report.check)) {
    table = table_of(report, Named::InHeading);
    call = heading_line("call", name_of(report.check.rows.front().measurement.collective), width);
  }
  const std::string left_out = table.fit(display.width);
  return header(report, width, call) + table.heading() + table.body() +
         left_out_line(left_out, width) + other_runs_text(report, width, display) +
         reasons(report, width) + normal_text(report, display);
}

}  // namespace treering::report::findings
