#include "cli/command.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/check.h"
#include "app/hosts/records.h"
#include "app/measuring/check_hosts.h"
#include "app/setup/guesses.h"
#include "app/version.h"
#include "cli/check/floors.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/command_line.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/document/document.h"
#include "report/findings/text.h"
#include "report/findings/words.h"
#include "report/issue/issue.h"
#include "report/measurements/measure_text.h"

namespace treering::cli {
namespace {

using app::measuring::CheckHostsReport;
using nlohmann::ordered_json;
using tuner::hosts::Outcome;

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::AsExpected:
      return "as expected";
    case Outcome::SlowLink:
      return "slow link";
    case Outcome::SlowLinks:
      return "one of several links";
    case Outcome::AllSlow:
      return "all links slow";
    case Outcome::OneOrAll:
      return "one link or all";
    case Outcome::TooFast:
      return "too fast";
    case Outcome::LateRank:
      return "late rank";
    case Outcome::LateOrSlowLink:
      return "late rank or slow link";
    case Outcome::Unexplained:
      return "unexplained";
    case Outcome::TooFew:
      break;
  }
  return "too few calls";
}

ordered_json row_json(const tuner::hosts::Row& row) {
  const auto& one = row.configuration;
  ordered_json json;
  json["collective"] = core::name_of(one.call.collective);
  json["algorithm"] = or_null(row.algorithm);
  json["from"] = one.pair ? ordered_json(one.pair->from) : ordered_json();
  json["to"] = one.pair ? ordered_json(one.pair->to) : ordered_json();
  json["bytes"] = one.call.bytes;
  json["measured_us"] = row.measured_us;
  json["expected_us"] = row.expected.us;
  json["low_us"] = row.expected.low_us;
  json["high_us"] = row.expected.high_us;
  json["explained_us"] = row.explained.us;
  json["judged"] = row.is_judged;
  json["slow"] = row.is_slow;
  return json;
}

ordered_json late_json(const std::optional<tuner::hosts::LateMessages>& messages) {
  if (!messages) return {};
  return {{"peers", messages->peers},
          {"from_bytes", messages->least_bytes},
          {"to_bytes", messages->most_bytes},
          {"added_us", {messages->least_added_us, messages->most_added_us}}};
}

ordered_json late_json(const std::vector<tuner::hosts::LateRank>& ranks) {
  ordered_json all = ordered_json::array();
  for (const auto& one : ranks) {
    all.push_back({{"rank", one.rank},
                   {"sent", late_json(one.sent)},
                   {"received", late_json(one.received)},
                   {"or_slow_link", one.can_be_link()}});
  }
  return all;
}

std::string hosts_json(const CheckHostsReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.check_hosts/1");
  lines.add("runner", report.runner);
  lines.add("ranks", report.ranks);
  lines.add("gbit", report.gbit);
  lines.add("latency_us", report.check.latency_us);
  lines.add("outcome", name_of(report.check.outcome));
  lines.add("verdict", app::measuring::verdict_of(report));
  ordered_json links = ordered_json::array();
  for (const auto& link : report.check.links) {
    links.push_back({{"rank", link.rank < 0 ? ordered_json() : ordered_json(link.rank)},
                     {"gbit", link.gbit * link.share},
                     {"least_gbit", link.gbit * link.least_share},
                     {"expected_gbit", link.gbit},
                     {"rows_explained", link.explained}});
  }
  lines.add("links", links);
  lines.add("late", late_json(report.check.late));
  lines.begin_array("rows");
  for (const auto& row : report.check.rows) lines.add_element(row_json(row));
  return lines.finish();
}

std::string hosts_csv(const CheckHostsReport& report) {
  std::string text =
      "collective,algorithm,from,to,bytes,measured_us,expected_us,low_us,high_us,explained_us,"
      "judged,slow\n";
  for (const auto& row : report.check.rows) text += csv_row(row_json(row));
  return text;
}

/// \param is_quiet whether only what was found is wanted
report::issue::IssueOptions issue_options(const Arguments& arguments, bool is_quiet) {
  report::issue::IssueOptions options{.is_quiet = is_quiet};
  options.context.origin = fmt::format("treering {}", app::version());
  options.context.commands = {{"This report", repeated_line(arguments, "--format markdown")}};
  return options;
}

