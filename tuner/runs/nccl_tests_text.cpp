#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "tuner/runs/bandwidth_ranks.h"
#include "tuner/runs/collective_of_table.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/launch_line.h"
#include "tuner/runs/log_lines.h"
#include "tuner/runs/nccl_tests_table.h"
#include "tuner/runs/plain_text.h"
#include "tuner/runs/row_collector.h"
#include "tuner/runs/run_facts.h"
#include "tuner/runs/runs.h"
#include "tuner/runs/shell_lines.h"
#include "tuner/runs/version_words.h"

namespace treering::tuner::runs {
namespace {

// One run of nccl-tests in a log: its facts, its table, and the resulting measurements.

/// Of a communicator that begins.
bool has_init(std::string_view line) {
  return line.find(" Init ") != std::string_view::npos;
}

class NcclTestsRun {
 public:
  NcclTestsRun(const std::string& file, const ImportHints& hints) : file_(file), hints_(hints) {}

  // What the lines before and after the table say.
  void read_facts(std::string_view line) { read_run_line(line, facts_); }
  /// \param debug where NCCL's own text begins in `line`
  void read_debug(std::string_view line, std::size_t debug) {
    read_debug_line(line.substr(debug), facts_);
    // Behind the table the next communicators are those of another run.
    const bool is_next = facts_.has_end && has_init(line);
    if (!is_next) read_communicator_line(line, debug, facts_.communicator);
  }
  void add_device(RunDevice device) { facts_.devices.push_back(std::move(device)); }
  void set_command(const LaunchLine& command);
  /// The shell's, which hold unless the command sets them.
  void set_variables(const std::map<std::string, std::string>& variables) {
    runs::take_variables(variables, facts_);
  }
  /// Of the lines between this run and the one before.
  void set_title(std::string title) { title_ = std::move(title); }
  /// A line that is no part of the output of nccl-tests: a heading behind it is of another start.
  void end_heading() {
    if (!has_started()) facts_.headings = 0;
  }
  /// Whether the device may be one of this run: its list may go on behind the heading of the table.
  bool lacks(const RunDevice& device) const {
    const auto is_it = [&](const RunDevice& one) {
      return one.rank == device.rank && one.group == device.group;
    };
    return !has_rows() && !facts_.devices.empty() && std::ranges::none_of(facts_.devices, is_it);
  }
  const LaunchLine& command() const { return facts_.launch; }
  const RunFacts& facts() const { return facts_; }
  const TableColumns& columns() const { return columns_; }
  /// The facts of the run before, for a table that has none of its own: people leave them out where
  /// they paste a second one.
  void set_before(RunFacts facts) { before_ = std::move(facts); }
  /// Of the run before, or of words, where NCCL says none.
  void set_version(std::string_view version) { assumed_version_ = version; }
  const std::string& version() const {
    return facts_.nccl_version.empty() ? assumed_version_ : facts_.nccl_version;
  }

  void begin_table(const TableColumns& columns);
  void read_table_line(const TableLine& line, int number);
  void end_table();

  bool has_started() const { return has_table() || !facts_.devices.empty(); }
  /// Whether a test began, be it only by its heading.
  bool has_begun() const {
    return facts_.headings > 0 || has_started_test_ || !facts_.devices.empty();
  }
  void begin_test(int line) {
    has_started_test_ = true;
    if (first_line_ == 0) first_line_ = line;
  }
  void end_test() { facts_.has_end = true; }
  /// Collectives that words before the table name, the nearest line last.
  void set_words(std::vector<std::vector<core::Collective>> words) { words_ = std::move(words); }
  bool has_table() const { return columns_.is_known || has_rows(); }
  bool is_in_table() const { return is_in_table_; }
  /// Whether further lines are useless.
  bool is_full() const { return parsed_rows_.size() > kMaxMeasurements; }
  bool has_rows() const { return !parsed_rows_.empty() || open_; }
  /// The size of the last row; 0 without one.
  std::uint64_t last_bytes() const;
  /// Whether busbw over algbw is another in the row than in the last one: of another number of
  /// ranks, where no list says it, or of another collective.
  bool has_other_factor(const ParsedRow& row) const;

