#include "cli/commands.h"
#include "cli/figures.h"
#include "cli/names.h"
#include "cli/plan.h"
#include "cli/show_report.h"

namespace treering::cli {

std::string show_text(const ShowReport& report, const Display& display) {
  std::string text = machine_text(report, display);
  if (report.plan) text += graphs_text(report);
  return text;
}

std::string show_csv(const ShowReport& report) {
  const sim::SmiMatrix& paths = report.paths;
  std::vector<std::string> fields{"device"};
  for (const sim::SmiRow& row : paths.rows) fields.push_back(row.name);
  fields.insert(fields.end(), {"cpu_affinity", "numa_affinity"});
  std::string text = csv_line(fields) + "\n";
  for (std::size_t i = 0; i < paths.rows.size(); ++i) {
    fields = {paths.rows[i].name};
    for (std::size_t j = 0; j < paths.rows.size(); ++j) fields.push_back(text_of(paths.cell(i, j)));
    fields.insert(fields.end(), {paths.rows[i].cpu_affinity, paths.rows[i].numa_affinity});
    text += csv_line(fields) + "\n";
  }
  return text;
}

core::Result<Answer> run_show(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto job = read_job(arguments);
  if (!job) return core::fail(job.error());
  ShowReport report{*std::move(job), {}, std::nullopt, arguments.has("quiet")};
  report.paths = sim::smi_matrix(report.job.cluster.node);
  if (arguments.has("graphs")) {
    auto plan = make_plan(report.job);
    if (!plan) return core::fail(plan.error());
    report.plan = *std::move(plan);
  }
  switch (*format) {
    case Format::Text:
      return Answer{.text = show_text(report, display), .notes = report.job.notes};
    case Format::Json:
      return Answer{.text = show_json(report), .notes = report.job.notes};
    case Format::Csv:
      return Answer{.text = show_csv(report), .notes = report.job.notes};
  }
  return Answer{};
}

}  // namespace treering::cli
