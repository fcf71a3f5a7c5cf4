// Assembles a row of a table of nccl-tests, which NCCL's debug output may split.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/runs/row_collector.h"
#include "tuner/runs/table_line.h"

namespace treering::tuner::runs {

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
  void read_wrong(ParsedRow& parsed) const;
  std::string problem() const;

  TableColumns columns_;
  RowStart start_;
  std::vector<std::string_view> prefix_;
  std::string_view op_;
  std::vector<std::string_view> figures_;
  bool has_more_ = false;  // figures than columns
};

}  // namespace treering::tuner::runs
