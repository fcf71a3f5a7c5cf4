// `treering check` for people.
#include <fmt/format.h>

#include "cli/check_report.h"
#include "cli/figures.h"
#include "cli/plan.h"
#include "cli/remarks.h"
#include "core/unit_text.h"
#include "tuner/report/text_table.h"

namespace treering::cli {
namespace {

using tuner::CheckedRow;
using tuner::Place;

std::string header(const CheckReport& report) {
  const core::Topology& node = report.job.cluster.node;
  const std::string network =
      report.network.empty() ? "" : fmt::format(", network {}", report.network);
  return fmt::format(
      "# treering: measured times beside those that the cost model expects\n"
      "# topology: {} ({})\n"
      "# job:      {}, NCCL {}\n"
      "{}"
      "# expected: by profile {}{}; low and high are an 80 % interval\n#\n",
      node.name(), node.fingerprint(), shape_text(report.shape, report.job.job.nodes),
      report.job.job.nccl_version, settings_line(report.job.variables), report.profile, network);
}

std::string choice_of(const CheckedRow& row) {
  return row.algorithm.empty() ? "-" : fmt::format("{}/{}", row.algorithm, row.protocol);
}

tuner::TextTable table_of(const std::vector<CheckedRow>& rows) {
  using tuner::Align;
  tuner::TextTable table({{"size"},
                          {"collective", Align::Left},
                          {"choice", Align::Left},
                          {"expected", Align::Right, 0, "(us)"},
                          {"low", Align::Right, 0, "(us)"},
                          {"high", Align::Right, 0, "(us)"},
                          {"measured", Align::Right, 0, "(us)"},
                          {"reached", Align::Right, 0, "(%)"},
                          {"", Align::Left}});
  for (const CheckedRow& row : rows) {
    const std::string place = row.place == Place::Inside ? "" : std::string(name_of(row.place));
    table.add_row({core::format_size(row.measurement.bytes),
                   std::string(name_of(row.measurement.collective)), choice_of(row),
                   time_figure(row.expected), time_figure(row.low), time_figure(row.high),
                   time_figure(row.measured), fmt::format("{:.0f}", 100 * row.share()), place});
  }
  return table;
}

std::string cause_text(std::size_t number, const tuner::LikelyCause& cause) {
  return remark(fmt::format("{}. {}: then off by a factor of {:.2f}, and {} of them inside", number,
                            cause.what, cause.factor, cause.explained)) +
         remark("look at: " + cause.look_at, 3);
}

std::string verdict(const tuner::Check& check) {
  const std::size_t slow = check.count(Place::Slow);
  const std::size_t fast = check.count(Place::Fast);
  if (slow + fast == 0) return remark("All rows are inside their intervals.");
  std::string text = remark(fmt::format(
      "Of {}, {} slower than {} interval and {} faster.", core::counted(check.rows.size(), "row"),
      slow == 1 ? "1 is" : fmt::format("{} are", slow), slow == 1 ? "its" : "their", fast));
  if (slow == 0) return text;
  if (!check.is_slow()) {
    return text + remark("Of a good run one row in ten is slower; so few need no cause.");
  }
  text += remark(fmt::format("Typically measured and expected times are off by a factor of {:.2f}.",
                             check.factor));
  if (check.causes.empty()) {
    return text + remark("No cause that treering knows would explain the slow ones.");
  }
  text += remark("What would explain the slow ones, the best first:");
  for (std::size_t i = 0; i < check.causes.size(); ++i) {
    text += cause_text(i + 1, check.causes[i]);
  }
  return text;
}

}  // namespace

std::string check_text(const CheckReport& report) {
  const tuner::TextTable table = table_of(report.check.rows);
  if (report.is_quiet) return table.body();
  return header(report) + table.heading("#") + table.body() + "#\n" + verdict(report.check);
}

}  // namespace treering::cli
