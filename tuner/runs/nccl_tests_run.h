// One run of nccl-tests in a log: its facts, its table, and the resulting measurements.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/runs/row_collector.h"
#include "tuner/runs/run_facts.h"
#include "tuner/runs/runs.h"
#include "tuner/runs/table_row.h"

namespace treering::tuner::runs {

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

}  // namespace treering::tuner::runs
