// Every release's tuning table, for machines given by their channels.
//
// machines.csv holds the machines. tables.csv holds the results of NCCL's own src/graph/tuning.cc
// of each tag, compiled with fakes of the structures that it reads: latency, bandwidth and, for
// all_reduce, the times of 32 B, 1 MiB and 64 MiB. A line holds from its release on, until another
// line has the same cell. A bandwidth of 0 means that the cell is ruled out.
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/named_values.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/versions/version.h"
#include "tests/support/csv.h"

namespace treering::sim::nccl::versions {
namespace releases_test {

using core::Collective;
using Line = std::map<std::string, std::string>;

std::vector<Line> lines_of(const std::string& file) {
  std::ifstream stream("tests/sim/nccl/versions/" + file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return testing::read_csv(text);
}

int whole(const Line& line, const std::string& column) {
  return std::stoi(line.at(column));
}

float number(const Line& line, const std::string& column) {
  return std::stof(line.at(column));
}

PathType path_of(const std::string& name) {
  for (int type = 0; type <= static_cast<int>(PathType::Dis); ++type) {
    if (name_of(static_cast<PathType>(type)) == name) return static_cast<PathType>(type);
  }
  throw std::invalid_argument(name);
}

ChannelGraph graph_of(const Line& line, const std::string& name, Pattern pattern) {
  ChannelGraph graph;
  graph.pattern = pattern;
  graph.bw_intra = number(line, name + "_inside");
  graph.bw_inter = number(line, name + "_outside");
  graph.latency_inter = number(line, name + "_adapter_us");
  graph.type_intra = path_of(line.at(name + "_path_inside"));
  graph.type_inter = path_of(line.at(name + "_path_outside"));
  const int gpus = whole(line, "ranks") / whole(line, "nodes");
  NodeChannel channel;
  for (int gpu = 0; gpu < gpus; ++gpu) channel.gpus.push_back(gpu);
  graph.channels.assign(static_cast<std::size_t>(whole(line, name + "_channels")), channel);
  return graph;
}

search::NodeSearch machine_of(const Line& line) {
  search::NodeSearch found;
  NodeFacts& facts = found.facts;
  facts.gpus = whole(line, "ranks") / whole(line, "nodes");
  facts.min_compute_capability = whole(line, "min_cc");
  facts.max_compute_capability = whole(line, "max_cc");
  const std::map<std::string, CpuArch> archs{
      {"X86", CpuArch::X86}, {"Power", CpuArch::Power}, {"Arm", CpuArch::Arm}};
  const std::map<std::string, CpuVendor> vendors{
      {"Unknown", CpuVendor::Unknown}, {"Intel", CpuVendor::Intel}, {"Amd", CpuVendor::Amd}};
  facts.cpu_arch = archs.at(line.at("cpu"));
  facts.cpu_vendor = vendors.at(line.at("vendor"));
  facts.has_nvswitch = whole(line, "nvswitches") > 0;
  facts.nvls = whole(line, "nvls_channels") > 0;
  found.graphs.ring = graph_of(line, "ring", Pattern::Ring);
  found.graphs.ring.same_channels = whole(line, "same_channels") == 1;
  found.graphs.tree =
      graph_of(line, "tree", line.at("tree") == "Tree" ? Pattern::Tree : Pattern::BalancedTree);
  found.graphs.nvls = graph_of(line, "nvls", Pattern::Nvls);
  return found;
}

using Cell = std::tuple<std::string, std::string, std::string, std::string>;

Cell cell_of(const Line& line) {
  return {line.at("machine"), line.at("collective"), line.at("algorithm"), line.at("protocol")};
}

/// The lines that hold for a release, without cells that are ruled out.
std::map<Cell, Line> table_of(const std::string& release) {
  std::map<Cell, Line> table;
  for (const Line& line : lines_of("tables.csv")) {
    const Version& since = version(line.at("release"));
    if (&since > &version(release)) break;
    if (number(line, "bandwidth_gb_per_s") == 0) {
      table.erase(cell_of(line));
    } else {
      table[cell_of(line)] = line;
    }
  }
  return table;
}

void expect_times(const Plan& plan, const Line& line, const call::Candidate& priced,
                  std::uint64_t bytes) {
  EXPECT_TRUE(priced.available) << priced.ruled_out;
  EXPECT_EQ(priced.time_us, number(line, fmt::format("us_{}", bytes)))
      << plan.job.nccl_version << " " << line.at("machine") << " " << line.at("algorithm") << "/"
      << line.at("protocol") << " " << bytes << " B";
}

/// Compares each candidate of all_reduce with the lines.
void compare_times(const Plan& plan, const std::string& machine,
                   const std::map<Cell, Line>& table) {
  for (const std::uint64_t bytes : {32U, 1048576U, 67108864U}) {
    const core::Call call{Collective::AllReduce, bytes, core::DataType::Float, core::ReduceOp::Sum};
    for (const call::Candidate& one : call::candidates(plan, call)) {
      const auto line = table.find({machine, "AllReduce", std::string(name_of(one.offer.algorithm)),
                                    std::string(name_of(one.offer.protocol))});
      if (line != table.end()) expect_times(plan, line->second, one, bytes);
    }
  }
}

void compare_cells(const Plan& plan, const std::string& machine,
                   const std::map<Cell, Line>& table) {
  const std::map<Collective, std::string> names{{Collective::Broadcast, "Broadcast"},
                                                {Collective::Reduce, "Reduce"},
                                                {Collective::AllGather, "AllGather"},
                                                {Collective::ReduceScatter, "ReduceScatter"},
                                                {Collective::AllReduce, "AllReduce"}};
  for (const auto& [collective, name] : names) {
    for (int i = 0; i < kAlgorithms * kProtocols; ++i) {
      const auto algorithm = static_cast<Algorithm>(i / kProtocols);
      const auto protocol = static_cast<Protocol>(i % kProtocols);
      const tuning::TuningCell& cell = plan.tuning.cell(collective, algorithm, protocol);
      const auto line = table.find(
          {machine, name, std::string(name_of(algorithm)), std::string(name_of(protocol))});
      const std::string where = fmt::format("{} {} {} {}/{}", plan.job.nccl_version, machine, name,
                                            name_of(algorithm), name_of(protocol));
      if (line == table.end()) {
        EXPECT_EQ(cell.bandwidth_gb_per_s, 0.0F) << where;
        continue;
      }
      EXPECT_EQ(cell.ruled_out, "") << where;
      EXPECT_EQ(cell.latency_us, number(line->second, "latency_us")) << where;
      EXPECT_EQ(cell.bandwidth_gb_per_s, number(line->second, "bandwidth_gb_per_s")) << where;
    }
  }
}

std::vector<std::string> releases() {
  std::vector<std::string> names;
  for (const Version& one : versions()) names.emplace_back(one.name);
  return names;
}

class Release : public ::testing::TestWithParam<std::string> {};

TEST_P(Release, TunesAsNcclDoes) {
  const auto table = table_of(GetParam());
  ASSERT_GT(table.size(), 200U);
  for (const Line& machine : lines_of("machines.csv")) {
    const job::JobSpec job{
        .nodes = whole(machine, "nodes"), .devices = {}, .nccl_version = GetParam()};
    const Plan plan = make_plan(job, machine_of(machine));
    compare_cells(plan, machine.at("machine"), table);
    compare_times(plan, machine.at("machine"), table);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Release, ::testing::ValuesIn(releases()), [](const auto& one) {
  std::string name = "v" + one.param;
  std::ranges::replace(name, '.', '_');
  return name;
});

}  // namespace releases_test
}  // namespace treering::sim::nccl::versions
