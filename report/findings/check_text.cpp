#include "report/findings/check_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/setup/nvlinks.h"
#include "app/setup/plan.h"
#include "core/text/table.h"
#include "core/unit_text.h"
#include "report/figures.h"
#include "report/heading.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::CheckReport;
using tuner::check::CheckedRow;
using tuner::check::Place;

std::string header(const CheckReport& report) {
  const core::Topology& node = report.job.cluster.node;
  const std::string network =
      report.network.empty() ? "" : fmt::format(", network {}", report.network);
  return fmt::format(
      "# treering: measured times beside those that the cost model expects\n"
      "# topology: {} ({})\n"
      "# job:      {}, NCCL {}\n"
      "{}"
      "# expected: by profile {}{}; low and high are an 80 % interval\n{}#\n",
      node.name(), node.fingerprint(), app::setup::shape_text(report.shape, report.job.job.nodes),
      report.job.job.nccl_version, settings_lines(report.job), report.profile, network,
      unknown_nvlinks_lines(report.job));
}

std::string choice_of(const CheckedRow& row) {
  return row.algorithm.empty() ? "-" : fmt::format("{}/{}", row.algorithm, row.protocol);
}

std::string place_text(const CheckReport& report, const CheckedRow& row) {
  if (row.is_beyond_links() && !are_nvlinks_unknown(report.job)) return "beyond the links";
  return row.place == Place::Inside ? "" : std::string(name_of(row.place));
}

core::TextTable table_of(const CheckReport& report) {
  using core::Align;
  core::TextTable table({{"size"},
                         {"collective", Align::Left},
                         {"choice", Align::Left},
                         {"expected", Align::Right, 0, "(us)"},
                         {"low", Align::Right, 0, "(us)"},
                         {"high", Align::Right, 0, "(us)"},
                         {"measured", Align::Right, 0, "(us)"},
                         {"reached", Align::Right, 0, "(%)"},
                         {"", Align::Left}});
  for (const CheckedRow& row : report.check.rows) {
    table.add_row({core::format_size(row.measurement.bytes),
                   std::string(name_of(row.measurement.collective)), choice_of(row),
                   time_figure(row.expected), time_figure(row.low), time_figure(row.high),
                   time_figure(row.measured), fmt::format("{:.0f}", 100 * row.share()),
                   place_text(report, row)});
  }
  return table;
}

std::string cause_text(std::size_t number, const tuner::check::LikelyCause& cause) {
  return remark(fmt::format("{}. {}: then off by a factor of {:.2f}, and {} of them inside", number,
                            cause.what, cause.factor, cause.explained)) +
         remark("look at: " + cause.look_at, 3);
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
        "{} faster than the links allow: {} took {} us, but {} ({:.0f} GB/s each way) need at "
        "least {} us.",
        are(other.beyond_links), call, time_figure(row.measured), other.links,
        other.rate.in_gb_per_s(), time_figure(row.bound));
  }
  return fmt::format(
      "{} so far faster than expected that it is not chance: {} took {} us, where {} us are "
      "expected, {} at the least.",
      are(other.far_faster), call, time_figure(row.measured), time_figure(row.expected),
      time_figure(row.low));
}

std::string other_machine_text(const CheckReport& report) {
  if (!report.check.other) return "";
  const tuner::check::OtherMachine& other = *report.check.other;
  const std::string said = app::logged_machine(other.row.measurement);
  return remark(fmt::format(
      "{} This is not the machine or the job of the log, or its times are wrong. Taken are {} of "
      "{}{}. Look at: ⟨topology⟩, ⟨nodes⟩, ⟨gpus-per-node⟩ or ⟨devices⟩, and ⟨gpus-per-process⟩ "
      "(nccl-tests' -g).",
      evidence(other), app::setup::shape_text(report.shape, report.job.job.nodes),
      report.job.cluster.node.name(),
      said.empty() ? "; the log says nothing of its machine" : "; the log says " + said));
}

std::size_t count_far(const tuner::check::Check& check) {
  return static_cast<std::size_t>(
      std::ranges::count_if(check.rows, &tuner::check::CheckedRow::is_far_slower));
}

/// Rows that chance alone does not make so slow, where they are too few for an alarm.
std::string far_text(const tuner::check::Check& check) {
  const std::size_t count = count_far(check);
  if (count == 0) return "";
  const auto far = std::ranges::max_element(check.rows, {}, &tuner::check::CheckedRow::deviations);
  return remark(fmt::format(
      "{} far too slow, {} most: {:.1f} times as long as expected. Measure that again: it is a "
      "fault of that size or of that moment, not of the machine.",
      count == 1 ? std::string("One row is") : fmt::format("{} rows are", count),
      core::format_size(far->measurement.bytes), 1 / far->share()));
}

std::string causes_text(const tuner::check::Check& check) {
  std::string text;
  for (std::size_t i = 0; i < check.causes.size(); ++i) {
    text += cause_text(i + 1, check.causes[i]);
  }
  return text;
}

/// Of a run that is as fast as others of its kind, as far as single rows say.
std::string usual_text(const tuner::check::Check& check) {
  std::string text = far_text(check);
  if (check.count(Place::Slow) > count_far(check)) {
    text += remark("Of a good run one row in ten is slower; so few need no cause.");
  }
  if (check.causes.empty()) return text;
  text += remark(fmt::format(
      "Each row may be chance; but they are off alike, by a factor of {:.2f}, which systems of one "
      "kind may differ by, and which this would explain as well:",
      check.factor));
  return text + causes_text(check) +
         remark("treering calibrate on a good run of these machines tells the two apart.");
}

std::string slow_text(const tuner::check::Check& check) {
  if (!check.is_slow()) return usual_text(check);
  std::string text = remark(fmt::format(
      "Typically measured and expected times are off by a factor of {:.2f}.", check.factor));
  if (check.causes.empty()) {
    return text + remark("No cause that treering knows would explain the slow ones.");
  }
  return text + remark("What would explain the slow ones, the best first:") + causes_text(check);
}

std::string verdict(const CheckReport& report) {
  const tuner::check::Check& check = report.check;
  const std::size_t slow = check.count(Place::Slow);
  const std::size_t fast = check.count(Place::Fast);
  const std::string other = other_machine_text(report);
  if (slow + fast == 0) return remark("All rows are inside their intervals.") + other;
  const std::string counts = remark(fmt::format("Of {}, {} slower than {} interval and {} faster.",
                                                core::counted(check.rows.size(), "row"), are(slow),
                                                slow == 1 ? "its" : "their", fast));
  const bool is_better = check.is_fast() && other.empty() && !are_nvlinks_unknown(report.job);
  return counts + other +
         (is_better ? remark("So many faster ones are no chance, but possible: this machine is "
                             "better than the profile expects; treering calibrate makes one that "
                             "knows it.")
                    : "") +
         (are_nvlinks_too_many(report.job)
              ? remark("No verdict: the times are expected of more NVLinks than there can be.")
              : slow_text(check));
}

}  // namespace

std::string check_text(const CheckReport& report, bool is_quiet) {
  const core::TextTable table = table_of(report);
  if (is_quiet) return table.body();
  return header(report) + table.heading("#") + table.body() + "#\n" + verdict(report);
}

}  // namespace treering::report::findings