core::Result<Answer> check_hosts_answer(const Arguments& arguments, const Display& display) {
  const auto format = parse_check_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  app::measuring::CheckHostsRequest request;
  request.files = arguments.positionals;
  request.nic_rate = arguments.value("nic-rate").value_or("");
  const auto report = app::measuring::answer(request);
  if (!report) return core::fail(report.error());
  Answer answer{.form = form_of(*format), .notes = report->notes, .lists_notes = true};
  answer.exit_code = report->is_passed() ? ExitCode::Done : ExitCode::CheckFailed;
  if (*format == Format::Markdown) {
    const bool is_quiet = arguments.has("quiet");
    if (!is_quiet) answer.notes.clear();  // it has a section of them
    answer.text = to_markdown(report::issue::check_hosts_document(
        *report, report::measurements::check_hosts_text(*report, is_quiet, Display()),
        issue_options(arguments, is_quiet)));
    return answer;
  }
  answer.text = written(
      *format,
      [&] {
        return report::measurements::check_hosts_text(*report, arguments.has("quiet"), display);
      },
      [&] { return hosts_json(*report); }, [&] { return hosts_csv(*report); });
  return answer;
}

using nlohmann::ordered_json;

ordered_json row_json(const tuner::check::CheckedRow& row) {
  ordered_json json;
  json["id"] = or_null(row.measurement.id);
  json["collective"] = name_of(row.measurement.collective);
  json["bytes"] = row.measurement.bytes;
  json["algorithm"] = or_null(row.way.algorithm);
  json["protocol"] = or_null(row.way.protocol);
  json["channels"] = or_null(row.way.channels);
  json["expected_us"] = row.expected.in_us();
  json["low_us"] = row.low.in_us();
  json["high_us"] = row.high.in_us();
  json["measured_us"] = row.measured.in_us();
  json["share_reached"] = row.share();
  json["place"] = tuner::check::name_of(row.place);
  json["may_be_program"] = row.is_of_program;
  json["most_of_expected"] = row.most;
  json["bound_us"] = row.bound.in_us();
  return json;
}

ordered_json cause_json(const tuner::check::LikelyCause& cause) {
  return {{"cause", cause.cause},
          {"text", cause.what},
          {"look_at", cause.look_at},
          {"off_by_factor", cause.factor},
          {"slow_rows_explained", cause.explained}};
}

ordered_json other_machine_json(const tuner::check::Check& check) {
  if (!check.other) return nullptr;
  const tuner::check::OtherMachine& other = *check.other;
  return {{"rows_faster_than_links", other.beyond_links},
          {"rows_far_faster_than_expected", other.far_faster},
          {"worst_row", row_json(other.row)},
          {"links", or_null(other.links)},
          {"links_GBps", other.rate.in_gb_per_s()},
          {"log_says", or_null(app::logged_machine(other.row.measurement))}};
}

ordered_json slow_end_json(const app::CheckReport& report) {
  const auto found = report.check.slow_end();
  if (!found || app::setup::is_guess(report.job)) return nullptr;
  return {{"end", found->end == tuner::check::End::Large ? "large" : "small"},
          {"rows", found->rows},
          {"of_rows", found->of_rows},
          {"from_bytes", found->least},
          {"to_bytes", found->most},
          {"least_share_reached", found->least_share},
          {"greatest_share_reached", found->greatest_share},
          {"chance", found->chance}};
}

ordered_json ranges_json(const tuner::check::Check& check) {
  ordered_json ranges = ordered_json::array();
  for (const tuner::check::RangeCheck& one : check.ranges()) {
    ranges.push_back({{"sizes", tuner::check::name_of(one.range)},
                      {"from_bytes", one.least},
                      {"to_bytes", one.most},
                      {"rows", one.rows},
                      {"slow_rows", one.slow},
                      {"slow_factor", one.factor},
                      {"slow", one.is_slow}});
  }
  return ranges;
}