  /// Hands over the rows, with all facts of the run. Call it once. \param number of the run, from 0
  void finish(RowCollector& rows, int number);

 private:
  std::string at(int line) const;
  void close_row();
  void hand_over(const Measurement& common, RowCollector& rows);
  void reject_line(int line, std::string problem);
  /// Why none of the rows can be used; empty when they can.
  std::string refusal() const;
  std::optional<core::Collective> collective() const;
  void conclude_collective();
  bool keep_one_named_in(const std::vector<core::Collective>& named);
  void note_doubts(RowCollector& rows) const;
  void take_job_of_before();
  void read_ranks_of_rows();
  void take_average(int line);

  const std::string& file_;
  const ImportHints& hints_;
  RunFacts facts_;
  RunFacts before_;
  std::string title_;
  std::string assumed_version_;
  TableColumns columns_;
  bool is_in_table_ = false;
  bool has_started_test_ = false;
  std::vector<std::vector<core::Collective>> words_;
  std::vector<core::Collective> possible_;  // where no line names the collective
  std::string concluded_;                   // how one was found among them; empty: it was not
  int first_line_ = 0;                      // of what says that the test began
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

void NcclTestsRun::set_command(const LaunchLine& command) {
  take_launch(command, facts_);
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
  if (facts_.program.empty()) {
    const bool is_open = possible_.size() > 1 && hints_.open == ImportHints::Open::Rejected;
    return possible_.empty() || is_open ? std::nullopt : std::optional(possible_.front());
  }
  const auto named = core::parse_collective(facts_.program);
  if (!named) return {};
  return *named;
}

/// False where none, or several, of the possible ones are among the named.
bool NcclTestsRun::keep_one_named_in(const std::vector<core::Collective>& named) {
  const auto is_named = [&](core::Collective one) {
    return std::ranges::find(named, one) != named.end();
  };
  if (std::ranges::count_if(possible_, is_named) != 1) return false;
  possible_ = {*std::ranges::find_if(possible_, is_named)};
  return true;
}

/// What the table leaves of the collectives; of several the one that is given, else that of the
/// words above it, else that of the file's name.
void NcclTestsRun::conclude_collective() {
  if (!facts_.program.empty()) return;
  possible_ = possible_collectives(parsed_rows_, listed_ranks(facts_));
  const auto& given = hints_.collective;
  if (given && (possible_.empty() || keep_one_named_in({*given}))) {
    possible_ = {*given};
    return;
  }
  if (possible_.size() == 1) concluded_ = "by the columns and figures of its table";
  for (auto line = words_.rbegin(); line != words_.rend() && possible_.size() > 1; ++line) {
    if (keep_one_named_in(*line)) concluded_ = "by the words above its table";
  }
  if (possible_.size() > 1 && keep_one_named_in(collectives_named_in(label_of(file_)))) {
    concluded_ = "by the name of the file";
  }
}

std::string NcclTestsRun::refusal() const {
  const std::string rows = core::counted(parsed_rows_.size(), "row");
  if (columns_.is_cpu_time) {
    return fmt::format("{} of cputime (-C), the time that calls take to return", rows);
  }
  if (collective()) return "";
  if (facts_.program.empty() && possible_.size() > 1) {
    std::vector<std::string_view> names;
    for (const core::Collective one : possible_) names.push_back(core::name_of(one));
    return fmt::format(
        "{} of one of {}, which their table does not tell apart; name it with "
        "⟨collective⟩",
        rows, fmt::join(names, ", "));
  }
  if (facts_.program.empty()) {
    return fmt::format("{} of an unknown collective; name it with ⟨collective⟩", rows);
  }
  return fmt::format("{} of {}_perf, a collective that treering does not know", rows,
                     core::printable(facts_.program));
}

void NcclTestsRun::note_doubts(RowCollector& rows) const {
  const std::string& where = parsed_rows_.front().where;
  if (facts_.has_failed_values && !columns_.counts_wrong) {
    rows.note(where, "some results of this run were wrong");
  }
}

bool is_clear(const FactorRange& range) {
  return range.least > 0 && range.least <= range.greatest;
}

bool NcclTestsRun::has_other_factor(const ParsedRow& row) const {
  constexpr double kRounding = 1.003;
  if (parsed_rows_.empty() || !facts_.devices.empty() || !row.problem.empty()) return false;
  const FactorRange last = factor_range({parsed_rows_.back()});
  const FactorRange own = factor_range({row});
  return is_clear(last) && is_clear(own) &&
         (own.least > last.greatest * kRounding || last.least > own.greatest * kRounding);
}

std::uint64_t NcclTestsRun::last_bytes() const {
  std::uint64_t bytes = 0;
  for (const ParsedRow& parsed : parsed_rows_) {
    if (parsed.problem.empty()) bytes = parsed.row.bytes;
  }
  return bytes;
}

/// The row that an average over large sizes stands for, where the table is left out: these have
/// nearly the same bandwidth.
void NcclTestsRun::take_average(int line) {
  constexpr std::uint64_t kLarge = std::uint64_t{128} << 20U;
  const LaunchLine& launch = facts_.launch;
  if (!parsed_rows_.empty() || facts_.average_busbw <= 0 || facts_.program.empty()) return;
  if (launch.least_bytes < kLarge || launch.most_bytes < launch.least_bytes) return;
  ParsedRow parsed;
  parsed.where = at(line);
  parsed.row.line = line;
  parsed.row.bytes = launch.least_bytes;
  // The geometric mean of the two.
  while (parsed.row.bytes < launch.most_bytes / (parsed.row.bytes / launch.least_bytes)) {
    parsed.row.bytes *= 2;
  }
  parsed.out_of_place.busbw_gb_per_s = Figure{facts_.average_busbw, 0};
  parsed.doubt =
      fmt::format("the text has no table: the average of {} to {} stands for one row of {}",
                  core::format_size(launch.least_bytes), core::format_size(launch.most_bytes),
                  core::format_size(parsed.row.bytes));
  parsed_rows_.push_back(std::move(parsed));
}

/// The rows, each with what all have in common.
void NcclTestsRun::hand_over(const Measurement& common, RowCollector& rows) {
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

/// What only all rows together say of the job.
void NcclTestsRun::read_ranks_of_rows() {
  facts_.count_ranks = ranks_by_counts(parsed_rows_);
  if (const auto one = collective()) {
    facts_.bandwidth_ranks = ranks_by_bandwidths(*one, parsed_rows_);
    facts_.bandwidth_factor = shown_factor(parsed_rows_);
    facts_.possible_ranks = rank_range(*one, parsed_rows_);
  }
  std::map<std::uint64_t, int> counts;
  for (const ParsedRow& parsed : parsed_rows_) {
    if (!parsed.problem.empty()) continue;
    facts_.equal_sizes = std::max(facts_.equal_sizes, ++counts[parsed.row.bytes]);
  }
}

/// A table without a list of devices, a heading or a command has those of the run before, where its
/// figures are of as many ranks.
void NcclTestsRun::take_job_of_before() {
  const bool has_own = !facts_.devices.empty() || !facts_.communicator.empty() ||
                       facts_.logged_ranks > 0 || facts_.headings > 0 ||
                       facts_.launch.processes > 0;
  const int ranks = listed_ranks(before_) > 0 ? listed_ranks(before_) : before_.launch.ranks();
  const bool are_other = (facts_.count_ranks > 0 && facts_.count_ranks != ranks) ||
                         (facts_.bandwidth_ranks > 0 && facts_.bandwidth_ranks != ranks);
  if (has_own || ranks == 0 || are_other || !facts_.possible_ranks.has(ranks)) return;
  // A title may begin the run of another machine.
  if (!facts_.possible_ranks.is_known() && !title_.empty()) return;
  facts_.devices = before_.devices;
  facts_.communicator = before_.communicator;
  facts_.logged_ranks = before_.logged_ranks;
  facts_.logged_nodes = before_.logged_nodes;
  facts_.gpus_per_process = before_.gpus_per_process;
  facts_.launch = before_.launch;
}

void NcclTestsRun::finish(RowCollector& rows, int number) {
  close_row();
  take_average(std::max(first_line_, 1));
  if (parsed_rows_.empty()) {
    if (!has_begun()) return;
    for (RunFault& fault : faults_of(facts_, at(first_line_), 0)) rows.fault(std::move(fault));
    return;
  }
  facts_.nccl_version = version();
  conclude_collective();
  read_ranks_of_rows();
  take_job_of_before();
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
  const std::string& where = parsed_rows_.front().where;
  const std::string concluded = apply_facts(facts_, common);
  if (!concluded_.empty()) {
    rows.deduced(where, fmt::format("the collective is {}, {}", core::name_of(common.collective),
                                    concluded_));
  }
  if (possible_.size() > 1) rows.open(possible_);
  if (!concluded.empty()) rows.deduced(where, concluded);
  rows.settings({file_, number, facts_.variables, title_});
  if (const std::uint64_t last = last_bytes(); last > 0) {
    for (RunFault& fault : faults_of(facts_, where, last)) rows.fault(std::move(fault));
  }
  note_doubts(rows);
  hand_over(common, rows);
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
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

// Longer than any command line.
constexpr std::size_t kMostOfCommand = std::size_t{64} << 10U;

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
      const std::string joined = without_inner_tags(lines.line());
      read_line(joined.empty() ? lines.line() : kept_.emplace_back(joined));
    }
    end_run();
    return std::move(rows_).finish(source_.file);
  }

