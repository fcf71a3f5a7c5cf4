#include "tests/support/oracle_case.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include <nlohmann/json.hpp>

namespace treering::testing {
namespace {

using nlohmann::json;
using sim::nccl::ChannelGraph;
using sim::nccl::CpuArch;
using sim::nccl::CpuVendor;
using sim::nccl::NodeChannel;
using sim::nccl::NodeFacts;
using sim::nccl::NodeGraphs;
using sim::nccl::PathType;
using sim::nccl::Pattern;
namespace fs = std::filesystem;

PathType path_type_of(const std::string& name) {
  for (int type = 0; type <= static_cast<int>(PathType::Dis); ++type) {
    const auto candidate = static_cast<PathType>(type);
    if (name_of(candidate) == name) return candidate;
  }
  throw std::runtime_error("unknown path type " + name);
}

/// Local ranks by GPU id. An NVLink domain of several hosts puts the host above bit 56.
class LocalRanks {
 public:
  explicit LocalRanks(const json& devices) : devices_(devices.get<std::vector<std::uint64_t>>()) {}

  int of(std::uint64_t id) const {
    constexpr unsigned kHostShift = 56;
    const std::uint64_t device = id & ((std::uint64_t{1} << kHostShift) - 1);
    const auto found = std::find(devices_.begin(), devices_.end(), device);
    const auto host = static_cast<std::ptrdiff_t>(id >> kHostShift);
    return static_cast<int>(host * std::ssize(devices_) + (found - devices_.begin()));
  }

 private:
  std::vector<std::uint64_t> devices_;
};

NodeChannel channel_of(const json& names, const LocalRanks& ranks) {
  NodeChannel channel;
  std::size_t nets = 0;
  for (const std::string name : names) {
    const std::uint64_t id = std::stoull(name.substr(4));
    if (name.starts_with("GPU/")) {
      channel.gpus.push_back(ranks.of(id));
    } else if (nets < channel.nets.size()) {
      channel.nets[nets++] = static_cast<std::int64_t>(id);
    }
  }
  return channel;
}

ChannelGraph graph_of(const json& recorded, const LocalRanks& ranks) {
  ChannelGraph graph;
  graph.pattern = static_cast<Pattern>(recorded.at("pattern").get<int>());
  graph.cross_nic = recorded.at("crossNic");
  graph.bw_intra = recorded.at("bwIntra");
  graph.bw_inter = recorded.at("bwInter");
  graph.latency_inter = recorded.at("latencyInter");
  graph.type_intra = path_type_of(recorded.at("typeIntra"));
  graph.type_inter = path_type_of(recorded.at("typeInter"));
  graph.same_channels = recorded.at("sameChannels") != 0;
  for (const json& names : recorded.at("channels")) {
    graph.channels.push_back(channel_of(names, ranks));
  }
  return graph;
}

/// NCCL's line of a graph, as "Pattern 4, crossNic 0, nChannels 2, bw 20.0/20.0, type NVL/PIX,
/// sameChannels 1": what it says but the devices.
ChannelGraph printed_graph(const std::string& line) {
  static const std::regex kLine(
      R"(Pattern (\d+), crossNic (\d+), nChannels (\d+), bw ([\d.]+)/([\d.]+), type (\w+)/(\w+), )"
      R"(sameChannels (\d+))");
  std::smatch found;
  if (!std::regex_match(line, found, kLine)) throw std::runtime_error("unknown graph " + line);
  ChannelGraph graph;
  graph.pattern = static_cast<Pattern>(std::stoi(found[1]));
  graph.cross_nic = std::stoi(found[2]);
  graph.channels.resize(std::stoul(found[3]));
  graph.bw_intra = std::stof(found[4]);
  graph.bw_inter = std::stof(found[5]);
  graph.type_intra = path_type_of(found[6]);
  graph.type_inter = path_type_of(found[7]);
  graph.same_channels = found[8] != "0";
  return graph;
}

/// The value of an attribute of the first CPU in the XML; empty when it is not there.
std::string cpu_attribute(const std::string& xml, const std::string& name) {
  const auto begin = xml.find("<cpu ");
  const std::string tag = xml.substr(begin, xml.find('>', begin) - begin);
  const std::string start = " " + name + "=\"";
  const auto found = tag.find(start);
  if (found == std::string::npos) return {};
  const auto value = found + start.size();
  return tag.substr(value, tag.find('"', value) - value);
}

NodeFacts facts_of(const json& recorded) {
  const std::string xml = recorded.at("topology").at("dump_xml");
  const std::map<std::string, CpuArch> archs{
      {"x86_64", CpuArch::X86}, {"ppc64", CpuArch::Power}, {"arm64", CpuArch::Arm}};
  const std::map<std::string, CpuVendor> vendors{{"GenuineIntel", CpuVendor::Intel},
                                                 {"AuthenticAMD", CpuVendor::Amd},
                                                 {"  Shanghai  ", CpuVendor::Zhaoxin},
                                                 {"", CpuVendor::Unknown}};
  const auto capabilities = recorded.at("run").at("sm").get<std::vector<int>>();
  NodeFacts facts;
  facts.gpus = recorded.at("comm").at("localRanks");
  facts.min_compute_capability = *std::min_element(capabilities.begin(), capabilities.end());
  facts.max_compute_capability = *std::max_element(capabilities.begin(), capabilities.end());
  facts.cpu_arch = archs.at(cpu_attribute(xml, "arch"));
  facts.cpu_vendor = vendors.at(cpu_attribute(xml, "vendor"));
  facts.has_nvswitch = xml.find("tclass=\"0x068000\"") != std::string::npos;
  const json& support = recorded.at("nvls_support");
  facts.nvls =
      support.is_string() && support.get<std::string>().find("is available") != std::string::npos;
  facts.collnet = recorded.at("run").at("collnet");
  return facts;
}

NodeGraphs graphs_of(const json& recorded) {
  const json& graphs = recorded.at("graphs");
  if (graphs.empty()) {
    const json& printed = recorded.at("graph_print");
    return {.ring = printed_graph(printed.at(0)), .tree = printed_graph(printed.at(1))};
  }
  const LocalRanks ranks(recorded.at("run").at("devices"));
  return {.ring = graph_of(graphs.at("ring"), ranks),
          .tree = graph_of(graphs.at("tree"), ranks),
          .collnet_chain = graph_of(graphs.at("collnet_chain"), ranks),
          .collnet_direct = graph_of(graphs.at("collnet_direct"), ranks),
          .nvls = graph_of(graphs.at("nvls"), ranks)};
}

core::DataType type_of(const std::string& name) {
  const std::map<std::string, core::DataType> types{
      {"float32", core::DataType::Float},     {"float64", core::DataType::Double},
      {"bfloat16", core::DataType::Bfloat16}, {"half", core::DataType::Half},
      {"int8", core::DataType::Int8},         {"int32", core::DataType::Int32}};
  return types.at(name);
}

void add_cases(const fs::path& folder, std::vector<OracleCase>& cases) {
  if (!fs::is_directory(folder)) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") {
      std::ifstream file(entry.path());
      cases.push_back(
          oracle_case_of(entry.path().stem(), std::make_shared<const json>(json::parse(file))));
    }
  }
}

}  // namespace