ordered_json steps_json(const std::vector<tuner::check::SizeStep>& steps) {
  ordered_json all = ordered_json::array();
  for (const tuner::check::SizeStep& one : steps) {
    all.push_back({{"text", tuner::check::text_of(one)},
                   {"from_bytes", one.from},
                   {"to_bytes", one.to},
                   {"factor", one.factor}});
  }
  return all;
}

std::string_view name_of(tuner::RunFault::What what) {
  switch (what) {
    case tuner::RunFault::What::RanAlone:
      return "ran-alone";
    case tuner::RunFault::What::NoRow:
      return "no-row";
    case tuner::RunFault::What::Failed:
      return "failed";
    case tuner::RunFault::What::Cut:
      break;
  }
  return "cut";
}

ordered_json fault_json(const tuner::RunFault& fault) {
  return {{"fault", name_of(fault.what)}, {"where", fault.where}, {"text", fault.text}};
}

ordered_json plateau_json(const app::CheckReport& report) {
  const auto& plateau = report.check.plateau;
  if (!plateau) return nullptr;
  return {{"kind", tuner::check::name_of(plateau->kind)},
          {"collective", name_of(plateau->collective)},
          {"from_bytes", plateau->least},
          {"to_bytes", plateau->most},
          {"least_share_reached", plateau->least_share},
          {"greatest_share_reached", plateau->greatest_share},
          {"ports", plateau->ports},
          {"text", report::findings::plateau_text(report)}};
}

ordered_json bad_choice_json(const app::BadChoice& bad) {
  const tuner::check::BetterChoice& better = bad.better;
  return {{"collective", name_of(better.collective)},
          {"sizes", better.at},
          {"of_sizes", better.of_sizes},
          {"bytes", better.bytes.count()},
          {"nccl_algorithm", better.usual.algorithm},
          {"nccl_protocol", better.usual.protocol},
          {"algorithm", better.way.algorithm},
          {"protocol", better.way.protocol},
          {"measured_us", better.measured.in_us()},
          {"expected_us", better.expected.in_us()},
          {"gain", better.gain},
          {"gain_low", better.low},
          {"gain_high", better.high},
          {"setting", or_null(bad.setting)},
          {"text", report::findings::bad_choice_text(bad)}};
}

/// Of one that did not run as the first.
ordered_json run_json(const app::CheckReport& report) {
  ordered_json rows = ordered_json::array();
  for (const tuner::check::CheckedRow& row : report.check.rows) rows.push_back(row_json(row));
  ordered_json slowed = ordered_json::array();
  for (const auto& one : report.slowed) slowed.push_back(forced_json(one));
  ordered_json bad = ordered_json::array();
  for (const auto& one : report.bad_choices) bad.push_back(bad_choice_json(one));
  return {{"run", report.run},
          {"nccl_version", report.job.job.nccl_version},
          {"environment", environment_json(report.job.variables)},
          {"off_by_factor", report.check.factor},
          {"slowed", slowed},
          {"bad_choices", bad},
          {"rows", rows}};
}

/// What the rows are compared with.
void add_job(const app::CheckReport& report, JsonLines& lines) {
  const core::Topology& node = report.job.cluster.node;
  lines.add("topology", {{"name", node.name()}, {"fingerprint", node.fingerprint()}});
  lines.add("nodes", report.job.job.nodes);
  lines.add("ranks", report.shape.ranks());
  lines.add("guesses", guesses_json(report.job));
  lines.add("nccl_version", report.job.job.nccl_version);
  lines.add("environment", environment_json(report.job.variables));
  lines.add("profile", report.profile);
  lines.add("network", or_null(report.network));
}