 private:
  void read_line(std::string_view line) {
    const std::size_t debug = find_debug(line);
    const bool is_debug = debug != std::string_view::npos;
    if (!is_debug) read_shell_line(line);
    if (!is_debug && !starts_run(line) && !ends_table(line) && read_command(line)) return;
    if (is_debug) run_->read_debug(line, debug);
    const TableLine table{words_of(line.substr(0, debug)), is_debug};
    if (!is_debug && read_heading(line, table)) return;
    if (!is_debug && starts_run(line)) {
      if (run_->has_started() || !next_command_.program.empty()) next_run();
      run_->begin_test(number_);
      run_->read_facts(line);
      return;
    }
    if (!is_debug && read_device(line)) return;
    read_table_line(line, table);
    if (is_debug) return;
    run_->read_facts(line);
    if (!table.words.empty() && !has(line, "#")) run_->end_heading();
    if (!ends_table(line)) return;
    run_->end_table();
    run_->end_test();
  }

  /// What the lines between runs say of those that follow.
  void read_shell_line(std::string_view line) {
    if (variables_.read(line) && !run_->has_begun() && !run_->has_rows()) {
      take_variables();
    }
    std::string title = title_in(line);
    if (title.empty()) return;
    if (run_->has_rows()) {
      run_->end_table();
      next_title_ = std::move(title);
    } else {
      run_->set_title(std::move(title));
    }
  }

