// Choices by size for NVIDIA's example tuner plugin; tuner/exporters/plugin_csv.h says how it reads
// them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/table.h"
#include "core/units.h"
#include "sim/nccl/versions/version.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::tuner::exporters {
namespace {

constexpr std::string_view kColumns =
    "collective,min_bytes,max_bytes,algorithm,protocol,channels,nodes,ranks,pipe_ops,registered";

/// To two decimals, so that what is written is never exceeded.
double rounded_up(double value) {
  constexpr double kRounding = 1e-9;  // 1.29999999... is 1.3
  return std::ceil(value * 100 - kRounding) / 100;
}

/// A row for communicators of any shape.
PluginRow row_of(core::Collective collective, const advice::RangeAdvice& range) {
  PluginRow row;
  row.collective = plugin_name(collective);
  row.first = range.first;
  row.last = range.last;
  row.way.algorithm = plugin_name_of_algorithm(range.way.algorithm);
  row.way.protocol = plugin_name_of_protocol(range.way.protocol);
  row.way.channels = range.way.channels;
  return row;
}

bool is_same_choice(const PluginRow& a, const PluginRow& b) {
  return a.way == b.way;
}

/// Neighbours with the same choice are one row, whether advised or NCCL's own.
std::vector<PluginRow> rows_of(core::Collective collective,
                               const std::vector<advice::RangeAdvice>& ranges) {
  std::vector<PluginRow> rows;
  for (const advice::RangeAdvice& range : ranges) {
    PluginRow row = row_of(collective, range);
    if (!rows.empty() && is_same_choice(row, rows.back())) {
      rows.back().last = row.last;
    } else {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// The last row carries every call there is; without it some would run on one channel. The first
/// that matches wins, so that it may reach over the sizes of those above it.
std::vector<PluginRow> fallback_rows(const advice::CollectiveAdvice& advice) {
  std::vector<PluginRow> rows = rows_of(advice.collective, advice.fallback.ranges);
  const PluginRow last = row_of(advice.collective, {.way = {"Ring", "Simple"}});
  if (!rows.empty() && is_same_choice(rows.back(), last)) rows.pop_back();
  rows.push_back(last);
  return rows;
}

std::string lines(std::vector<PluginRow> rows, int nodes, int ranks) {
  std::string text;
  for (PluginRow& row : rows) {
    row.nodes = nodes;
    row.ranks = ranks;
    text += to_line(row) + "\n";
  }
  return text;
}

std::string lines_for(const advice::Recommendation& recommendation,
                      const advice::CollectiveAdvice& advice) {
  const core::Collective collective = advice.collective;
  std::string text =
      lines(rows_of(collective, advice.ranges), recommendation.nodes, recommendation.ranks);
  for (std::size_t i = 0; i < recommendation.others.size(); ++i) {
    const advice::OtherShape& shape = recommendation.others[i];
    text += lines(rows_of(collective, advice.others.at(i)), shape.nodes, shape.ranks);
  }
  return text + lines(fallback_rows(advice), kAny, kAny);
}

/// The version where it cannot load the plugin, which has interface 5, as came with 2.28.3
/// (ext-tuner/example/plugin.c); else null.
const sim::nccl::versions::Version* too_old(std::string_view nccl_version) {
  constexpr int kInterface = 5;
  const sim::nccl::versions::Version* version = sim::nccl::versions::find_version(nccl_version);
  return version == nullptr || version->tuner_interface >= kInterface ? nullptr : version;
}

std::string unloadable(const advice::Recommendation& recommendation) {
  const sim::nccl::versions::Version* version = too_old(recommendation.nccl_version);
  if (version == nullptr) return "";
  return fmt::format(
      "NCCL {} does not load that plugin: its interface came with 2.28.3. There this file is "
      "of\nuse only to a plugin of your own{}.\n",
      recommendation.nccl_version,
      version->tuner_interface == 0 ? ", which NCCL loads since 2.19" : "");
}

/// Without full stop; empty where the plugin reads the file.
std::string caveat_of(const advice::Recommendation& recommendation) {
  const std::string& name = recommendation.nccl_version;
  const sim::nccl::versions::Version* version = too_old(name);
  if (version == nullptr) return "";
  if (version->tuner_interface == 0) {
    return fmt::format("NCCL {} loads no tuner plugin: that came with 2.19", name);
  }
  return fmt::format(
      "NCCL {} does not load NVIDIA's example plugin: a plugin of your own must read this file",
      name);
}

Comment heading(const advice::Recommendation& recommendation) {
  Comment comment = heading_of(recommendation, "Choices");
  comment.add_lines(
      "For NVIDIA's example tuner plugin: NCCL_TUNER_PLUGIN=<its .so>,\n"
      "NCCL_TUNER_CONFIG_FILE=<this file>. Build it from NCCL 2.30.3 or later, whose plugin "
      "serves\n"
      "NCCL 2.28 too: the one shipped with 2.28 and 2.29 crashes at the first row that matches.\n"
      "To undo it, unset both variables, and start the job anew.\n");
  comment.add_lines(unloadable(recommendation));
  comment.add_lines(
      "The first row that matches wins; 0 channels leaves their number to NCCL. By nodes,ranks:\n");
  comment.add(fmt::format("  {},{}: the choices", recommendation.nodes, recommendation.ranks));
  return comment;
}

/// The cost of a plugin that cannot leave the choice to NCCL.
void add_losses(const advice::Recommendation& recommendation, Comment& comment) {
  std::vector<core::Column> columns{{"", core::Align::Left}};
  for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
    columns.push_back({std::string(core::name_of(advice.collective))});
  }
  core::TextTable table(std::move(columns));
  for (std::size_t i = 0; i < recommendation.others.size(); ++i) {
    std::vector<std::string> cells{"    " + recommendation.others[i].name};
    for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
      cells.push_back(fmt::format("{:.2f}", rounded_up(advice.fallback.worst.at(i))));
    }
    table.add_row(std::move(cells));
  }
  comment.add_lines(table.heading() + table.body());
}

/// The purpose of the rows below the choices.
void add_heading_of_others(const advice::Recommendation& recommendation, Comment& comment) {
  const bool has_others = !recommendation.others.empty();
  if (has_others) {
    std::string shapes = " ";
    for (const advice::OtherShape& shape : recommendation.others) {
      shapes += fmt::format(" {},{}", shape.nodes, shape.ranks);
    }
    comment.add(shapes + ": NCCL's own choices on other communicators that such a job may have");
  }
  comment.add_lines(
      "  -1,-1: for what is left, that is any other communicator (rows for it, from another\n"
      "    export, go above these) and calls for which NCCL rules out the pair of their row "
      "(NVLS\n");
  if (!has_others) {
    comment.add("    with another operation, say)");
    return;
  }
  comment.add_lines(
      "    with another operation, say). By NCCL's costs they take up to so many times as long\n"
      "    as its own choices on the communicators above; on others it can be more:\n");
  add_losses(recommendation, comment);
}

/// The gain of following the choices.
std::string gain_text(const advice::Recommendation& recommendation,
                      const advice::CollectiveAdvice& advice) {
  if (advice.has_failed_searches_only) return "nothing else carries it: NCCL's own choices";
  if (!advice.is_followed()) {
    return fmt::format("{} is not followed, NCCL's own choices", recommendation.candidates);
  }
  const advice::Gain& gain = advice.gain;
  const auto extreme = [](double value, std::uint64_t bytes) {
    return fmt::format("{:.3f} (at {})", 1 / value, core::format_size(bytes));
  };
  if (gain.least == 1 && gain.greatest == 1) return "as advised, NCCL's own choices";
  if (gain.least_at == gain.greatest_at) {
    return fmt::format("as advised, {:.3f} times as long as NCCL's own choice", 1 / gain.mean);
  }
  return fmt::format(
      "as advised, {:.3f} times as long as NCCL's own choices on average, from {} to {}",
      1 / gain.mean, extreme(gain.greatest, gain.greatest_at), extreme(gain.least, gain.least_at));
}

/// A note on the inputs says why candidates are not followed, where there is one.
std::string why_kept(const advice::Recommendation& recommendation,
                     const advice::CollectiveAdvice& advice) {
  const std::string name(core::name_of(advice.collective));
  if (recommendation.candidates.empty() || advice.is_followed()) {
    return fmt::format("{}: nothing is {} faster than NCCL's own choices", name,
                       advice::least_gain_text());
  }
  const std::string begin = fmt::format("{}: {} is not followed", name, recommendation.candidates);
  const auto note = std::ranges::find_if(
      recommendation.notes, [&](const std::string& one) { return one.starts_with(begin); });
  return note == recommendation.notes.end() ? begin : *note;
}

/// Why nobody should load a table: it would hold NCCL's own choices alone.
std::string nothing_gained(const advice::Recommendation& recommendation) {
  std::string text =
      fmt::format("nothing written: no choice by size beats NCCL's own choices by {}, {}\n  by {}",
                  advice::least_gain_text(), sizes_text(recommendation), recommendation.evidence);
  if (!recommendation.failed_search.empty())
    text += "\n  " + core::wrapped(recommendation.failed_search, 98, 2);
  for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
    if (!advice.is_advised) continue;
    text += "\n  " + core::wrapped(why_kept(recommendation, advice), 96, 4);
  }
  return text +
         "\n  a tuner plugin would choose for every communicator of a process, and gain nothing;"
         "\n  ⟨model⟩ nccl writes NCCL's own choices all the same, to pin them, and ⟨algo⟩ or "
         "⟨proto⟩ others";
}

}  // namespace

bool loads_example_plugin(std::string_view nccl_version) {
  return too_old(nccl_version) == nullptr;
}

Export write_tuner_csv(const advice::Recommendation& recommendation) {
  if (!recommendation.is_pin && !changes_a_choice(recommendation)) {
    return {"", nothing_gained(recommendation), ""};
  }
  Comment head = heading(recommendation);
  add_heading_of_others(recommendation, head);
  head.add(kColumns);
  std::string text = head.text();
  for (const advice::CollectiveAdvice& advice : recommendation.collectives) {
    Comment title;
    title.add(fmt::format("{}: {}", core::name_of(advice.collective),
                          advice.is_advised ? gain_text(recommendation, advice)
                                            : "not asked for, NCCL's own choices"));
    text += "\n" + title.text() + lines_for(recommendation, advice);
  }
  return {text, "", caveat_of(recommendation)};
}

}  // namespace treering::tuner::exporters