std::string check_json(const app::CheckReport& report) {
  JsonLines lines;
  lines.add("schema", "treering.check/1");
  lines.add("verdict", report::findings::verdict(report));
  add_job(report, lines);
  lines.begin_array("rows");
  for (const tuner::check::CheckedRow& row : report.check.rows) lines.add_element(row_json(row));
  lines.begin_array("faults");
  for (const tuner::RunFault& fault : report.faults) lines.add_element(fault_json(fault));
  lines.add("off_by_factor", report.check.factor);
  lines.add("other_machine", other_machine_json(report.check));
  lines.add(
      "loss_shape",
      tuner::check::name_of(tuner::check::loss_shape(tuner::check::losses_of(report.check.rows))));
  lines.add("plateau", plateau_json(report));
  lines.add("ranges", ranges_json(report.check));
  lines.add("steps", steps_json(report.steps));
  lines.add("wrong_rows", report.wrong_rows);
  lines.add("slow_end", slow_end_json(report));
  const auto& nearest = report.check.nearest;
  lines.add("nearest_cause", nearest ? cause_json(*nearest) : ordered_json());
  lines.begin_array("causes");
  for (const auto& cause : report.check.causes) lines.add_element(cause_json(cause));
  lines.begin_array("forced");
  for (const auto& one : report.forced) lines.add_element(forced_json(one));
  lines.begin_array("slowed");
  for (const auto& one : report.slowed) lines.add_element(forced_json(one));
  lines.begin_array("bad_choices");
  for (const auto& one : report.bad_choices) lines.add_element(bad_choice_json(one));
  lines.add("over_sockets", or_null(report.over_sockets));
  lines.add("run", or_null(report.run));
  lines.begin_array("other_runs");
  for (const auto& one : report.other_runs) lines.add_element(run_json(one));
  lines.begin_array("published");
  for (const auto& beside : report.published) lines.add_element(published_json(beside));
  lines.begin_array("losses");
  for (const auto& loss : report.losses) lines.add_element(loss_json(loss));
  return lines.finish();
}

std::string check_csv(const app::CheckReport& report) {
  std::string text =
      "id,collective,bytes,algorithm,protocol,channels,expected_us,low_us,high_us,measured_us,"
      "share_reached,place,may_be_program,most_of_expected,bound_us\n";
  for (const tuner::check::CheckedRow& row : report.check.rows) text += csv_row(row_json(row));
  for (const app::CheckReport& other : report.other_runs) {
    for (const tuner::check::CheckedRow& row : other.check.rows) text += csv_row(row_json(row));
  }
  return text;
}

core::Result<app::CheckRequest> check_request(const Arguments& arguments) {
  auto job = job_request_on(text_option(arguments, "topology").value_or(""), arguments);
  if (!job) return core::fail(job.error());
  const auto collective = collective_option(arguments);
  if (!collective) return core::fail(collective.error());
  app::CheckRequest request;
  request.files = arguments.positionals;
  request.job = *std::move(job);
  request.wanted.id = text_option(arguments, "id");
  if (*collective) request.wanted.collectives = {**collective};
  request.wanted.unnamed = *collective;
  request.time_model = time_model_request(arguments);
  return request;
}

std::string render(const app::CheckReport& report, Format format, bool is_quiet,
                   const Display& display) {
  return written(
      format, [&] { return report::findings::check_text(report, is_quiet, display); },
      [&] { return check_json(report); }, [&] { return check_csv(report); });
}

}  // namespace

core::Result<Answer> run_check(const Arguments& arguments, const Display& display) {
  if (arguments.value("topology") == app::hosts::kHosts)
    return check_hosts_answer(arguments, display);
  if (arguments.has("floors")) return check_floors(arguments, display);
  if (const auto floors = expect_floors(arguments); !floors) return core::fail(floors.error());
  const auto format = parse_check_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = check_request(arguments);
  if (!request) return core::fail(request.error());
  auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const bool is_quiet = arguments.has("quiet");
  Answer answer{.form = form_of(*format),
                .exit_code = report->is_odd ? ExitCode::CheckFailed : ExitCode::Done};
  if (*format == Format::Markdown) {
    answer.text = to_markdown(report::issue::check_document(
        *report, report::findings::check_text(*report, is_quiet, Display()),
        issue_options(arguments, is_quiet)));
  } else {
    answer.text = render(*report, *format, is_quiet, display);
  }
  // A report has a section of them.
  if (*format != Format::Markdown || is_quiet) answer.notes = std::move(report->notes);
  return answer;
}

}  // namespace treering::cli
