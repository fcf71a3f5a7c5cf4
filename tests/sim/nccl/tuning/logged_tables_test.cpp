// Computes the tuning tables that NCCL logged on real machines (../shared/corpus/tuning_tables)
// from the channels in the same logs.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::tuning {
namespace logged_tables_test {

using core::Collective;
namespace fs = std::filesystem;

struct LoggedRow {
  std::string collective;
  std::vector<std::string> cells;  // "7.2/87.7", by algorithm and protocol
};

struct Log {
  std::string version;
  int nodes = 0;
  int ranks = 0;
  ChannelGraph ring;
  ChannelGraph tree;
  std::vector<LoggedRow> rows;

  bool is_whole() const {
    return !version.empty() && ranks > 0 && !ring.channels.empty() && !tree.channels.empty() &&
           !rows.empty();
  }
};

PathType path_of(const std::string& name) {
  for (int type = 0; type <= static_cast<int>(PathType::Dis); ++type) {
    if (name_of(static_cast<PathType>(type)) == name) return static_cast<PathType>(type);
  }
  return PathType::Dis;
}

/// "Pattern 4, crossNic 0, nChannels 12, bw 20.000000/20.000000, type NVL/PIX, sameChannels 1"
void read_graph(const std::string& line, Log& log) {
  static const std::regex kForm(
      "Pattern ([0-9]+), crossNic ([0-9]), nChannels ([0-9]+), bw ([0-9.]+)/([0-9.]+), "
      "type ([A-Z0-9]+)/([A-Z0-9]+), sameChannels ([01])");
  std::smatch part;
  if (!std::regex_search(line, part, kForm)) return;
  ChannelGraph graph;
  graph.pattern = static_cast<Pattern>(std::stoi(part[1]));
  graph.channels.resize(static_cast<std::size_t>(std::stoi(part[3])));
  graph.bw_intra = std::stof(part[4]);
  graph.bw_inter = std::stof(part[5]);
  graph.type_intra = path_of(part[6]);
  graph.type_inter = path_of(part[7]);
  graph.same_channels = part[8] == "1";
  if (graph.pattern == Pattern::Ring) log.ring = graph;
  if (graph.pattern == Pattern::BalancedTree) log.tree = graph;
}

/// "    Broadcast |     0.0/   0.0 | ...": a block holds three algorithms, PAT's one.
void read_row(const std::string& line, Log& log) {
  static const std::regex kForm("^ *(Broadcast|Reduce|AllGather|ReduceScatter|AllReduce) \\|(.*)$");
  std::smatch part;
  if (!std::regex_match(line, part, kForm)) return;
  auto row = std::ranges::find(log.rows, part[1].str(), &LoggedRow::collective);
  if (row == log.rows.end()) row = log.rows.insert(log.rows.end(), {part[1], {}});
  std::string text = part[2];
  std::erase(text, ' ');
  std::istringstream cells(text);
  for (std::string cell; std::getline(cells, cell, '|');) row->cells.push_back(cell);
}

Log read_log(const fs::path& file) {
  static const std::regex kVersion("NCCL version ([0-9.]+)");
  static const std::regex kShape("nRanks ([0-9]+) nNodes ([0-9]+)");
  Log log;
  std::ifstream stream(file);
  std::smatch part;
  for (std::string line; std::getline(stream, line);) {
    if (std::regex_search(line, part, kVersion)) log.version = part[1];
    if (std::regex_search(line, part, kShape)) {
      log.ranks = std::stoi(part[1]);
      log.nodes = std::stoi(part[2]);
    }
    read_graph(line, log);
    read_row(line, log);
  }
  return log;
}

/// All complete logs are of A100s.
Plan plan_of(const Log& log) {
  search::NodeSearch found;
  found.facts.gpus = log.ranks / log.nodes;
  found.facts.min_compute_capability = found.facts.max_compute_capability = 80;
  found.facts.cpu_arch = CpuArch::X86;
  found.facts.cpu_vendor = CpuVendor::Intel;
  found.graphs.ring = log.ring;
  found.graphs.tree = log.tree;
  for (ChannelGraph* graph : {&found.graphs.ring, &found.graphs.tree}) {
    for (NodeChannel& channel : graph->channels) {
      for (int gpu = 0; gpu < found.facts.gpus; ++gpu) channel.gpus.push_back(gpu);
    }
  }
  job::JobSpec job;
  job.nodes = log.nodes;
  job.nccl_version = log.version;
  return make_plan(job, found);
}

Collective collective_of(const std::string& name) {
  if (name == "Broadcast") return Collective::Broadcast;
  if (name == "Reduce") return Collective::Reduce;
  if (name == "AllGather") return Collective::AllGather;
  return name == "ReduceScatter" ? Collective::ReduceScatter : Collective::AllReduce;
}

/// Latencies of cells that are ruled out are not compared: NCCL prints some that it never uses.
int compare(const Plan& plan, const LoggedRow& row, const std::string& where) {
  int compared = 0;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const auto algorithm = static_cast<Algorithm>(i / kProtocols);
    const auto protocol = static_cast<Protocol>(i % kProtocols);
    const TuningCell& cell = plan.tuning.cell(collective_of(row.collective), algorithm, protocol);
    const bool is_open = !row.cells[i].ends_with("/0.0");
    const std::string ours =
        is_open ? fmt::format("{:.1f}/{:.1f}", cell.latency_us, cell.bandwidth_gb_per_s)
                : fmt::format("{}/{:.1f}", row.cells[i].substr(0, row.cells[i].find('/')),
                              cell.bandwidth_gb_per_s);
    EXPECT_EQ(ours, row.cells[i]) << where << " " << row.collective << " " << name_of(algorithm)
                                  << "/" << name_of(protocol);
    compared += is_open ? 1 : 0;
  }
  return compared;
}

TEST(LoggedTables, AreThoseOfTheirVersion) {
  const fs::path folder = "../shared/corpus/tuning_tables";
  if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is absent";
  int compared = 0;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const Log log = read_log(file);
    if (!log.is_whole()) continue;  // most logs hold a table or channels, not both
    const Plan plan = plan_of(log);
    for (const LoggedRow& row : log.rows) compared += compare(plan, row, file.filename().string());
  }
  EXPECT_GE(compared, 36);  // two logs of 18 open cells
}

}  // namespace logged_tables_test
}  // namespace treering::sim::nccl::tuning
