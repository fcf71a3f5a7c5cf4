#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/log_lines.h"
#include "tuner/runs/nccl_tests_table.h"
#include "tuner/runs/row_collector.h"
#include "tuner/runs/run_facts.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {
namespace {

// One run of nccl-tests in a log: its facts, its table, and the resulting measurements.

class NcclTestsRun {
 public:
  NcclTestsRun(const std::string& file, const ImportHints& hints) : file_(file), hints_(hints) {}

  // What the lines before and after the table say.
  void read_facts(std::string_view line) { read_run_line(line, facts_); }
  void read_debug(std::string_view message) { read_debug_line(message, facts_); }
  void add_device(RunDevice device) { facts_.devices.push_back(std::move(device)); }
  void set_command(const RunFacts& command);
  void set_version(std::string_view version) { facts_.nccl_version = version; }
  const std::string& version() const { return facts_.nccl_version; }

  void begin_table(const TableColumns& columns);
  void read_table_line(const TableLine& line, int number);
  void end_table();

  bool has_started() const { return has_table() || !facts_.devices.empty(); }
  bool has_table() const { return columns_.is_known || has_rows(); }
  bool is_in_table() const { return is_in_table_; }
  /// Whether further lines are useless.
  bool is_full() const { return parsed_rows_.size() > kMaxMeasurements; }
  bool has_rows() const { return !parsed_rows_.empty() || open_; }

  /// Hands over the rows, with all facts of the run. Call it once. \param number of the run, from 0
  void finish(RowCollector& rows, int number);

 private:
  std::string at(int line) const;
  void close_row();
  void reject_line(int line, std::string problem);
  /// Why none of the rows can be used; empty when they can.
  std::string refusal() const;
  std::optional<core::Collective> collective() const;
  void note_doubts(RowCollector& rows) const;

  const std::string& file_;
  const ImportHints& hints_;
  RunFacts facts_;
  TableColumns columns_;
  bool is_in_table_ = false;
  std::optional<TableRow> open_;
  int open_line_ = 0;
  std::vector<ParsedRow> parsed_rows_;
};

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

std::string NcclTestsRun::at(int line) const {
  return fmt::format("{}:{}", file_, line);
}

void NcclTestsRun::set_command(const RunFacts& command) {
  facts_.program = command.program;
  facts_.way.algorithm = command.way.algorithm;
  facts_.way.protocol = command.way.protocol;
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

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Without colours, with blanks for tabs and for the non-breaking spaces of web pages, and with
/// ends of lines where the text has only carriage returns. Lines stay what they are.
std::string plain_text(std::string_view text) {
  std::string plain = core::without_escapes(text);
  std::ranges::replace(plain, '\t', ' ');
  if (plain.find('\n') == std::string::npos) std::ranges::replace(plain, '\r', '\n');
  constexpr std::string_view kNonBreaking = "\xc2\xa0";
  std::size_t to = 0;
  for (std::size_t from = 0; from < plain.size(); ++from) {
    const bool is_blank = plain.compare(from, kNonBreaking.size(), kNonBreaking) == 0;
    plain[to++] = is_blank ? ' ' : plain[from];
    if (is_blank) ++from;
  }
  plain.resize(to);
  return plain;
}

/// Where a line of NCCL's own begins; npos for none.
std::size_t find_debug(std::string_view line) {
  constexpr std::string_view kName = "NCCL ";
  for (std::size_t at = line.find(kName); at != std::string_view::npos;
       at = line.find(kName, at + 1)) {
    for (const std::string_view level : {"INFO", "WARN", "TRACE", "ABORT", "VERSION"}) {
      if (line.substr(at + kName.size()).starts_with(level)) return at;
    }
  }
  return std::string_view::npos;
}

/// "# nThread 1 nGpus 8 ..." and what newer versions print above it.
bool starts_run(std::string_view line) {
  return (has(line, "nThread ") && has(line, " nGpus ")) ||
         has(line, "Collective test starting:") || has(line, "nccl-tests version ");
}

bool ends_table(std::string_view line) {
  return has(line, "Out of bounds values") || has(line, "Avg bus bandwidth") ||
         has(line, "Collective test concluded:");
}

class TextReader {
 public:
  TextReader(const ImportSource& source, const ImportHints& hints)
      : source_(source), hints_(hints) {
    begin_run();
  }

  core::Result<MeasurementSet> read(std::string_view plain) {
    core::LineReader lines(plain);
    while (!rows_.is_full() && !run_->is_full() && lines.next()) {
      number_ = static_cast<int>(lines.number());
      read_line(lines.line());
    }
    end_run();
    return std::move(rows_).finish(source_.file);
  }

 private:
  void read_line(std::string_view line) {
    const std::size_t debug = find_debug(line);
    const bool is_debug = debug != std::string_view::npos;
    if (is_debug) run_->read_debug(line.substr(debug));
    const TableLine table{words_of(line.substr(0, debug)), is_debug};
    if (!is_debug && read_heading(line, table)) return;
    if (!is_debug && starts_run(line)) {
      if (run_->has_started()) next_run();
      run_->read_facts(line);
      return;
    }
    if (!is_debug && read_device(line)) return;
    run_->read_table_line(table, number_);
    if (is_debug) return;
    read_command(table);
    run_->read_facts(line);
    if (ends_table(line)) run_->end_table();
  }

  bool read_heading(std::string_view line, const TableLine& table) {
    if (!has(line, "type")) return false;
    const auto columns = parse_heading(table.words);
    if (!columns) return false;
    // Some print the heading again between the rows of one table.
    if (run_->has_rows() && !run_->is_in_table()) next_run();
    run_->begin_table(*columns);
    return true;
  }

  bool read_device(std::string_view line) {
    if (!has(line, "Rank") || !has(line, " device ")) return false;
    RunFacts facts;
    if (!read_device_line(line, facts)) return false;
    if (run_->has_table()) next_run();
    run_->add_device(std::move(facts.devices.front()));
    return true;
  }

  /// A command line that was pasted with its output: it stands before the run that it starts.
  void read_command(const TableLine& line) {
    RunFacts command;
    if (!read_command_line(line.words, command)) return;
    if (run_->has_started()) {
      next_command_ = std::move(command);
    } else {
      run_->set_command(command);
    }
  }

  void begin_run() {
    run_.emplace(source_.file, hints_);
    run_->set_command(std::exchange(next_command_, {}));
    run_->set_version(version_);
  }

  void end_run() {
    version_ = run_->version();  // the next run may not say it again
    run_->finish(rows_, runs_++);
  }

  void next_run() {
    end_run();
    begin_run();
  }

  const ImportSource& source_;
  const ImportHints& hints_;
  RowCollector rows_;
  std::optional<NcclTestsRun> run_;
  int number_ = 0;
  int runs_ = 0;
  RunFacts next_command_;
  std::string version_;
};

}  // namespace

bool is_nccl_tests_text(std::string_view text) {
  const std::string plain = plain_text(text);
  for (core::LineReader lines(plain); lines.next();) {
    if (starts_run(lines.line())) return true;
    const auto words = words_of(lines.line());
    if (parse_heading(words)) return true;
    const auto row = find_row(words);
    if (row && row->has_known_type) return true;
  }
  return false;
}

core::Result<MeasurementSet> read_nccl_tests_text(const ImportSource& source,
                                                  const ImportHints& hints) {
  const std::string plain = plain_text(source.text);
  return TextReader(source, hints).read(plain);
}

}  // namespace treering::tuner::runs
