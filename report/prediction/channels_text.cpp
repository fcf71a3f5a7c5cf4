#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/prediction/cells.h"
#include "report/prediction/predict_heading.h"
#include "report/prediction/predict_text.h"
#include "report/prediction/variants_text.h"
#include "report/remarks.h"
#include "sim/channel_limits.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using core::Align;
using sim::Prediction;

/// "6 %", "0.8 %"; empty where the GPU's SMs are unknown.
std::string share_text(const PredictReport& report, int channels) {
  if (!report.multiprocessors) return "";
  const double percent = 100.0 * channels / *report.multiprocessors;
  return percent < 1 ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

std::string limit_text(const Prediction& row) {
  return row.channel_limit ? fmt::format("{}", *row.channel_limit) : "own";
}

std::vector<FittedColumn> columns() {
  return {{{"size", Align::Right, 10, "(B)"}},
          {{"limit", Align::Right, 5}},
          {{"SMs", Align::Right, 4, "used"}, 1},
          {{"of a", Align::Right, 5, "GPU"}, 4},
          {{"threads", Align::Right, 7, "each"}, 6},
          {{"time", Align::Right, 7, "(us)"}, 1},
          {{"x own", Align::Right, 5}, 2},
          {{"busbw", Align::Right, 6, "(GB/s)"}, 3},
          {{"80 % within", Align::Right, 12, "(us)"}, 5},
          {{"  choice", Align::Left, 14}, 1}};
}

std::vector<std::string> cells_of(const PredictReport& report, const Prediction& row,
                                  bool is_terminal) {
  const auto or_dash = [](bool is_known, const auto& text) {
    return is_known ? text() : std::string(kUnknown);
  };
  const bool has_channels = row.way.channels > 0;
  return {fmt::format("{}", row.bytes.count()),
          limit_text(row),
          or_dash(has_channels, [&] { return fmt::format("{}", row.way.channels); }),
          or_dash(has_channels && report.multiprocessors,
                  [&] { return share_text(report, row.way.channels); }),
          or_dash(row.threads > 0, [&] { return fmt::format("{}", row.threads); }),
          time_or_dash(row.time()),
          or_dash(row.slowdown.has_value(), [&] { return fmt::format("{:.2f}", *row.slowdown); }),
          bandwidth_or_dash(sim::busbw(row, report.ranks)),
          interval_or_dash(row),
          fmt::format("{} {}", row.is_enough ? '+' : ' ',
                      bold(pair_or_dash(row), is_terminal && row.is_enough))};
}

/// A row that counts under a limit, of a model that has times, without one.
bool lacks_time(const Prediction& row) {
  return row.channel_limit && row.way.channels > 0 && !row.time();
}

/// The rows that count of the largest size at which one is enough.
struct Knee {
  const Prediction* enough = nullptr;
  const Prediction* own = nullptr;
};

Knee last_knee(const Rows& rows) {
  Knee knee;
  for (const Prediction* const row : rows) {
    if (row->is_enough) knee.enough = row;
  }
  for (const Prediction* const row : rows) {
    const bool is_own = knee.enough != nullptr && !row->channel_limit;
    if (is_own && row->asked == knee.enough->asked) knee.own = row;
  }
  return knee;
}

/// "8 SMs of every GPU (7 % of 108)".
std::string sms_text(const PredictReport& report, int channels) {
  const std::string share = share_text(report, channels);
  return fmt::format(
      "{} of every GPU{}", core::counted(channels, "SM"),
      share.empty() ? "" : fmt::format(" ({} of {})", share, *report.multiprocessors));
}

/// The smallest number of channels that does, at the largest size where one is known.
std::string enough_sentence(const PredictReport& report, const Rows& rows) {
  const Knee knee = last_knee(rows);
  if (knee.enough == nullptr || app::setup::is_guess(report.job)) return "";
  const std::string size = core::format_size(knee.enough->bytes.count());
  const std::string sms = sms_text(report, knee.enough->way.channels);
  if (knee.enough == knee.own) {
    return fmt::format(
        "At {} no smaller number than NCCL's own comes within 5 % of the fastest; it takes {}.",
        size, sms);
  }
  const int limit = *knee.enough->channel_limit;
  return fmt::format(
      "At {} {} within 5 % of the fastest, and no smaller number {}: {}, where NCCL by itself "
      "takes {}. NCCL_MIN_CTAS={} and NCCL_MAX_CTAS={} set it.",
      size, limit == 1 ? "1 channel comes" : fmt::format("{} channels come", limit),
      limit == 1 ? "is there" : "does", sms, knee.own->way.channels, limit, limit);
}

/// "8.22 with 1 (at 1 GiB), 4.12 with 2, 1.00 with 4": sizes are named where they change.
std::string cost_sentence(const Rows& rows) {
  constexpr double kRoundsToOne = 1.005;
  std::vector<std::string> parts;
  std::uint64_t named = 0;
  for (const sim::LimitCost& cost : sim::costs_of_limits(rows)) {
    if (!cost.greatest) continue;
    parts.push_back(fmt::format("{:.2f} with {}", *cost.greatest, cost.limit));
    if (*cost.greatest < kRoundsToOne || cost.greatest_at == named) continue;
    named = cost.greatest_at;
    parts.back() += fmt::format(" (at {})", core::format_size(named));
  }
  if (parts.empty()) return "";
  return fmt::format("Times as long as with NCCL's own number of channels, at most: {}.",
                     fmt::join(parts, ", "));
}

/// Why there is no answer, or not for all.
std::string unknown_sentence(const PredictReport& report, const Rows& rows) {
  switch (basis_of(report.calls.model)) {
    case sim::Basis::NcclPrices:
      return "NCCL's own model does not know about limits on channels: its times are the same with "
             "any number. ⟨model⟩ cost follows limits.";
    case sim::Basis::Profile:
      break;
  }
  const auto found = std::ranges::find_if(rows, [](const auto* row) { return lacks_time(*row); });
  if (found == rows.end()) return "";
  return fmt::format(
      "The cost model does not know what one channel of {} carries inside a node: no times with "
      "other numbers than NCCL's own. ⟨algo⟩ ring,tree leaves it out.",
      (*found)->way.algorithm);
}

std::string unused_sentence(const Rows& rows) {
  const bool has_unused = std::ranges::any_of(rows, [](const Prediction* row) {
    return row->way.channels > 0 && row->way.channels < row->channel_limit.value_or(0);
  });
  if (!has_unused) return "";
  return "Where fewer SMs are used than the limit allows, the call is too small for more: NCCL "
         "gives each channel and thread a least number of bytes.";
}

std::string copies_sentence(const PredictReport& report) {
  if (report.channel_limits.back() <= report.own_channels) return "";
  return fmt::format("Beyond its own {}, NCCL copies rings and trees: the same ways once more.",
                     report.own_channels);
}

std::string heading(const PredictReport& report, std::size_t width) {
  const std::string nvls =
      report.own_nvls_channels == 0 ? "" : fmt::format(", {} of NVLS", report.own_nvls_channels);
  const std::string sms =
      report.multiprocessors ? fmt::format(" (of {})", *report.multiprocessors) : "";
  return predict_heading(report, width) +
         heading_line("channels",
                      fmt::format("{} of rings and trees{}, by NCCL itself (own); each takes one "
                                  "SM of every GPU{}",
                                  report.own_channels, nvls, sms),
                      width);
}

/// Explains the marks and columns that some table has.
std::string limits_legend(const PredictReport& report, const TextOptions& options) {
  std::vector<std::string> parts;
  if (std::ranges::any_of(report.rows, &Prediction::is_enough)) {
    parts.emplace_back("+ fewest within 5 % of the fastest");
  }
  if (std::ranges::any_of(report.rows, [](const auto& row) { return row.slowdown.has_value(); })) {
    parts.emplace_back("x own: times as long as with own");
  }
  if (std::ranges::any_of(report.rows,
                          [](const auto& row) { return row.estimate && row.estimate->interval; })) {
    parts.emplace_back("80 % within: 4 of 5 runs");
  }
  return legend_line(parts, options.display.text_width());
}

std::string limits_block(const PredictReport& report, std::size_t index, const TextOptions& options,
                         const std::string& legend) {
  const core::Collective collective = report.calls.collectives[index];
  const Rows rows = sim::rows_that_count(report.rows, collective, report.calls.filter);
  const std::string_view name = core::name_of(collective);
  if (rows.empty()) return fmt::format("#\n# {}: no candidate is left\n", name);
  FittedTable table(columns());
  for (const Prediction* const row : rows) {
    table.add_row(cells_of(report, *row, options.display.is_terminal));
  }
  const std::string left_out = table.fit(options.display.width);
  if (options.is_quiet) {
    const bool is_alone = report.calls.collectives.size() == 1;
    return (is_alone ? "" : fmt::format("# {}\n", name)) + table.body();
  }
  const std::size_t width = options.display.text_width();
  const std::string& refusal = report.refusals[index];
  const std::string failed =
      report.deciding.empty() ? remark(failed_search_answer(report, collective), 0, width)
                              : deciding_lines(report.deciding, {collective, report.ranks}, width);
  const std::string above =
      failed + (failed.empty() ? "" : "#\n") +
      remark(refusal.empty() ? enough_sentence(report, rows) : refusal, 0, width);
  const std::string below = dashed_remark(cost_sentence(rows), width) +
                            dashed_remark(unknown_sentence(report, rows), width) +
                            dashed_remark(unused_sentence(rows), width) +
                            dashed_remark(copies_sentence(report), width);
  return fmt::format("#\n# {}\n#\n{}{}{}{}{}{}{}", call_title(report, collective), above,
                     above.empty() ? "" : "#\n", legend, table.heading(), table.body(),
                     left_out_line(left_out, width), below.empty() ? "" : "#\n" + below);
}

}  // namespace

std::string channels_text(const PredictReport& report, const TextOptions& options) {
  const std::size_t width = options.display.text_width();
  std::string text = options.is_quiet ? "" : heading(report, width);
  std::string unsaid = limits_legend(report, options);
  for (std::size_t i = 0; i < report.calls.collectives.size(); ++i) {
    text += limits_block(report, i, options, unsaid);
    unsaid.clear();
  }
  return text;
}

}  // namespace treering::report::prediction
