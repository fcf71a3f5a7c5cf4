#include "cli/check/hosts.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/measuring/check_hosts.h"
#include "cli/options/names.h"
#include "cli/output/json_document.h"
#include "report/measurements/check_hosts_text.h"

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
  json["collective"] = core::name_of(one.collective);
  json["algorithm"] = or_null(row.algorithm);
  json["from"] = one.pair ? ordered_json(one.pair->from) : ordered_json();
  json["to"] = one.pair ? ordered_json(one.pair->to) : ordered_json();
  json["bytes"] = one.bytes;
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
  lines.add("notes", report.notes);
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

}  // namespace

core::Result<Answer> check_hosts_answer(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  app::measuring::CheckHostsRequest request;
  request.files = arguments.positionals;
  request.nic_rate = arguments.value("nic-rate").value_or("");
  const auto report = app::measuring::answer(request);
  if (!report) return core::fail(report.error());
  Answer answer;
  answer.exit_code = report->is_passed() ? ExitCode::Done : ExitCode::CheckFailed;
  switch (*format) {
    case Format::Text:
      answer.text =
          report::measurements::check_hosts_text(*report, arguments.has("quiet"), display);
      break;
    case Format::Json:
      answer.text = hosts_json(*report);
      break;
    case Format::Csv:
      answer.text = hosts_csv(*report);
      break;
  }
  return answer;
}

}  // namespace treering::cli