  /// Whether a row begins another run: behind a command, of other ranks, or with smaller sizes
  /// behind a title or a heading that stands there again.
  bool is_row_of_next(const RowStart& row, const TableLine& table) const {
    if (!run_->has_rows()) return false;
    if (has_new_command_) return true;
    if (run_->has_other_factor(TableRow(table, row, run_->columns()).parsed())) return true;
    const bool is_anew = row.bytes <= run_->last_bytes();
    const bool may_be_lone =
        run_->facts().headings > 1 || lone_processes(run_->facts()).processes > 1;
    return is_anew && !may_be_lone && (is_headed_again_ || !next_title_.empty());
  }

  /// Of the lines before the first row, those that name collectives are kept.
  void read_table_line(std::string_view line, const TableLine& table) {
    const auto row = find_row(table.words);
    const bool is_row = row && row->has_known_type;
    if (is_row && is_row_of_next(*row, table)) {
      const TableColumns columns = run_->columns();
      next_run();
      if (columns.is_known) run_->begin_table(columns);
    }
    if (is_row) forget_breaks();
    const bool had_rows = run_->has_rows();
    run_->read_table_line(table, number_);
    if (!had_rows && run_->has_rows()) {
      run_->set_words(std::exchange(words_, {}));
      next_version_.clear();
    }
    if (table.is_torn || run_->is_in_table() || words_.size() > kMaxRemarks) return;
    if (std::string version = nccl_version_in_words(line); !version.empty()) take(version);
    if (auto named = collectives_named_in(line); !named.empty()) words_.push_back(std::move(named));
  }

