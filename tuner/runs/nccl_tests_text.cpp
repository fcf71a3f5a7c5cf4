#include "tuner/runs/nccl_tests_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/text/escapes.h"
#include "core/text/lines.h"
#include "tuner/runs/figure.h"
#include "tuner/runs/nccl_tests_run.h"
#include "tuner/runs/run_words.h"

namespace treering::tuner::runs {
namespace {

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