OracleCase oracle_case_of(std::string name, std::shared_ptr<const json> recorded) {
  OracleCase one;
  one.name = std::move(name);
  const json& run = recorded->at("run");
  const bool is_uneven = !run.value("others", json::array()).empty();
  const std::string version = recorded->at("nccl_version");
  one.job.nccl_version = version.substr(0, version.find('+'));
  one.job.nodes = is_uneven ? run.at("nodes") : recorded->at("comm").at("nNodes");
  one.facts = facts_of(*recorded);
  one.graphs = graphs_of(*recorded);
  one.has_graph_file = !recorded->at("graphs").empty();
  one.type = type_of(run.at("dtype"));
  for (const json& other : run.value("others", json::array())) {
    one.others.push_back({other.at("nodes"), other.at("xml")});
  }
  one.json = std::move(recorded);
  return one;
}

std::vector<OracleCase> oracle_cases_in(const fs::path& folder) {
  std::vector<OracleCase> cases;
  add_cases(folder, cases);
  std::ranges::sort(cases, {}, &OracleCase::name);
  return cases;
}

std::vector<OracleCase> load_oracle_cases() {
  const char* given = std::getenv("TREERING_ORACLE_OUT");
  const fs::path folder = given != nullptr ? given : "../shared/oracle/out";
  std::vector<OracleCase> cases;
  add_cases(folder, cases);
  add_cases(folder / "real", cases);
  std::ranges::sort(cases, {}, &OracleCase::name);
  return cases;
}

}  // namespace treering::testing