  /// Words on NCCL stand before the run that they are about.
  void take(const std::string& version) {
    if (!run_->has_rows()) run_->set_version(version);
    next_version_ = version;
  }

  bool read_heading(std::string_view line, const TableLine& table) {
    if (!has(line, "type")) return false;
    const auto columns = parse_heading(table.words);
    if (!columns) return false;
    // Some print the heading again between the rows of one table.
    if (run_->has_rows() && (!run_->is_in_table() || has_new_command_)) next_run();
    is_headed_again_ = run_->has_rows();
    run_->begin_table(*columns);
    return true;
  }

  bool read_device(std::string_view line) {
    if (!has(line, "Rank") || !has(line, " device ")) return false;
    RunFacts facts;
    if (!read_device_line(line, facts)) return false;
    if (run_->has_table() && !run_->lacks(facts.devices.front())) {
      // A list without a heading of its own is of another process of the same start.
      if (next_command_.program.empty()) next_command_ = run_->command();
      next_run();
    }
    run_->begin_test(number_);
    run_->add_device(std::move(facts.devices.front()));
    return true;
  }

  /// A command line that was pasted with its output: it stands before the run that it starts. A
  /// line that ends with a backslash goes on in the next.
  bool read_command(std::string_view line) {
    const std::string_view text = core::trimmed(line);
    const bool goes_on = text.ends_with('\\') && command_.size() < kMostOfCommand;
    if (command_.empty() && !goes_on && !has(text, "_perf")) return false;
    command_ += std::string(text.substr(0, text.size() - (goes_on ? 1 : 0))) + " ";
    if (goes_on) return true;
    LaunchLine command;
    const bool is_one = read_launch_line(std::exchange(command_, ""), command);
    if (!is_one) return false;
    if (run_->has_begun() || run_->has_rows()) {
      next_command_ = std::move(command);
      has_new_command_ = run_->has_rows();
    } else {
      run_->set_command(command);
    }
    return true;
  }

  void take_variables() {
    run_->set_variables(variables_.all());
    variables_.end_next();
  }

  void forget_breaks() {
    is_headed_again_ = false;
    has_new_command_ = false;
    next_title_.clear();
  }

  void begin_run() {
    RunFacts before = run_ ? run_->facts() : RunFacts();
    run_.emplace(source_.file, hints_);
    run_->set_before(std::move(before));
    take_variables();
    run_->set_title(next_title_);
    forget_breaks();
    run_->set_command(std::exchange(next_command_, {}));
    run_->set_version(next_version_.empty() ? version_ : std::exchange(next_version_, {}));
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
  LaunchLine next_command_;
  std::string command_;  // the lines of one that goes on
  ShellVariables variables_;
  // Since the last row:
  std::string next_title_;
  bool is_headed_again_ = false;
  bool has_new_command_ = false;
  std::deque<std::string> kept_{};  // lines that were mended: rows refer to them
  std::string version_;
  std::string next_version_;                          // by words
  std::vector<std::vector<core::Collective>> words_;  // lines that name collectives
};

}  // namespace

bool is_nccl_tests_text(std::string_view text) {
  const std::string plain = plain_text(text);
  for (core::LineReader lines(plain); lines.next();) {
    if (starts_run(lines.line()) || has(lines.line(), "Avg bus bandwidth")) return true;
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
