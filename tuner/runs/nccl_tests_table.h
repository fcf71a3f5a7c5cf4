// A table of nccl-tests: its heading, its lines and its rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/runs/row_collector.h"

namespace treering::tuner::runs {

// The lines of a table of nccl-tests: its heading, and how a row begins.
//
// Source: NVIDIA/nccl-tests from its first commit (2017) to 2.19.6, src/common.cu, src/util.cu and
// the print functions of src/*.cu. What changed:
//   2017         "bytes N type [op|root] time algbw busbw res", twice or once, times in ms
//   2.4 (2019)   "size count type [redop|root] time algbw busbw error", twice, times in us; error
//                is the greatest deviation
//   2.13 (2022)  redop and root always stand there; #wrong counts wrong elements
//   2.17 (2025)  a timestamp may end a row (-S); 2.19.2 (2026): four figures of single iterations
//                (-I) after each #wrong

struct TableColumns {
  bool is_known = false;  // a heading was seen
  bool has_root = false;
  std::size_t figures = 8;               // of a row, from the first time on
  std::vector<std::size_t> times{0, 4};  // which of them are times; algbw, busbw, errors follow
  bool counts_wrong = true;              // the errors are numbers of elements
  double us_per_unit = 1;
  bool is_cpu_time = false;  // -C: how long the call took to return
};

/// The columns that a heading names; nothing when `words` are none.
std::optional<TableColumns> parse_heading(const std::vector<std::string_view>& words);

/// How a row begins: "1048576 262144 float".
struct RowStart {
  std::size_t word = 0;  // of the size
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;  // of elements
  std::string_view type;
  bool has_known_type = false;
};

/// The size may be glued to a prefix, as in "[1,0]<stdout>:8589934592".
std::optional<RowStart> find_row(const std::vector<std::string_view>& words);

/// Whether `word` may stand where a table has a figure: a number, "N/A", "nan", "inf".
bool is_figure_word(std::string_view word);

/// The figure at the start of `word`, where a debug line follows without a blank: "0" of
/// "0node1:880:887".
std::string_view leading_figure(std::string_view word);

// Assembles a row of a table of nccl-tests, which NCCL's debug output may split.

/// A line of a log, for the table.
struct TableLine {
  std::vector<std::string_view> words;  // up to the message of a debug line
  bool is_torn = false;                 // such a message follows, glued to the last word
};

class TableRow {
 public:
  /// Takes the part of the row in `line`, which begins at `start`.
  TableRow(const TableLine& line, const RowStart& start, const TableColumns& columns);

  /// Takes the figures of a line that has only figures behind the prefix of the row. False, and
  /// nothing taken, for other lines.
  bool take(const TableLine& line);

  bool is_whole() const { return figures_.size() >= columns_.figures; }

  /// The row; its `problem` says what is missing.
  ParsedRow parsed() const;

 private:
  void take_figures(const TableLine& line, std::size_t first);
  PlacementFigures placement(std::size_t time) const;
  std::optional<bool> is_right(std::size_t time) const;
  RowSigns signs() const;
  void read_wrong(ParsedRow& parsed) const;
  std::string problem() const;

  TableColumns columns_;
  RowStart start_;
  std::vector<std::string_view> prefix_;
  std::string_view op_;
  std::optional<int> root_;
  std::vector<std::string_view> figures_;
  bool has_more_ = false;  // figures than columns
};

}  // namespace treering::tuner::runs
