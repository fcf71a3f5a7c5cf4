#include "report/machine/plan_lines_text.h"

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/machine_names.h"
#include "report/remarks.h"

namespace treering::report::machine {
namespace {

using core::Align;
using hw::formats::LoggedConnection;
using hw::formats::PlanLines;

/// A large job has thousands of lines; JSON has all.
constexpr std::size_t kMostRows = 40;

std::string rest_text(std::size_t rows) {
  return rows > kMostRows ? fmt::format("and {} more; JSON has all\n", rows - kMostRows) : "";
}

std::string rings_text(const PlanLines& lines, std::size_t width) {
  std::string text;
  std::size_t row = 0;
  for (const auto& [channel, ring] : lines.channels.rings) {
    if (row++ == kMostRows) break;
    const std::string lead = fmt::format("{:>3}: ", channel);
    text +=
        lead +
        core::wrapped(fmt::format("{}", fmt::join(ring, " ")), width - lead.size(), lead.size()) +
        "\n";
  }
  return text + rest_text(lines.channels.rings.size());
}

std::string below_text(const core::TreeLinks& place) {
  std::vector<int> children;
  for (const int child : place.down) {
    if (child >= 0) children.push_back(child);
  }
  return children.empty() ? "-" : fmt::format("{}", fmt::join(children, " "));
}

std::string trees_text(const PlanLines& lines, std::size_t width) {
  FittedTable table({{{"tree", Align::Right}},
                     {{"rank", Align::Right}},
                     {{"above", Align::Right}},
                     {{"below", Align::Left}}});
  std::size_t rows = 0;
  for (const auto& [channel, places] : lines.channels.trees) {
    for (const auto& [rank, place] : places) {
      if (rows++ >= kMostRows) continue;
      table.add_row({fmt::format("{}", channel), fmt::format("{}", rank),
                     place.up < 0 ? "root" : fmt::format("{}", place.up), below_text(place)});
    }
  }
  return fitted_text(std::move(table), width) + rest_text(rows);
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// Connections of two ranks that differ in their channel alone are one row.
std::string connections_text(const PlanLines& lines, std::size_t width) {
  std::vector<std::pair<LoggedConnection, std::set<int>>> rows;
  std::map<std::tuple<int, int, int, std::string, std::string>, std::size_t> known;
  for (const LoggedConnection& one : lines.connections) {
    const auto [place, is_new] =
        known.try_emplace({one.index, one.from, one.to, one.via, one.received_via}, rows.size());
    if (is_new) rows.push_back({one, {}});
    rows[place->second].second.insert(one.channel);
  }
  FittedTable table({{{"from", Align::Right}},
                     {{"to", Align::Right}},
                     {{"via", Align::Left}},
                     {{"received via", Align::Left}},
                     {{"for", Align::Left}},
                     {{"channels", Align::Left}}});
  for (std::size_t i = 0; i < rows.size() && i < kMostRows; ++i) {
    const auto& [one, channels] = rows[i];
    table.add_row({fmt::format("{}", one.from), fmt::format("{}", one.to), or_dash(one.via),
                   or_dash(one.received_via),
                   one.index == 0 ? "collectives" : "messages between pairs",
                   core::number_ranges({channels.begin(), channels.end()})});
  }
  return fitted_text(std::move(table), width) + rest_text(rows.size());
}

struct Meaning {
  std::string_view line;
  std::string_view meaning;
};

// NCCL 2.28, src/init.cc and src/graph/connect.cc (rings and trees), src/transport/p2p.cc, shm.cc
// and net.cc (connections).
constexpr std::array kMeanings{
    Meaning{"Channel 03/16 : 0 7 6 5",
            "ring of channel 3 of 16: each rank sends to the next, the last to the first"},
    Meaning{
        "Trees [0] 1/8/-1->0->-1",
        "tree of channel 0, seen from rank 0: 1 and 8 are below it, nobody (-1) is above it, so "
        "it is the root. The first below is the next GPU of the node, the others are on other "
        "nodes"},
    Meaning{
        "Channel 00/0 : 7[7] -> 8[0] [send] via NET/IB/0/GDRDMA",
        "channel 0, for collectives (/1: for messages between pairs): rank 7, GPU 7 of its node, "
        "sends to rank 8 by NIC 0, which reads the memory of the GPU. The receiver's own line, "
        "[receive], "
        "has its NIC"},
    Meaning{"via NET/IB/5(5)/GDRDMA", "PXN: the proxy of rank 5 sends, by the NIC of its GPU"},
    Meaning{"via P2P/CUMEM, P2P/IPC, P2P/direct pointer", "from GPU to GPU, by NVLink or PCIe"},
    Meaning{"via SHM/direct/direct", "through the memory of the host"}};

std::string legend_text(std::size_t width) {
  std::string text;
  for (const Meaning& one : kMeanings) {
    text += fmt::format("  {}\n      {}\n", one.line,
                        core::wrapped(fmt::format("{}.", one.meaning), width - 6, 6));
  }
  return text;
}

/// "2 rings of 2 channels, 4 places in trees, 3 connections; of 5 ranks. "; empty for nothing.
std::string summary(const PlanLines& lines) {
  std::set<int> ranks;
  std::size_t places = 0;
  std::vector<std::string> parts;
  for (const auto& [channel, ring] : lines.channels.rings) ranks.insert(ring.begin(), ring.end());
  for (const auto& [channel, all] : lines.channels.trees) {
    places += all.size();
    for (const auto& [rank, place] : all) {
      ranks.insert({rank, place.up});
      ranks.insert(place.down.begin(), place.down.end());
    }
  }
  for (const LoggedConnection& one : lines.connections) ranks.insert({one.from, one.to});
  ranks.erase(-1);  // nobody above or below
  if (!lines.channels.rings.empty()) {
    parts.push_back(fmt::format("{} of {}", core::counted(lines.channels.rings.size(), "ring"),
                                core::counted(lines.channels.channels, "channel")));
  }
  if (places > 0) parts.push_back(core::counted(places, "place") + " in trees");
  if (!lines.connections.empty()) {
    parts.push_back(core::counted(lines.connections.size(), "connection"));
  }
  if (parts.empty()) return "";
  return fmt::format("{}; of {}. ", fmt::join(parts, ", "), core::counted(ranks.size(), "rank"));
}

/// "A job of 2 nodes x 8 GPUs = 16 ranks. "
std::string job_sentence(const hw::formats::LoggedJob& job) {
  const std::string text = job_text(job);
  return text.empty() ? "" : fmt::format("A job of {}. ", text);
}

}  // namespace

std::string plan_lines_text(const app::PlanLinesReport& report, bool is_quiet,
                            const Display& display) {
  const auto title = [&](std::string_view text) {
    return fmt::format("\n{}\n", bold(text, display.is_terminal));
  };
  const std::size_t width = display.text_width();
  const PlanLines& lines = report.lines;
  std::string text;
  if (!is_quiet) {
    text += bold(report.source, display.is_terminal) + "\n" +
            core::wrapped(job_sentence(report.job) + summary(lines) +
                              "The log does not show the machine, so nothing can be "
                              "predicted from it.",
                          width, 0) +
            "\n";
  }
  if (!lines.channels.rings.empty()) {
    text += title("Rings, by channel") + rings_text(lines, width);
  }
  if (!lines.channels.trees.empty()) {
    text += title("Trees, by channel") + trees_text(lines, width);
  }
  if (!lines.connections.empty()) text += title("Connections") + connections_text(lines, width);
  if (!is_quiet && !lines.empty()) text += title("How to read such lines") + legend_text(width);
  return text;
}

}  // namespace treering::report::machine
