#include "tuner/runs/nccl_tests_run.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/unit_text.h"

namespace treering::tuner::runs {
namespace {

/// Figures and little else, or a size and a count: what a broken row leaves.
bool looks_like_row(const TableLine& line) {
  const auto& words = line.words;
  if (line.is_torn || words.size() < 2) return false;
  if (std::ranges::all_of(words, is_figure_word)) return true;
  // Whatever stands in place of its size, a row has six figures and more, a type and an operation.
  constexpr std::ptrdiff_t kFiguresOfRow = 6;
  constexpr std::size_t kOtherWords = 4;
  const auto figures = std::ranges::count_if(words, is_figure_word);
  if (figures >= kFiguresOfRow && words.size() <= static_cast<std::size_t>(figures) + kOtherWords) {
    return true;
  }
  return whole_number(words[0]) && whole_number(words[1]);
}

}  // namespace

std::string NcclTestsRun::at(int line) const {
  return fmt::format("{}:{}", file_, line);
}

void NcclTestsRun::set_command(const RunFacts& command) {
  facts_.program = command.program;
  facts_.algorithm = command.algorithm;
  facts_.protocol = command.protocol;
}

void NcclTestsRun::begin_table(const TableColumns& columns) {
  close_row();
  columns_ = columns;
  is_in_table_ = true;
}

void NcclTestsRun::end_table() {
  close_row();
  is_in_table_ = false;
}

void NcclTestsRun::read_table_line(const TableLine& line, int number) {
  const auto start = find_row(line.words);
  if (start && (start->has_known_type || (is_in_table_ && !line.is_torn))) {
    close_row();
    open_.emplace(line, *start, columns_);
    open_line_ = number;
    is_in_table_ = true;
    if (open_->is_whole()) close_row();
    return;
  }
  if (open_ && open_->take(line)) {
    if (open_->is_whole()) close_row();
    return;
  }
  if (is_in_table_ && looks_like_row(line)) {
    reject_line(number, fmt::format("no whole row: {}", core::in_quotes(line.words[0])));
  }
}

void NcclTestsRun::reject_line(int line, std::string problem) {
  ParsedRow parsed;
  parsed.where = at(line);
  parsed.problem = std::move(problem);
  parsed_rows_.push_back(std::move(parsed));
}

void NcclTestsRun::close_row() {
  if (!open_) return;
  ParsedRow parsed = open_->parsed();
  open_.reset();
  parsed.where = at(open_line_);
  parsed.row.line = open_line_;
  parsed_rows_.push_back(std::move(parsed));
}

std::optional<core::Collective> NcclTestsRun::collective() const {
  if (facts_.program.empty()) return hints_.collective;
  const auto named = core::parse_collective(facts_.program);
  if (!named) return {};
  return *named;
}

std::string NcclTestsRun::refusal() const {
  const std::string rows = core::counted(parsed_rows_.size(), "row");
  if (columns_.is_cpu_time) {
    return fmt::format("{} of cputime (-C), the time that calls take to return", rows);
  }
  if (collective()) return "";
  if (facts_.program.empty()) {
    return fmt::format("{} of an unknown collective; name it with ⟨collective⟩", rows);
  }
  return fmt::format("{} of {}_perf, a collective that treering does not know", rows,
                     core::printable(facts_.program));
}

void NcclTestsRun::note_doubts(RowCollector& rows) const {
  const std::string& where = parsed_rows_.front().where;
  if (has_lone_processes(facts_)) {
    rows.note(
        where,
        "rank 0 is listed twice, so each process ran alone; was nccl-tests built without MPI?");
  }
  if (facts_.has_failed_values && !columns_.counts_wrong) {
    rows.note(where, "some results of this run were wrong");
  }
}

void NcclTestsRun::finish(RowCollector& rows, int number) {
  close_row();
  if (parsed_rows_.empty()) return;
  const std::string refused = refusal();
  if (!refused.empty()) {
    rows.reject(parsed_rows_.front().where, refused);
    return;
  }
  Measurement common;
  common.id = hints_.id.empty() ? label_of(file_) : hints_.id;
  common.file = file_;
  common.run = number;
  common.collective = *collective();
  apply_facts(facts_, common);
  note_doubts(rows);
  for (ParsedRow& parsed : parsed_rows_) {
    Measurement row = common;
    row.bytes = parsed.row.bytes;
    row.type = parsed.row.type;
    row.op = parsed.row.op;
    row.wrong = parsed.row.wrong;
    row.line = parsed.row.line;
    parsed.row = std::move(row);
    rows.add(std::move(parsed));
  }
  parsed_rows_.clear();
}

}  // namespace treering::tuner::runs
