#include "tuner/reference/published.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/text/reading.h"
#include "tuner/reference/tables.h"

namespace treering::tuner::reference {
namespace {

using Fields = std::vector<std::string_view>;

/// No field of ours has a comma or a quote.
Fields fields_of(std::string_view line) {
  Fields fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

}  // namespace

std::vector<Fields> lines_of(std::string_view name, std::size_t fields) {
  const auto files = published_files();
  const auto file = std::ranges::find(files, name, &core::EmbeddedFile::name);
  TREERING_ASSERT(file != files.end(), "tables are embedded under their names");
  std::vector<Fields> lines;
  core::LineReader reader(file->text);
  reader.next();
  while (reader.next()) {
    lines.push_back(fields_of(reader.line()));
    TREERING_ASSERT(lines.back().size() == fields, "every line of a table has all of its fields");
  }
  return lines;
}

namespace {

std::map<std::string_view, PublishedRun> read_runs() {
  std::map<std::string_view, PublishedRun> runs;
  for (const Fields& line : lines_of("runs", 10)) {
    runs.emplace(line[0], PublishedRun{std::string(line[0]),
                                       std::string(line[1]),
                                       number<int>(line[2]),
                                       number<int>(line[3]),
                                       std::string(line[4]),
                                       std::string(line[5]),
                                       std::string(line[6]),
                                       {std::string(line[7]), std::string(line[8])},
                                       std::string(line[9])});
  }
  return runs;
}

std::vector<PublishedFigure> read_figures() {
  const auto runs = read_runs();
  std::vector<PublishedFigure> figures;
  for (const Fields& line : lines_of("busbw", 4)) {
    const auto run = runs.find(line[0]);
    const auto collective = core::parse_collective(line[1]);
    TREERING_ASSERT(run != runs.end() && collective, "every figure is of a run and a collective");
    figures.push_back({run->second, *collective, core::Bytes::of(number<std::uint64_t>(line[2])),
                       core::Bandwidth::from_gb_per_s(number<double>(line[3]))});
  }
  return figures;
}

}  // namespace

const std::vector<PublishedFigure>& published_figures() {
  static const std::vector<PublishedFigure> kFigures = read_figures();
  return kFigures;
}

std::vector<PublishedFigure> published_on(std::string_view gpu, int nodes, int gpus_per_node) {
  std::vector<PublishedFigure> result;
  for (const PublishedFigure& figure : published_figures()) {
    const PublishedRun& run = figure.run;
    if (run.gpu != gpu) continue;
    const bool is_one_domain = run.network == "NVLink";
    const int as_nodes = is_one_domain ? 1 : run.nodes;
    if (as_nodes == nodes && run.nodes * run.gpus_per_node == nodes * gpus_per_node) {
      result.push_back(figure);
    }
  }
  return result;
}

std::string PublishedRun::repository() const {
  std::size_t end = 0;
  for (int part = 0; part < 3 && end != std::string::npos; ++part) {
    end = source.find('/', end == 0 ? 0 : end + 1);
  }
  return source.substr(0, end);
}

}  // namespace treering::tuner::reference
