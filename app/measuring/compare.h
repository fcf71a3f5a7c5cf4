// Two sets of measurements side by side: before and after, two clusters, two versions of NCCL.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/measuring/compared_side.h"
#include "core/call.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "tuner/measure/configuration.h"
#include "tuner/stats/verdict.h"

namespace treering::app::measuring {

struct CompareRequest {
  /// Results of treering measure, or whatever import reads; each a file.
  std::string before;
  std::string after;
  std::optional<core::Collective> collective;  // of logs that do not name theirs
};

struct ComparedRow {
  tuner::measure::Configuration configuration;
  std::string series;  // id of the rows, where a file has several, else empty
  std::string runner;  // likewise
  int ranks = 0;
  double before_us = 0;  // median
  double after_us = 0;
  std::size_t before_launches = 0;
  std::size_t after_launches = 0;
  tuner::measure::Used before_used;  // what ran, where it is known
  tuner::measure::Used after_used;
  tuner::stats::Judgement judgement;
  bool is_blurred = false;  // undecided for what ranks' starts and clocks leave open alone
  /// Launches that both sides have. They are left out, unless a side has no others: then all are
  /// shown, and there is no verdict.
  std::size_t shared_launches = 0;
  bool is_shared_alone = false;
  ConditionsOfBoth conditions;  // under which the two were measured

  /// Whether the verdict is one on before and after. One launch a side speaks for itself alone.
  [[nodiscard]] bool is_general() const {
    return judgement.units == tuner::stats::Units::LaunchMedians;
  }
};

/// What the rows say together, as far as it is one thing.
struct OverallRatio {
  double typical = 1;  // median of after / before over the rows
  double least = 1;
  double greatest = 1;
  std::size_t rows = 0;
};

struct CompareReport {
  std::string before;
  std::string after;
  std::set<std::string> before_libraries;  // that ran: "nccl"
  std::set<std::string> after_libraries;
  std::vector<ComparedRow> rows;  // by collective, algorithm, size
  std::size_t only_before = 0;    // configurations
  std::size_t only_after = 0;
  std::vector<std::string> notes;

  /// Of rows with launches of their own on both sides; nothing where they are fewer than two.
  [[nodiscard]] std::optional<OverallRatio> overall() const;

  /// Of rows whose verdict is general, or of the others.
  [[nodiscard]] std::size_t count(tuner::stats::Verdict verdict, bool is_general = true) const;
};

/// Of two sides that are read already; without notes. No rows where they have nothing in common.
CompareReport compared(ComparedSide before, ComparedSide after);

/// Fails where a file cannot be read, and where the two have no configuration in common.
core::Result<CompareReport> answer(const CompareRequest& request,
                                   const hw::io::Files& files = hw::io::RealFiles());

}  // namespace treering::app::measuring
